"""`choicewire log`: the decision log, exported or verified."""

import argparse
import sys

from choice.cli.command import Command, UsageError
from choice.cli.printed import printed

_FAILED = 1


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = ("export", "verify")
    parser.add_argument(
        "action", choices=actions, metavar="{export,verify}", help="print the records, or check the chain"
    )
    parser.add_argument("--format", choices=("csv", "jsonl"), default="jsonl", help="jsonl (default) or csv")
    parser.add_argument("--json", action="store_true", help="the same as --format jsonl")
    parser.add_argument("--tenant", help="only the records of one tenant")
    parser.add_argument("--agent", help="only the records of one agent")
    parser.add_argument("--words", help="only records with these words in what was asked or said")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")


def _run(given: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - only when the command runs

    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        return asyncio.run(_verify(given) if given.action == "verify" else _export(given))
    except ChoiceError as error:
        raise UsageError(str(error)) from error


async def _export(given: argparse.Namespace) -> int:
    from choice.assembly.desk import open_existing_store  # noqa: PLC0415 - only when the command runs
    from choice.desk import log_export  # noqa: PLC0415 - the same
    from choice.desk.log_reader import all_records  # noqa: PLC0415 - the same
    from choice.desk.store import WantedRecords  # noqa: PLC0415 - the same

    wanted = WantedRecords(tenant=given.tenant, agent=given.agent, words=given.words)
    as_csv = given.format == "csv" and not given.json
    async with open_existing_store(given.database) as store:
        if as_csv:
            sys.stdout.write(log_export.csv_header())
        async for record in all_records(store, wanted):
            lines = log_export.csv_lines(record) if as_csv else log_export.json_line(record) + "\n"
            sys.stdout.write(printed(lines))
    return 0


async def _verify(given: argparse.Namespace) -> int:
    from choice.assembly.desk import open_existing_store  # noqa: PLC0415 - only when the command runs
    from choice.desk.decision_log import Broken  # noqa: PLC0415 - the same
    from choice.desk.log_reader import verify_log  # noqa: PLC0415 - the same

    async with open_existing_store(given.database) as store:
        result = await verify_log(store)
    if isinstance(result, Broken):
        print(f"The log is broken at record {result.seq}: {result.reason}.")
        return _FAILED
    print(f"The log is whole: {result.records} records, the last one is {result.last.seq}.")
    return 0


COMMAND = Command(
    name="log",
    summary="export or verify the decision log",
    description=(
        "export prints every change of every question: who, where, when, what was chosen.\n"
        "verify checks that no record is missing and none was changed."
    ),
    example="examples:\n  choicewire log export --format csv > decisions.csv\n  choicewire log verify",
    add_arguments=_add_arguments,
    run=_run,
)
