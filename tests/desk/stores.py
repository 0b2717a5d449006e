"""The stores that the tests of the desk run on."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from choice.desk.memory_store import MemoryStore
from choice.desk.sqlite_store import create_sqlite_file, open_sqlite_store
from choice.testing import ManualClock
from choice.testing.store_contract import Subject

Opener = Callable[[Path], AbstractAsyncContextManager[Subject]]


def passing(clock: ManualClock) -> Callable[[float], Awaitable[None]]:
    async def pass_time(seconds: float) -> None:
        clock.advance(seconds)

    return pass_time


@asynccontextmanager
async def memory(_folder: Path) -> AsyncIterator[Subject]:
    clock = ManualClock()
    yield Subject(MemoryStore(clock, most_open=2), passing(clock))


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Subject]:
    clock = ManualClock()
    create_sqlite_file(folder / "desk.db")
    store = await open_sqlite_store(folder / "desk.db", most_open=2, clock=clock)
    try:
        yield Subject(store, passing(clock))
    finally:
        await store.close()


OPENERS: dict[str, Opener] = {"memory": memory, "sqlite": sqlite}
