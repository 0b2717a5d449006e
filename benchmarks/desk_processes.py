"""A question asked in one process and answered in another: time until the waiter resumes (wall time).

PostgreSQL is compared with the same transaction and a NOTIFY on bare asyncpg, SQLite with 10 ms.
"""

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from benchmarks.desk_sample import ANNA, QUESTION
from benchmarks.measuring import Ratio, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_most
from choice.assembly.desk import open_desk
from choice.desk import Desk

_IN_TURN = 10
_LIMIT_SECONDS = 0.010
_ON_POSTGRESQL = "answer on PostgreSQL, waiter in another process / bare asyncpg commit + NOTIFY"
_TABLES = """
    CREATE TABLE raw_questions (id int PRIMARY KEY, state text, body text, outcome text);
    CREATE TABLE raw_log (seq bigserial PRIMARY KEY, question int, body text)
"""
_ASK = "INSERT INTO raw_questions VALUES ($1, 'open', $2)"


def results() -> Iterator[Result | Skipped]:
    """Measure PostgreSQL, then SQLite."""
    # Late: a dependency of Chainlit installs another `tests` package, which shadows ours.
    from tests.desk.postgres_server import PostgresServer, binaries  # noqa: PLC0415

    programs = binaries()
    if programs is None:
        yield Skipped(_ON_POSTGRESQL, "PostgreSQL is not installed")
    else:
        server = PostgresServer(programs)
        server.start()
        try:
            yield Result(_ON_POSTGRESQL, _on_postgresql(server.new_database()), at_most(1.6))
        finally:
            server.remove()
    with tempfile.TemporaryDirectory() as folder:
        ratio = _on_sqlite(f"sqlite:///{Path(folder) / 'desk.db'}")
    yield Result("answer on SQLite, waiter in another process / 10 ms", ratio, at_most(1))


def _on_postgresql(url: str) -> Ratio:
    with asyncio.Runner() as runner:
        pair = runner.run(_Pair.on(url))
        ratio = ratio_of_costs(
            lambda: runner.run(pair.through_the_desk()), lambda: runner.run(pair.bare()), rounds=7, pairs=2
        )
        runner.run(pair.close())
    return ratio


def _on_sqlite(url: str) -> Ratio:
    with asyncio.Runner() as runner:
        pair = runner.run(_Pair.on(url))
        ratio = ratio_of_costs(
            lambda: runner.run(pair.through_the_desk()), lambda: _LIMIT_SECONDS, rounds=7, pairs=2
        )
        runner.run(pair.close())
    return ratio


class _Pair:
    """This process, which waits, and another, which answers."""

    def __init__(self, desk: Desk, other: asyncio.subprocess.Process) -> None:
        self._desk = desk
        self._other = other
        self._heard: asyncio.Queue[object] = asyncio.Queue()
        self._numbers = itertools.count(1)
        self._listening: asyncpg.Connection | None = None
        self.closing: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()

    @classmethod
    async def on(cls, url: str) -> "_Pair":
        """Open a desk in this process and start the other one."""
        ready: asyncio.Future[_Pair] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(cls._stay_open(url, ready))
        pair = await ready
        pair.closing = task
        return pair

    async def close(self) -> None:
        """Close the desk and end the other process."""
        self._closed.set()
        if self.closing is not None:
            await self.closing

    async def through_the_desk(self) -> float:
        """Return the median time from submitting the answer to resuming the waiter."""
        times: list[float] = []
        for _ in range(_IN_TURN):
            asked = await self._desk.open(QUESTION)
            waiting = asyncio.create_task(self._desk.wait(asked.id))
            await asyncio.sleep(0)
            await self._desk.look(
                asked.id, by=ANNA
            )  # This read follows the task's own read, so the task waits now.
            self._tell(f"desk {asked.id}")
            await waiting
            times.append(time.perf_counter() - await self._submitted())
        return statistics.median(times)

    async def bare(self) -> float:
        """Return the same time without a desk."""
        times: list[float] = []
        assert self._listening is not None
        for _ in range(_IN_TURN):
            number = next(self._numbers)
            # Each is asked first, as on the desk; otherwise the server is still warm from the last answer.
            await self._listening.execute(_ASK, number, "x" * 600)
            self._tell(f"raw {number}")
            await self._heard.get()
            resumed = time.perf_counter()
            times.append(resumed - await self._submitted())
        return statistics.median(times)

    @classmethod
    async def _stay_open(cls, url: str, ready: "asyncio.Future[_Pair]") -> None:
        async with open_desk(url) as desk, _other_process(url) as other:
            pair = cls(desk, other)
            if url.startswith("postgresql"):
                await pair._listen(url)
            ready.set_result(pair)
            await pair._closed.wait()
            if pair._listening is not None:
                await pair._listening.close()

    async def _listen(self, url: str) -> None:
        self._listening = await asyncpg.connect(url)
        await self._listening.execute(_TABLES)
        await self._listening.add_listener("raw", lambda *message: self._heard.put_nowait(message))

    def _tell(self, line: str) -> None:
        assert self._other.stdin is not None
        self._other.stdin.write(f"{line}\n".encode())

    async def _submitted(self) -> float:
        assert self._other.stdout is not None
        return float(await self._other.stdout.readline())


@asynccontextmanager
async def _other_process(url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    pipe = asyncio.subprocess.PIPE
    module = "benchmarks.desk_other_process"
    other = await asyncio.create_subprocess_exec(sys.executable, "-m", module, url, stdin=pipe, stdout=pipe)
    assert other.stdin is not None
    assert other.stdout is not None
    assert await other.stdout.readline() == b"ready\n"
    try:
        yield other
    finally:
        other.stdin.close()
        await other.wait()
