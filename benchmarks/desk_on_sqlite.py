"""An answer on SQLite, submitted → durable → waiter resumed, against a bare commit (wall time)."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from benchmarks.desk_bare_sqlite import BareSqlite
from benchmarks.desk_sample import ANNA, ANSWER, QUESTION, filled, journal_mode_of, open_desk_on
from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_least, at_most
from choice.desk import Desk, Interaction
from choice.models import Outcome

Each = TypeVar("Each")
_CLIENTS = 64
_AT_ONCE = 512
"""Answers per slice with many clients."""
_IN_TURN = 10
"""Answers per slice with one client."""
_BARE_IDS = 20_480


def results() -> Iterator[Result]:
    """Measure one client, then many clients, the latter also in CPU time."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        bench = runner.run(_Bench.on(Path(folder)))
        try:
            one = ratio_of_costs(
                lambda: runner.run(bench.ours_in_turn()),
                lambda: runner.run(bench.bare_in_turn()),
                rounds=7,
                pairs=15,
            )
            yield Result(
                "answer on SQLite, durable and waiter resumed / bare commit in a thread", one, at_most(1.5)
            )
            for name, clock, target in (
                ("throughput", time.perf_counter, at_least(0.35)),
                ("answers per CPU second", time.process_time, None),
            ):
                many = _throughput(runner, bench, clock)
                yield Result(f"{name} of {_CLIENTS} clients on SQLite / bare group commit", many, target)
        finally:
            runner.run(bench.close())


def _throughput(runner: asyncio.Runner, bench: "_Bench", clock: Callable[[], float]) -> Ratio:
    """Return the throughput: ours / peer."""
    ours: Cost = lambda: runner.run(bench.ours_at_once(clock))  # noqa: E731 - a cost has no arguments
    bare: Cost = lambda: runner.run(bench.bare_at_once(clock))  # noqa: E731
    return ratio_of_costs(bare, ours, rounds=7, pairs=3)


class _Bench:
    """A desk and its peer on separate files with the same journal mode."""

    def __init__(self, desk: Desk, bare: BareSqlite, ids: list[str]) -> None:
        self._desk = desk
        self._bare = bare
        self._ids = ids
        self._unused = list(ids)

    @classmethod
    async def on(cls, folder: Path) -> "_Bench":
        """Create and open both files."""
        desk = await (await open_desk_on(folder / "desk.db")).__aenter__()
        mode = await journal_mode_of(desk)
        ids = await filled(folder / "bare.db", _BARE_IDS)
        return cls(desk, BareSqlite(folder / "bare.db", mode), ids)

    async def close(self) -> None:
        """Close both."""
        self._bare.close()
        await self._desk.__aexit__(None, None, None)

    async def ours_in_turn(self) -> float:
        """Return our time per answer, sequentially, in seconds."""
        asked, waiting = await self._asked(_IN_TURN)
        return await _timed(zip(asked, waiting, strict=True), self._answer_and_wake)

    async def bare_in_turn(self) -> float:
        """Return the peer's time per answer, sequentially, in seconds."""
        ids = self._bare_ids(_IN_TURN)
        return await _timed(ids, self._bare.answer)

    async def ours_at_once(self, clock: Callable[[], float]) -> float:
        """Return our time per answer with many clients, in seconds."""
        asked, waiting = await self._asked(_AT_ONCE)
        begun = clock()
        await _by_clients(asked, lambda each: self._desk.answer(each, ANSWER, by=ANNA))
        for each in waiting:  # All are done by now; `gather` would add its own cost.
            await each
        return (clock() - begun) / _AT_ONCE

    async def bare_at_once(self, clock: Callable[[], float]) -> float:
        """Return the peer's time per answer with many clients, in seconds."""
        ids = self._bare_ids(_AT_ONCE)
        begun = clock()
        await _by_clients(ids, self._bare.answer)
        return (clock() - begun) / _AT_ONCE

    def _bare_ids(self, count: int) -> list[str]:
        if len(self._unused) < count:
            self._bare.reopen_all()
            self._unused = list(self._ids)
        taken, self._unused = self._unused[:count], self._unused[count:]
        return taken

    async def _asked(self, count: int) -> tuple[list[Interaction], list[asyncio.Task[Outcome]]]:
        asked = await asyncio.gather(*[self._desk.open(QUESTION) for _ in range(count)])
        waiting = [asyncio.create_task(self._desk.wait(each)) for each in asked]
        await asyncio.sleep(0)
        await self._desk.collect()  # It is read after what the tasks read: now all of them wait.
        return asked, waiting

    async def _answer_and_wake(self, asked: tuple[Interaction, asyncio.Task[Outcome]]) -> None:
        interaction, waiting = asked
        # A surface that takes an answer was told of the interaction itself, and has it at hand.
        answering = asyncio.create_task(self._desk.answer(interaction, ANSWER, by=ANNA))
        await waiting
        await answering


async def _timed(all_of_them: Iterable[Each], work: Callable[[Each], Awaitable[object]]) -> float:
    """Return the median time of the work per item, sequentially."""
    times: list[float] = []
    for each in all_of_them:
        begun = time.perf_counter()
        await work(each)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


async def _by_clients(all_of_them: list[Each], work: Callable[[Each], Awaitable[object]]) -> None:
    left = iter(all_of_them)

    async def client() -> None:
        for each in left:
            await work(each)

    await asyncio.gather(*[client() for _ in range(_CLIENTS)])
