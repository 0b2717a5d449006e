"""A day at a desk on one SQLite file, and what the file holds afterwards."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import sqlalchemy as sa

from choice.desk.desk import Desk
from choice.desk.people import Asker
from choice.desk.sql import reads as sql_reads
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.desk.store import Step, Wanted, WantedRecords
from choice.errors import StoreError
from choice.testing import ManualClock
from choice.testing.manual_clock import NOON
from tests.desk.stores import passing
from tests.faults.ack_log import AckLog
from tests.faults.children import scratch
from tests.faults.day import Day
from tests.faults.oracle import Seen

Result = TypeVar("Result")
PLANNER = Asker("planner")
_PATIENCE = 5


class _Viewer:
    """Opens one file after the other through one engine, which is slow to make."""

    def __init__(self) -> None:
        self._path = Path()
        self._engine = sa.create_engine(
            "sqlite://",
            creator=lambda: SqliteFile(self._path).connect(),
            poolclass=sa.NullPool,
            module=sqlite3,
        )

    def look(self, path: Path) -> Seen:
        """Return all that a file holds, opened as the store opens it."""
        self._path = path
        with self._engine.connect() as connection:
            damage = str(connection.exec_driver_sql("PRAGMA integrity_check").scalars().first())
            if damage != "ok" or not _is_migrated(connection):
                return Seen([], [], None, damage)
            return Seen(
                sql_reads.find(connection, Wanted(tenant=PLANNER.tenant, most=10_000)),
                sql_reads.records(connection, WantedRecords(most=100_000)),
                sql_reads.chain_start(connection),
            )


def _is_migrated(connection: sa.Connection) -> bool:
    """Tell whether a file has its tables yet."""
    return bool(connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one())


look = _Viewer().look


def complaints_without_a_file(folder: Path) -> list[str]:
    """Say what is wrong where a crash left no database: whoever comes next must be able to make one."""
    marker = SqliteFile(folder / "desk.db").marker
    return [f"{marker.name} says that there was a database"] if marker.exists() else []


def warm_up() -> None:
    """Load all that a day needs, so that forks of this process have it already."""
    with TemporaryDirectory(dir=scratch()) as folder:
        live(Path(folder), 0, 6)
        look(Path(folder) / "desk.db")
    gc.collect()
    gc.freeze()


def live(folder: Path, seed: int, things: int, step: Step | None = None, *, again: bool = False) -> None:
    """Live the day of a seed on the file in a folder, alone; the same day again after a crash."""
    asyncio.run(day_in(folder, seed, things, step, again=again))


async def day_in(  # noqa: PLR0913 - all that a day depends on
    folder: Path,
    seed: int,
    things: int,
    step: Step | None = None,
    *,
    again: bool = False,
    insist: bool = False,
) -> int:
    """Live the day of a seed, and return how often the store was in trouble: never, unless one insists."""
    clock = ManualClock(NOON + timedelta(minutes=5 if again else 0))
    path, log = folder / "desk.db", AckLog(folder / "acks")
    troubles = 0

    async def until_it_works(call: Callable[[], Awaitable[Result]]) -> Result:
        nonlocal troubles
        for _ in range(_PATIENCE if insist else 0):
            try:
                return await call()
            except StoreError:
                troubles += 1
        return await call()

    create_sqlite_file(path)
    store = await until_it_works(lambda: open_sqlite_store(path, clock=clock, step=step))
    async with Desk(store) as desk:
        day = Day(desk, log, Random(seed), PLANNER, passing(clock), until_it_works)
        await day.live(things)
    log.close()
    return troubles
