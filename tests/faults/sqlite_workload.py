"""Run a workload on one SQLite file, and read the file afterwards."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import sqlalchemy as sa

from choice.desk import Asker, Desk
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
from tests.faults.oracle import Seen
from tests.faults.workload import Workload

Result = TypeVar("Result")
PLANNER = Asker("planner")
_PATIENCE = 5


class _Viewer:
    """Opens files through one engine, because creating one is slow."""

    def __init__(self) -> None:
        self._path = Path()
        self._engine = sa.create_engine(
            "sqlite://",
            creator=lambda: SqliteFile(self._path).connect(),
            poolclass=sa.NullPool,
            module=sqlite3,
        )

    def look(self, path: Path) -> Seen:
        """Return the contents of a file, opened like the store opens it."""
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
    """Whether a file has its tables."""
    return bool(connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one())


look = _Viewer().look


def complaints_without_a_file(folder: Path) -> list[str]:
    """Return the problems if a crash left no database: the next start must be able to create one."""
    marker = SqliteFile(folder / "desk.db").marker
    return [f"{marker.name} says that there was a database"] if marker.exists() else []


def warm_up() -> None:
    """Import everything a workload needs, so that forks of this process have it."""
    with TemporaryDirectory(dir=scratch()) as folder:
        run(Path(folder), 0, 6)
        look(Path(folder) / "desk.db")
    gc.collect()
    gc.freeze()


def run(folder: Path, seed: int, steps: int, step: Step | None = None, *, again: bool = False) -> None:
    """Run the workload of a seed on the file in a folder, or repeat it after a crash."""
    asyncio.run(run_in(folder, seed, steps, step, again=again))


async def run_in(  # noqa: PLR0913 - the parameters of a workload
    folder: Path,
    seed: int,
    steps: int,
    step: Step | None = None,
    *,
    again: bool = False,
    insist: bool = False,
) -> int:
    """Run the workload of a seed and return the number of store errors that were retried."""
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
        workload = Workload(desk, log, Random(seed), PLANNER, passing(clock), until_it_works)
        await workload.run(steps)
    log.close()
    return troubles
