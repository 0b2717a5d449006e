"""`choicewire load`: rows for the chat's answers from a file, all or nothing."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from choice.cli.command import Command, UsageError
from choice.cli.progress_bar import ProgressBar
from choice.local import LOCAL_TENANT

if TYPE_CHECKING:
    from choice.chat.loading import Format
    from choice.chat.sources.writing import NewRow, Written

_KINDS = ("signals", "incidents", "issues", "metrics")
_FORMATS: "dict[str, Format]" = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
}
_BYTES_A_ROW = 200


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=_KINDS, metavar="KIND", help=", ".join(_KINDS))
    parser.add_argument("file", metavar="FILE", help="a CSV file with a line of column names, or JSON lines")
    parser.add_argument("--format", choices=("csv", "jsonl"), help="if the name of the file does not say it")
    parser.add_argument("--tenant", default=LOCAL_TENANT, help="whose rows they are (default: local)")
    parser.add_argument("--database", metavar="URL", help="instead of CHOICE_DATABASE_URL")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _run(given: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - only when the command runs

    from choice.chat.loading import BadFile  # noqa: PLC0415 - the same
    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        rows = _read(given)
        written = asyncio.run(_write(given, rows))
    except BadFile as error:
        message = f"nothing was loaded, {given.file} has mistakes:\n{error}"
        raise UsageError(message) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error
    _report(given, written)
    return 0


def _read(given: argparse.Namespace) -> "list[NewRow]":
    from choice.chat.loading import read_rows  # noqa: PLC0415 - only when the command runs

    path = Path(given.file)
    form = given.format or _FORMATS.get(path.suffix.lower())
    if form is None:
        message = f"{path.name} ends neither in .csv nor in .jsonl; say --format csv or --format jsonl."
        raise UsageError(message)
    if not given.tenant:
        message = "--tenant must not be empty."
        raise UsageError(message)
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read ({error.strerror})."
        raise UsageError(message) from error
    with ProgressBar("reading", len(data) // _BYTES_A_ROW) as bar:
        return read_rows(data, given.kind, form, bar.show)


async def _write(given: argparse.Namespace, rows: "list[NewRow]") -> "Written":
    from choice.assembly.desk import open_database  # noqa: PLC0415 - only when the command runs
    from choice.chat.sources.writing import write_rows  # noqa: PLC0415 - the same

    with ProgressBar("writing", len(rows)) as bar:
        async with open_database(given.database) as database:
            return await database.write(
                lambda tx: write_rows(tx, given.kind, given.tenant, rows, bar.show), given.tenant
            )


def _report(given: argparse.Namespace, written: "Written") -> None:
    if given.json:
        import json  # noqa: PLC0415 - only where it is asked for

        result = {
            "kind": given.kind,
            "tenant": given.tenant,
            "added": written.added,
            "replaced": written.replaced,
        }
        print(json.dumps(result, ensure_ascii=False))
        return
    print(f"{given.kind} of {given.tenant}: {written.added} added, {written.replaced} replaced.")
    sys.stdout.flush()


COMMAND = Command(
    name="load",
    summary="load signals, incidents, issues or metrics from a file",
    description=(
        "Reads CSV or JSON lines and writes the rows in one transaction: all or none.\n"
        "A row whose id is there already is replaced. visible_to names the roles that\n"
        "may see a row, in CSV with ; between them; without it everybody of the tenant\n"
        "may. Mistakes are told with line and field."
    ),
    example=(
        "examples:\n  choicewire load signals signals.csv --tenant acme\n"
        "  choicewire load incidents incidents.jsonl --json"
    ),
    add_arguments=_add_arguments,
    run=_run,
)
