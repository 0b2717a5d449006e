"""`choicewire cancel`: ends one question without an answer."""

import argparse

from choice.cli.command import Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the question; its first letters are enough")
    parser.add_argument("--note", metavar="WORDS", help="the reason, for whoever asked")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument("--json", action="store_true", help="print the interaction as one JSON object")


def _run(given: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - only when the command runs

    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        return asyncio.run(_cancel(given))
    except ChoiceError as error:
        raise UsageError(str(error)) from error


async def _cancel(given: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - only when the command runs
    import sys  # noqa: PLC0415 - the same

    from choice.assembly.desk import open_desk  # noqa: PLC0415 - the same
    from choice.assembly.local import local_person  # noqa: PLC0415 - the same
    from choice.cli.ended_line import TOO_LATE, ended_line  # noqa: PLC0415 - the same
    from choice.cli.found import found  # noqa: PLC0415 - the same
    from choice.desk.interaction import InteractionClosed  # noqa: PLC0415 - the same
    from choice.desk.snapshot import snapshot  # noqa: PLC0415 - the same

    async with open_desk(given.database) as desk:
        interaction = await found(desk, given.id)
        status = 0
        try:
            ended = await desk.cancel(interaction.id, by=local_person(), note=given.note, surface="terminal")
        except InteractionClosed:
            print("choicewire cancel: it has ended already; nothing was changed.", file=sys.stderr)
            ended, status = await desk.look(interaction.id, by=local_person()), TOO_LATE
        told = json.dumps(snapshot(ended, desk.store.now()), ensure_ascii=False)
        print(told if given.json else ended_line(ended))
    return status


COMMAND = Command(
    name="cancel",
    summary="end one question without an answer",
    description="Cancels a question; whoever asked is told so.\n"
    "Exit codes: 0 cancelled, 4 too late, 2 wrong usage.",
    example='examples:\n  choicewire cancel 3f2a --note "not today"',
    add_arguments=_add_arguments,
    run=_run,
)
