"""`choicewire load`, `log` and `stats`: load rows for the chat, and read the decision log."""

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
"""Average size of a row, to estimate progress."""
_FAILED = 1
_MAX_QUESTION = 200
"""Maximum number of characters of a question that `stats` prints."""


def load(args: argparse.Namespace) -> int:
    """Parse a file and write its rows in one transaction."""
    tenant = LOCAL_TENANT if args.tenant is None else args.tenant
    if not tenant:
        message = "--tenant must not be empty."
        raise UsageError(message)
    try:
        rows = _read(args)
        written = asyncio.run(_write(args, tenant, rows))
    except BadFile as error:
        message = f"{args.file} has errors. No rows were loaded.\n{error}"
        raise UsageError(message) from error
    _report(args, tenant, written)
    return 0


def _read(args: argparse.Namespace) -> list[NewRow]:
    path = Path(args.file)
    format_ = args.format or _FORMATS.get(path.suffix.lower())
    if format_ is None:
        message = f"cannot infer the format of {path.name}. Add --format csv or --format jsonl."
        raise UsageError(message)
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot read {path} ({error.strerror})."
        raise UsageError(message) from error
    with ProgressBar("reading", len(data) // _BYTES_PER_ROW) as bar:
        return parse_rows(data, args.kind, format_, bar.show)


async def _write(args: argparse.Namespace, tenant: str, rows: list[NewRow]) -> Written:
    with ProgressBar("writing", len(rows)) as bar:
        async with open_database(args.database) as database:
            return await database.write(lambda tx: write_rows(tx, args.kind, tenant, rows, bar.show), tenant)


def _report(args: argparse.Namespace, tenant: str, written: Written) -> None:
    if args.json:
        result = {
            "kind": args.kind,
            "tenant": tenant,
            "added": written.added,
            "replaced": written.replaced,
        }
        print(json.dumps(result, ensure_ascii=False))
    else:
        print(f"Loaded {args.kind} of tenant {tenant}: {written.added} added, {written.replaced} replaced.")


def log(args: argparse.Namespace) -> int:
    """Export or verify the decision log."""
    return asyncio.run(_verify(args) if args.action == "verify" else _export(args))


def stats(args: argparse.Namespace) -> int:
    """Print statistics for each question: chosen options, response times and free-text answers."""
    return asyncio.run(_print_stats(args))


async def _export(args: argparse.Namespace) -> int:
    query = WantedRecords(tenant=args.tenant, agent=args.agent, words=args.words)
    as_csv = args.format == "csv" and not args.json
    async with open_existing_store(args.database) as store:
        if as_csv:
            sys.stdout.write(log_reports.csv_header())
        async for record in all_records(store, query):
            lines = log_reports.csv_lines(record) if as_csv else log_reports.json_line(record) + "\n"
            sys.stdout.write(for_output(lines))
    return 0


async def _verify(args: argparse.Namespace) -> int:
    async with open_existing_store(args.database) as store:
        result = await verify_log(store)
    if isinstance(result, Broken):
        print(f"The log is corrupt at record {result.seq}: {result.reason}.")
        return _FAILED
    print(f"The log is intact: {result.records} records, last sequence number {result.last.seq}.")
    return 0


async def _print_stats(args: argparse.Namespace) -> int:
    statistics = Statistics()
    async with open_existing_store(args.database) as store:
        async for record in all_records(store, WantedRecords(tenant=args.tenant, agent=args.agent)):
            statistics.add(record)
    if args.json:
        print(json.dumps([one.snapshot() for one in statistics.questions()], ensure_ascii=False))
        return 0
    for one in statistics.questions():
        print(cut(plain_line(one.question), _MAX_QUESTION))
        ended = f"cancelled {one.cancelled}, timed out {one.timed_out}, superseded {one.superseded}"
        print(f"  asked {one.asked}, answered {one.answered}, with free text {one.own_words}, {ended}")
        if one.seconds:
            print(f"  median response time {median(one.seconds):.1f} s, under 0.3 s: {one.too_quick}")
        for label, times in one.chosen.most_common():
            print(f"  {times:>6}  {plain_line(label)}")
    return 0
