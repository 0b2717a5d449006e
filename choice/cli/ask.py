"""`choicewire ask`: asks a person from a shell script, and prints the answer."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from choice.cli.command import Command, UsageError
from choice.cli.numbers import seconds, whole_number

if TYPE_CHECKING:
    from choice.cli.asked_form import AskedForm

ANSWERED, CANCELLED, TIMED_OUT = 0, 3, 4
"""Exit codes."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", required=True, metavar="T", help="what it is about, in a few words")
    parser.add_argument("--prompt", required=True, metavar="P", help="the question, with its reason")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="ID=LABEL",
        help="one option, or its label alone; several times for several; `-` reads them from standard "
        "input, one a line",
    )
    parser.add_argument("--recommend", action="append", default=[], metavar="ID", help="mark an option")
    parser.add_argument("--default", action="append", default=[], metavar="ID", help="preselect an option")
    parser.add_argument("--multi", action="store_true", help="several options may be chosen")
    parser.add_argument("--min", type=whole_number, metavar="N", help="how many must be chosen")
    parser.add_argument("--max", type=whole_number, metavar="N", help="how many may be chosen")
    parser.add_argument("--text", action="store_true", help="own words are taken")
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="S",
        help="seconds to wait; as in your settings if not given, there usually 300",
    )
    parser.add_argument(
        "--use-defaults", action="store_true", help="the defaults count if nobody answers; exit code 4 still"
    )
    parser.add_argument(
        "--surface",
        choices=["auto", "terminal", "web", "slack"],
        default="auto",
        help="where to ask; everywhere, if not given",
    )
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(given: argparse.Namespace) -> int:
    from choice.cli.asked_form import asked_form  # noqa: PLC0415 - only when the command runs
    from choice.cli.asking_elsewhere import ask_elsewhere  # noqa: PLC0415 - the same
    from choice.cli.unsent_words import shown_again  # noqa: PLC0415 - the same

    if given.surface == "slack":
        _say_what_slack_needs()
    # Whoever asks may die while we wait: asked again under the same key, it is the same question.
    asked, key = asked_form(given), os.urandom(16).hex()
    typed: dict[str, str] = {}
    with shown_again(typed):
        status = ask_elsewhere(given, asked, key, typed)
        return _ask_here(given, asked, key, typed) if status is None else status


def _say_what_slack_needs() -> None:
    """Say who shows a question in Slack, unless the settings say that somebody does."""
    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - seldom needed
    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        slack = environment_settings().slack
    except ChoiceError as error:
        raise UsageError(str(error)) from error
    if not slack.is_on or slack.channel is None:
        print(
            "Slack shows this once `choicewire serve` runs on the same desk with Slack's tokens and "
            "CHOICE_SLACK_CHANNEL.",
            file=sys.stderr,
        )


def _ask_here(given: argparse.Namespace, asked: "AskedForm", key: str, typed: dict[str, str]) -> int:
    import asyncio  # noqa: PLC0415 - costly, and often needed for nothing

    from choice.cli.asking import Asking  # noqa: PLC0415 - the same
    from choice.cli.broken_rule import broken_rule  # noqa: PLC0415 - the same
    from choice.errors import ChoiceError, InvalidRequest, MissingExtra  # noqa: PLC0415 - the same
    from choice.validation import parse_form  # noqa: PLC0415 - the same

    try:
        return asyncio.run(Asking(given, asked.labels, key, typed).run(parse_form(asked.form)))
    except InvalidRequest as error:
        raise UsageError(broken_rule(error.field, error.rule)) from error
    except ImportError as error:
        raise UsageError(str(MissingExtra("Asking in a terminal", extra="terminal"))) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error


COMMAND = Command(
    name="ask",
    summary="ask a person and print the answer",
    description="Asks a person wherever they are: in this terminal, on the page, in Slack. The\n"
    "first answer counts. Prints the chosen ids, one a line, then own words; for an\n"
    "option without an id its label.\n"
    "Exit codes: 0 answered, 3 cancelled, 4 timed out, 2 wrong usage.",
    example="examples:\n"
    '  choicewire ask --title Deploy --prompt "Deploy now?" --option yes --option no\n'
    '  ls | choicewire ask --title Files --prompt "Delete which?" --option - --multi',
    add_arguments=_add_arguments,
    run=_run,
)
