"""`choicewire split`: a model's text as lines of JSON, one for each segment."""

import argparse
import sys

from choice.cli.command import Command
from choice.cli.input_text import add_file, opened, pieces
from choice.cli.numbers import characters

_MODES = ("discovery", "clarification", "chat")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mode",
        choices=_MODES,
        default="discovery",
        help="where lettered and numbered lists are questions too: discovery (default) and clarification",
    )
    parser.add_argument(
        "--chunks",
        type=characters,
        metavar="N",
        help="feed N characters at a time; the output is the same",
    )
    parser.add_argument("--json", action="store_true", help="accepted everywhere; this output is always JSON")
    add_file(parser, "a text in UTF-8; without it, or for -, standard input is read")


def _run(given: argparse.Namespace) -> int:
    from choice.cli.segment_printer import SegmentPrinter  # noqa: PLC0415 - only when the command runs
    from choice.stream.splitter import Splitter  # noqa: PLC0415 - the same

    splitter = Splitter(given.mode)
    printer = SegmentPrinter(sys.stdout.buffer)
    with opened(given.file) as stream:
        for piece in pieces(stream, given.file, given.chunks):
            printer.take(splitter.feed(piece))
    printer.take(splitter.flush())
    printer.end()
    return 0


COMMAND = Command(
    name="split",
    summary="separate text and questions; one JSON line for each",
    description=(
        "Reads a model's text from FILE or standard input and prints one line of JSON\n"
        "for each segment, as soon as it is complete:\n"
        '  {"type":"text","text":…}\n'
        '  {"type":"form","dialect":…,"form":{…},"source":…}\n'
        "source is the text that the form stands for."
    ),
    example=(
        "examples:\n"
        "  choicewire split answer.txt\n"
        "  printf 'Which one?\\n(A) Tea\\n(B) Coffee\\n' | choicewire split --chunks 3"
    ),
    add_arguments=_add_arguments,
    run=_run,
)
