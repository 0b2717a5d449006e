"""Desks without a limit for open interactions."""

from pathlib import Path

from choice.desk import Desk, MemoryStore
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.testing import ManualClock
from tests.desk.desks import ANNA, SQLITE, STORE


async def test_nothing_is_queued_without_a_limit() -> None:
    async with Desk(MemoryStore(ManualClock(), most_open=None)) as desk:
        asked = [await desk.open(STORE) for _ in range(20)]
        await desk.answer(asked[0].id, SQLITE, by=ANNA)

    assert not any(one.queued for one in asked)


async def test_queued_interactions_can_be_answered_after_the_limit_is_removed(tmp_path: Path) -> None:
    path, clock = tmp_path / "desk.db", ManualClock()
    create_sqlite_file(path)
    async with Desk(await open_sqlite_store(path, most_open=1, clock=clock)) as desk:
        first, second = [await desk.open(STORE, timeout=60) for _ in range(2)]
    async with Desk(await open_sqlite_store(path, most_open=None, clock=clock)) as desk:
        await desk.answer(first.id, SQLITE, by=ANNA)
        clock.advance(1)
        await desk.store.sweep(10)
        answered = await desk.answer(second.id, SQLITE, by=ANNA)

    assert second.queued
    assert answered.state == "answered"
