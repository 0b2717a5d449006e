"""Stores under test."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from choice.desk import MemoryStore
from choice.desk.postgres.store import open_postgres_store
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.testing import ManualClock
from choice.testing.store_contract import Subject

KINDS = ("memory", "sqlite", "postgresql")

_CLOCK = (
    "CREATE OR REPLACE FUNCTION desk_now() RETURNS bigint LANGUAGE sql VOLATILE"
    " AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + %d $$"
)

Passing = Callable[[float], Awaitable[None]]


@asynccontextmanager
async def opened(place: str) -> AsyncIterator[Subject]:
    """Open a new store at a URL."""
    kind = place.partition(":")[0]
    clock = ManualClock()
    if kind == "memory":
        yield Subject(MemoryStore(clock, most_open=2, most_queued=5), passing(clock))
        return
    if kind == "sqlite":
        path = Path(place.removeprefix("sqlite:///"))
        create_sqlite_file(path)
        store = await open_sqlite_store(path, most_open=2, most_queued=5, clock=clock)
        pass_time = passing(clock)
    else:
        store = await open_postgres_store(place, most_open=2, most_queued=5)
        pass_time = passing_in(place)
    try:
        yield Subject(store, pass_time)
    finally:
        await store.close()


def passing(clock: ManualClock) -> Passing:
    async def pass_time(seconds: float) -> None:
        clock.advance(seconds)

    return pass_time


def passing_in(url: str) -> Passing:
    """Return a function that advances the clock of a PostgreSQL database."""
    passed = 0

    async def pass_time(seconds: float) -> None:
        nonlocal passed
        passed += round(seconds * 1_000_000)
        connection = await asyncpg.connect(url)
        await connection.execute(
            _CLOCK % passed  # the number is our own
        )
        await connection.close()

    return pass_time
