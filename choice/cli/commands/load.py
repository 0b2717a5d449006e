"""`choicewire load`: load rows for the chat's answers from a file, all or nothing."""

import argparse
import asyncio
import json
from pathlib import Path

from choice.assembly.desk import open_database
from choice.cli.command import UsageError
from choice.cli.output import ProgressBar
from choice.local import LOCAL_TENANT
from choice.sources.loading import BadFile, Format, NewRow, Written, parse_rows, write_rows

_FORMATS: dict[str, Format] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
}
_BYTES_PER_ROW = 200
"""Estimate for the progress bar."""


def run(given: argparse.Namespace) -> int:
    """Read the file and write its rows in one transaction."""
    tenant = LOCAL_TENANT if given.tenant is None else given.tenant
    if not tenant:
        message = "--tenant must not be empty."
        raise UsageError(message)
    try:
        rows = _read(given)
        written = asyncio.run(_write(given, tenant, rows))
    except BadFile as error:
        message = f"nothing was loaded, {given.file} has errors:\n{error}"
        raise UsageError(message) from error
    _report(given, tenant, written)
    return 0


def _read(given: argparse.Namespace) -> list[NewRow]:
    path = Path(given.file)
    format_ = given.format or _FORMATS.get(path.suffix.lower())
    if format_ is None:
        message = f"{path.name} ends neither in .csv nor in .jsonl; add --format csv or --format jsonl."
        raise UsageError(message)
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read ({error.strerror})."
        raise UsageError(message) from error
    with ProgressBar("reading", len(data) // _BYTES_PER_ROW) as bar:
        return parse_rows(data, given.kind, format_, bar.show)


async def _write(given: argparse.Namespace, tenant: str, rows: list[NewRow]) -> Written:
    with ProgressBar("writing", len(rows)) as bar:
        async with open_database(given.database) as database:
            return await database.write(lambda tx: write_rows(tx, given.kind, tenant, rows, bar.show), tenant)


def _report(given: argparse.Namespace, tenant: str, written: Written) -> None:
    if given.json:
        result = {
            "kind": given.kind,
            "tenant": tenant,
            "added": written.added,
            "replaced": written.replaced,
        }
        print(json.dumps(result, ensure_ascii=False))
    else:
        print(f"{given.kind} of {tenant}: {written.added} added, {written.replaced} replaced.")
