"""What happens elsewhere is seen without hints, and trouble with the store is outlived."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from typing_extensions import override

from choice.answers import Outcome, TimedOut
from choice.desk.desk import Desk
from choice.desk.sqlite_store import create_sqlite_file, open_sqlite_store
from choice.desk.store import Wanted
from choice.errors import StoreMissing, StoreUnavailable
from tests.desk.desks import ANNA, SQLITE, STORE, bench
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened


class Logged(logging.Handler):
    """Waits for what the desk logs when it notices something by itself."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: asyncio.Queue[str] = asyncio.Queue()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self._messages.put_nowait(record.getMessage())

    async def next(self) -> str:
        return await asyncio.wait_for(self._messages.get(), 10)


@pytest.fixture
def logged() -> Iterator[Logged]:
    handler = Logged()
    logging.getLogger("choice.desk.pulse").addHandler(handler)
    yield handler
    logging.getLogger("choice.desk.pulse").removeHandler(handler)


@pytest.mark.requirement("UP2")
async def test_a_lost_hint_costs_no_more_than_one_look(shared_place: str) -> None:
    # These desks have no way to give each other hints.
    async with bench(shared_place) as here, bench(shared_place) as there:
        interaction = await here.desk.open(STORE)
        waiting = asyncio.create_task(here.desk.wait(interaction.id))
        await asyncio.sleep(0)
        await there.desk.answer(interaction.id, SQLITE, by=ANNA)

        await here.desk.catch_up()

        outcome = await asyncio.wait_for(waiting, 10)
        assert outcome.kind == "answered"


@pytest.mark.requirement("PC7", "QC15")
async def test_what_became_overdue_while_nobody_ran_ends_before_anything_else(shared_place: str) -> None:
    async with opened(shared_place) as subject, Desk(subject.store) as desk:
        interaction = await desk.open(STORE, timeout=10)
    async with opened(shared_place) as again:
        await again.pass_time(11)
        async with Desk(again.store) as desk:
            found = await desk.look(interaction.id, by=ANNA)

    assert isinstance(found.outcome, TimedOut)


async def test_trouble_with_the_store_is_reported_and_outlived(tmp_path: Path, logged: Logged) -> None:
    path = tmp_path / "desk.db"
    create_sqlite_file(path)
    async with Desk(await open_sqlite_store(path)) as desk:
        path.rename(tmp_path / "away.db")

        assert "The store cannot be looked at" in await logged.next()
        assert isinstance(desk.trouble, StoreMissing)

        (tmp_path / "away.db").rename(path)

        assert "The store can be looked at again" in await logged.next()
        assert desk.trouble is None
        assert (await desk.open(STORE)).state == "open"


async def _wait_however_long_it_takes(desk: Desk, interaction_id: str) -> Outcome:
    """Wait again when the server is away for longer than the desk has patience."""
    while True:
        try:
            return await desk.wait(interaction_id)
        except StoreUnavailable:
            continue


@pytest.mark.requirement("UP8")
async def test_a_restart_of_postgresql_loses_nothing(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with opened(url) as subject, Desk(subject.store) as desk:
        interaction = await desk.open(STORE)
        waiting = asyncio.create_task(_wait_however_long_it_takes(desk, interaction.id))
        await asyncio.to_thread(postgres.stop, "immediate")
        answering = asyncio.create_task(desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1"))
        await asyncio.to_thread(postgres.resume)

        try:
            answered = await answering
        except StoreUnavailable:
            # The server took longer than the desk waits for it; sending the same again settles it.
            answered = await desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1")

        assert await asyncio.wait_for(waiting, 20) == answered.outcome
        found = await subject.store.find(Wanted(tenant="local", state="answered"))
        assert [one.id for one in found] == [interaction.id]
