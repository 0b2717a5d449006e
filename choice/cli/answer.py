"""`choicewire answer`: answers one question, with words or in a prompt."""

import argparse
from collections.abc import Mapping
from typing import Any

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the question; its first letters are enough")
    parser.add_argument(
        "choice",
        nargs="*",
        default=[],  # Else argparse says that it is required.
        metavar="CHOICE",
        help="ids, labels, numbers or words such as `the second one`; for a form QUESTION=CHOICE each",
    )
    parser.add_argument("--text", metavar="WORDS", help="own words")
    parser.add_argument("--note", metavar="WORDS", help="a note on the answer")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument("--json", action="store_true", help="print the interaction as one JSON object")
    parser.set_defaults(more_words="choice")


def _run(given: argparse.Namespace) -> int:
    from choice.cli.answering_elsewhere import (  # noqa: PLC0415 - only when the command runs
        done_elsewhere,
        tell_ended,
    )
    from choice.cli.unsent_words import shown_again  # noqa: PLC0415 - the same

    wanted = {"id": given.id, "choice": given.choice, "text": given.text, "note": given.note}
    in_prompt = not given.choice and given.text is None
    ended: Mapping[str, Any] | None = None
    typed: dict[str, str] = {}
    with shown_again(typed):
        if given.database is None:
            ended = done_elsewhere("answer", wanted, typed if in_prompt else None)
        if ended is None:
            ended = _answered_here(wanted, given.database, typed)
    return tell_ended(ended, given)


def _answered_here(
    wanted: Mapping[str, Any], database: str | None, typed: dict[str, str]
) -> Mapping[str, Any]:
    import asyncio  # noqa: PLC0415 - costly, and often needed for nothing

    from choice.cli.answering import answered_here  # noqa: PLC0415 - the same
    from choice.errors import ChoiceError, MissingExtra  # noqa: PLC0415 - the same

    try:
        return asyncio.run(answered_here(wanted, database, typed))
    except ImportError as error:
        raise UsageError(str(MissingExtra("Answering in a terminal", extra="terminal"))) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error


COMMAND = Command(
    name="answer",
    summary="answer one question",
    description="Answers a question. Without a choice it is shown here, to be answered\n"
    "with the keys.\n"
    "The last line says how it ended: STATE ID ANSWERS, the answers as JSON.\n"
    "Exit codes: 0 answered, 3 cancelled, 4 too late, 2 wrong usage.",
    example="examples:\n  choicewire answer 3f2a\n  choicewire answer 3f2a postgres\n"
    '  choicewire answer 3f2a "the second one" --note "as in staging"\n'
    "  choicewire answer 3f2a q1=yes q2=no",
    add_arguments=_add_arguments,
    run=_run,
)
