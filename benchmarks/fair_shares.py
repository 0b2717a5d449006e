"""Response times of one tenant while an agent of another tenant has 2,400 questions in its queue.

The tenant asks and answers over HTTP. Meanwhile the other tenant answers some of its questions, each of which
admits another one. Compared is the same server without the queue.
"""

import asyncio
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, Skipped, at_most
from choice.testing.scripted_model import ScriptedModel

if TYPE_CHECKING:
    from tests.server.service import Running

_QUEUED = 2_400
_ROUNDS = 7
_IN_ROUND = 40
_PAUSE_SECONDS = 0.05
_LIMIT_SECONDS = 0.050
_FORM = {"questions": [{"text": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}]}
_ANSWER = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}


def results() -> Iterator[Result | Skipped]:
    """Measure SQLite, then PostgreSQL."""
    # Late: a dependency of Chainlit installs another `tests` package, which shadows ours.
    from tests.desk.postgres_server import PostgresServer, binaries  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        places = [f"sqlite:///{Path(folder) / name}.db" for name in ("quiet", "busy")]
        yield from _results("SQLite", places)
    programs = binaries()
    if programs is None:
        yield Skipped("another tenant on PostgreSQL", "PostgreSQL is not installed")
        return
    server = PostgresServer(programs)
    server.start()
    try:
        yield from _results("PostgreSQL", [server.new_database() for _ in range(2)])
    finally:
        server.remove()


def _results(database: str, places: list[str]) -> Iterator[Result]:
    quiet, busy = asyncio.run(_p95(places))
    name = f"another tenant's p95 on {database}, {_QUEUED} questions queued"
    ratios = [one / other for one, other in zip(busy, quiet, strict=True)]
    print(f"    {database}: p95 {statistics.median(quiet) * 1000:.1f} ms quiet,", end=" ")
    print(f"{statistics.median(busy) * 1000:.1f} ms with the queue (medians of {len(busy)} rounds)")
    yield Result(f"{name} / without a queue", _ratio(ratios), at_most(2))
    yield Result(f"{name} / 50 ms", _ratio([one / _LIMIT_SECONDS for one in busy]), at_most(1))


def _ratio(found: list[float]) -> Ratio:
    # A p95 of few requests varies more than a mean: the middle half of the rounds shows whether it is steady.
    low, _, high = statistics.quantiles(found, n=4)
    median = statistics.median(found)
    return Ratio(median, (high - low) / median)


async def _p95(places: list[str]) -> tuple[list[float], list[float]]:
    """Return the p95 of each round, in seconds: without a queue, and with it."""
    from tests.server.service import running, settings_for  # noqa: PLC0415 - as in `results`

    async with AsyncExitStack() as stack:
        runs = []
        for place in places:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            limits = {"most_queued": 2 * _QUEUED, "asks_per_minute": 10**6}
            settings = settings_for(Path(folder), place, **limits)
            runs.append(await stack.enter_async_context(running(settings, ScriptedModel([]))))
        quiet, busy = runs
        hasty, reader = busy.client("hasty", "flood", ("agent",)), busy.client("rita", "flood")
        await asyncio.gather(*[_fill(hasty, _QUEUED // 8) for _ in range(8)])
        found: tuple[list[float], list[float]] = ([], [])
        for number in range(_ROUNDS + 1):
            alone = await _round(quiet)
            answering = asyncio.ensure_future(_answer_and_ask(reader, hasty))
            beside = await _round(busy)
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
            if number:  # The first round is a warm-up.
                found[0].append(alone)
                found[1].append(beside)
        return found


async def _fill(agent: httpx.AsyncClient, questions: int) -> None:
    for _ in range(questions):
        (await agent.post("/api/interactions", json={"request": _FORM})).raise_for_status()


async def _answer_and_ask(person: httpx.AsyncClient, agent: httpx.AsyncClient) -> None:
    """Answer questions of the flooded tenant, and ask as many again, until cancelled."""
    while True:
        listed: dict[str, Any] = (await person.get("/api/interactions")).json()
        shown = [one["id"] for one in listed["interactions"] if not one["queued"]]
        for each in shown:
            (await person.post(f"/api/interactions/{each}/answer", json=_ANSWER)).raise_for_status()
            await _fill(agent, 1)
            await asyncio.sleep(_PAUSE_SECONDS)


async def _round(run: "Running") -> float:
    """Ask and answer in a tenant of its own, and return the 95th percentile of the times, in seconds."""
    tenant = f"t{next(_tenants)}"
    agent, person = run.client("bot", tenant, ("agent",)), run.client("ada", tenant)
    times: list[float] = []
    for _ in range(_IN_ROUND):
        begun = time.perf_counter()
        asked = (await agent.post("/api/interactions", json={"request": _FORM})).json()["id"]
        between = time.perf_counter()
        (await person.post(f"/api/interactions/{asked}/answer", json=_ANSWER)).raise_for_status()
        times += [between - begun, time.perf_counter() - between]
        await asyncio.sleep(_PAUSE_SECONDS / 10)
    return statistics.quantiles(times, n=20)[-1]


_tenants = itertools.count(1)
