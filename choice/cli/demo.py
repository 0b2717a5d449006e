"""`choicewire demo`: the splitter at work on a conversation, in the terminal."""

import argparse
import math
import os
import sys

from choice.cli.command import Command
from choice.cli.input_text import add_file, opened, pieces

_PACE = 0.02
_LONGEST_PACE = 10.0


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pace",
        type=_seconds,
        metavar="SECONDS",
        help=f"the time between two tokens (in a terminal {_PACE}, elsewhere 0)",
    )
    parser.add_argument(
        "--no-colour", "--no-color", action="store_true", help="show everything in one colour"
    )
    parser.add_argument(
        "--plain", action="store_true", help="no colour and no frames, for logs and screen readers"
    )
    add_file(
        parser, "a model's text in UTF-8 to show instead of the built-in conversation; - is standard input"
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not math.isfinite(seconds) or not 0 <= seconds <= _LONGEST_PACE:
        message = f"must be between 0 and {_LONGEST_PACE:g}"
        raise argparse.ArgumentTypeError(message)
    return seconds


def _run(given: argparse.Namespace) -> int:
    from choice.cli.demo_conversation import CONVERSATION  # noqa: PLC0415 - only when the command runs
    from choice.cli.demo_player import Player  # noqa: PLC0415 - the same
    from choice.cli.terminal_page import TerminalPage  # noqa: PLC0415 - the same

    in_terminal = sys.stdout.isatty()
    coloured = in_terminal and not (given.no_colour or given.plain or _colour_is_unwanted())
    pace = given.pace if given.pace is not None else _PACE if in_terminal else 0.0
    player = Player(TerminalPage(sys.stdout, coloured=coloured, framed=not given.plain), pace)
    if given.file is None:
        player.play(CONVERSATION)
    else:
        with opened(given.file) as stream:
            player.show(pieces(stream, given.file))
    return 0


def _colour_is_unwanted() -> bool:
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


COMMAND = Command(
    name="demo",
    summary="watch a conversation being split, token by token",
    description=(
        "Feeds a built-in conversation to the splitter, token by token. Text appears\n"
        "as it arrives; each question becomes a card that says in which dialect it was\n"
        "asked. Below it stands what the model gets back."
    ),
    example="examples:\n  choicewire demo\n  choicewire demo --pace 0 --plain\n  choicewire demo answer.txt",
    add_arguments=_add_arguments,
    run=_run,
)
