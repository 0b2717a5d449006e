"""`choicewire load`, `log` and `stats`: write rows for the chat's answers, read the decision log."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from statistics import median

from choice.assembly.desk import open_database, open_existing_store
from choice.cli.arguments import UsageError
from choice.cli.output import ProgressBar, for_output
from choice.desk import Broken, Statistics, WantedRecords, all_records, log_reports, verify_log
from choice.local import LOCAL_TENANT
from choice.plain_text import cut, plain_line
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
_FAILED = 1
_LONGEST_QUESTION = 200
"""Characters of a question that `stats` prints."""


def load(given: argparse.Namespace) -> int:
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


def log(given: argparse.Namespace) -> int:
    """Export or verify the decision log."""
    return asyncio.run(_verify(given) if given.action == "verify" else _export(given))


def stats(given: argparse.Namespace) -> int:
    """Print which options were chosen, how fast, and how often own words."""
    return asyncio.run(_print_stats(given))


async def _export(given: argparse.Namespace) -> int:
    wanted = WantedRecords(tenant=given.tenant, agent=given.agent, words=given.words)
    as_csv = given.format == "csv" and not given.json
    async with open_existing_store(given.database) as store:
        if as_csv:
            sys.stdout.write(log_reports.csv_header())
        async for record in all_records(store, wanted):
            lines = log_reports.csv_lines(record) if as_csv else log_reports.json_line(record) + "\n"
            sys.stdout.write(for_output(lines))
    return 0


async def _verify(given: argparse.Namespace) -> int:
    async with open_existing_store(given.database) as store:
        result = await verify_log(store)
    if isinstance(result, Broken):
        print(f"The log is broken at record {result.seq}: {result.reason}.")
        return _FAILED
    print(f"The log is whole: {result.records} records, the last one is {result.last.seq}.")
    return 0


async def _print_stats(given: argparse.Namespace) -> int:
    counted = Statistics()
    async with open_existing_store(given.database) as store:
        async for record in all_records(store, WantedRecords(tenant=given.tenant, agent=given.agent)):
            counted.add(record)
    if given.json:
        print(json.dumps([one.snapshot() for one in counted.questions()], ensure_ascii=False))
        return 0
    for one in counted.questions():
        print(cut(plain_line(one.question), _LONGEST_QUESTION))
        ended = f"cancelled {one.cancelled}, timed out {one.timed_out}, superseded {one.superseded}"
        print(f"  asked {one.asked}, answered {one.answered}, in own words {one.own_words}, {ended}")
        if one.seconds:
            print(f"  median time to the answer {median(one.seconds):.1f} s, too fast {one.too_quick}")
        for label, times in one.chosen.most_common():
            print(f"  {times:>6}  {plain_line(label)}")
    return 0
