"""`choicewire cancel`: ends one question without an answer."""

import argparse
from collections.abc import Mapping
from typing import Any

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the question; its first letters are enough")
    parser.add_argument("--note", metavar="WORDS", help="the reason, for whoever asked")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument("--json", action="store_true", help="print the interaction as one JSON object")


def _run(given: argparse.Namespace) -> int:
    from choice.cli.answering_elsewhere import (  # noqa: PLC0415 - only when the command runs
        TOO_LATE,
        done_elsewhere,
        tell_ended,
    )

    wanted = {"id": given.id, "note": given.note}
    ended = None if given.database is not None else done_elsewhere("cancel", wanted)
    told = tell_ended(_cancelled_here(wanted, given.database) if ended is None else ended, given)
    return TOO_LATE if told == TOO_LATE else 0


def _cancelled_here(wanted: Mapping[str, Any], database: str | None) -> Mapping[str, Any]:
    import asyncio  # noqa: PLC0415 - costly, and often needed for nothing

    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        return asyncio.run(_cancelled(wanted, database))
    except ChoiceError as error:
        raise UsageError(str(error)) from error


async def _cancelled(wanted: Mapping[str, Any], database: str | None) -> Mapping[str, Any]:
    from choice.assembly.answering import cancelled  # noqa: PLC0415 - only when the command runs
    from choice.assembly.desk import open_desk  # noqa: PLC0415 - the same

    async with open_desk(database) as desk:
        return await cancelled(desk, wanted)


COMMAND = Command(
    name="cancel",
    summary="end one question without an answer",
    description="Cancels a question; whoever asked is told so.\n"
    "Exit codes: 0 cancelled, 4 too late, 2 wrong usage.",
    example='examples:\n  choicewire cancel 3f2a --note "not today"',
    add_arguments=_add_arguments,
    run=_run,
)
