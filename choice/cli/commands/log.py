"""`choicewire log` and `choicewire stats`: the decision log, exported, verified or counted."""

import argparse
import asyncio
import json
import sys
from statistics import median

from choice.assembly.desk import open_existing_store
from choice.cli.output import for_output
from choice.desk import log_reports
from choice.desk.log import Broken
from choice.desk.log_reports import Statistics, all_records, verify_log
from choice.desk.store import WantedRecords
from choice.plain_text import cut, plain_line

_FAILED = 1
_LONGEST_QUESTION = 200
"""Characters of a question that `stats` prints."""


def run(given: argparse.Namespace) -> int:
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
