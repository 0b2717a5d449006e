"""Race: contenders in four processes end the same interactions; one wins, the others get its outcome."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from choice.desk import Desk, Interaction, WantedRecords
from choice.desk.log import ENDINGS, Broken, ChainStart, verify
from choice.models import Answered, Cancelled, Question
from tests.faults.postgres import server
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder
from tests.faults.stores import desk_at

ROOT = Path(__file__).parents[2]
PROCESSES = 4
_ATTEMPTS_AT_ONCE = 1600
_OPENED_AT_ONCE = 25
_ROUNDS = {8: 45, 16: 8, 64: 8}
"""Numbers of contenders and their weights: nine of ten questions have eight, one of fifty has 64."""
_LINE = 2**24
"""Longest line that a contender prints."""


class _Attempt(NamedTuple):
    """Result of one contender, timed by the shared monotonic clock."""

    how: str
    who: str
    begun: float
    told: float


def contest_on_sqlite(plan: Plan) -> Report:
    """Run races on one SQLite file."""
    with folder() as place:
        return asyncio.run(_contest(f"sqlite:///{place / 'desk.db'}", plan))


def contest_on_postgresql(plan: Plan) -> Report:
    """Run races on one PostgreSQL database."""
    with server(durable=False) as postgres:
        return asyncio.run(_contest(postgres.new_database(), plan))


async def _contest(url: str, plan: Plan) -> Report:
    report, random = Report(), Random(plan.seed)
    async with desk_at(url) as desk, AsyncExitStack() as stack:
        processes = [
            await stack.enter_async_context(_contender(url, f"p{number}", plan.variant))
            for number in range(PROCESSES)
        ]
        seen = 0
        while plan.wants_more(report):
            contenders = random.choices(list(_ROUNDS), list(_ROUNDS.values()))[0]
            many = min(_ATTEMPTS_AT_ONCE // contenders, plan.points - report.points)
            seen = await _round(desk, processes, many, contenders, random, seen, report)
            report.points += many
        report.counts["records in the verified chain"] = seen
    return report


async def _round(  # noqa: PLR0913, PLR0917 - all that a round depends on
    desk: Desk,
    processes: Sequence[Process],
    many: int,
    contenders: int,
    random: Random,
    seen: int,
    report: Report,
) -> int:
    """Run some races, check each, and verify the new records; return the last record's number."""
    ids = await _asked(desk, many)
    start = await _chain_at(desk, seen)
    order = {"ids": ids, "contenders": contenders // PROCESSES}
    for process in processes:
        _send(process, order | {"seed": random.randrange(10**9)})
    fared: dict[str, list[_Attempt]] = defaultdict(list)
    for process in processes:
        for one, *how in await _heard(process):
            fared[one].append(_Attempt(*how))
    ended = {one.id: one for one in await desk.store.load_many(ids)}
    for one in ids:
        report.complain(one, _problems(fared[one], ended[one], contenders))
        decided = min((attempt.told for attempt in fared[one] if attempt.how == "won"), default=0)
        report.counts["attempts begun before the winner was told"] += sum(
            attempt.begun < decided for attempt in fared[one]
        )
    report.counts["attempts"] += many * contenders
    report.counts[f"questions with {contenders} contenders"] += many
    records = await desk.store.records(WantedRecords(after=seen, most=1_000_000))
    verdict = verify(records, start)
    report.complain("log", [f"the chain is broken: {verdict}"] if isinstance(verdict, Broken) else [])
    endings = sum(record.kind in ENDINGS for record in records)
    report.complain("log", [] if endings == many else [f"{endings} endings of {many} questions"])
    return records[-1].seq


async def _asked(desk: Desk, many: int) -> list[str]:
    """Ask questions in batches: more at once would exceed the wait for a connection."""
    question = Question(text="Which one?", options=["This", "That"])
    ids: list[str] = []
    while len(ids) < many:
        some = min(_OPENED_AT_ONCE, many - len(ids))
        ids += [opened.id for opened in await asyncio.gather(*[desk.open(question) for _ in range(some)])]
    return ids


async def _chain_at(desk: Desk, seq: int) -> ChainStart:
    if not seq:
        return await desk.store.chain_start()
    [record] = await desk.store.records(WantedRecords(after=seq - 1, most=1))
    return ChainStart(seq, record.hash)


def _problems(fared: list[_Attempt], interaction: Interaction, contenders: int) -> list[str]:
    outcome = interaction.outcome
    if not isinstance(outcome, Answered | Cancelled):
        return [f"it ended as {outcome}"]
    won = sum(attempt.how == "won" for attempt in fared)
    found = [] if won == 1 else [f"{won} were told that they won"]
    named = {attempt.who for attempt in fared}
    found += [] if named == {outcome.answered_by} else [f"{named} were named, {outcome.answered_by} it was"]
    replies = len(fared)
    return found if replies == contenders else [*found, f"{replies} of {contenders} got a reply"]


@asynccontextmanager
async def _contender(url: str, name: str, variant: str | None) -> AsyncIterator[Process]:
    command = [sys.executable, "-m", "tests.faults.contender", url, name, *([variant] if variant else [])]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, cwd=ROOT, limit=_LINE)
    try:
        await _heard(process)
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def _send(process: Process, order: object) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(order).encode() + b"\n")


async def _heard(process: Process) -> list[list[Any]]:
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), 120)
    said: list[list[Any]] = json.loads(line)
    return said
