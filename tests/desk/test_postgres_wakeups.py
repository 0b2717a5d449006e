"""Wake-ups through LISTEN and NOTIFY, and reconnecting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from choice.desk import Desk
from choice.desk.postgres import store as postgres_store
from choice.desk.postgres.store import PostgresWakeups, open_postgres_store
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import ORDINARY, PostgresServer

WAITING_FOR_A_LOCK = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'"


@asynccontextmanager
async def desk_at(url: str) -> AsyncIterator[Desk]:
    async with Desk(await open_postgres_store(url), PostgresWakeups(url)) as desk:
        yield desk


@pytest.mark.requirement("UP2", "UP8")
async def test_a_waiter_is_woken_by_another_desk(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with desk_at(url) as here, desk_at(url) as there:
        interaction = await here.open(STORE)
        waiting = asyncio.create_task(here.wait(interaction.id))
        await asyncio.sleep(0)

        answered = await there.answer(interaction.id, SQLITE, by=ANNA)

        assert await asyncio.wait_for(waiting, 10) == answered.outcome


@pytest.mark.requirement("UP2")
async def test_a_notification_carries_only_the_id_of_the_interaction(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    listener = await asyncpg.connect(url)
    said: asyncio.Queue[str] = asyncio.Queue()
    await listener.add_listener(postgres_store.CHANNEL, lambda *message: said.put_nowait(message[-1]))
    async with desk_at(url) as desk:
        interaction = await desk.open(STORE)
        opened = await asyncio.wait_for(said.get(), 10)
        await desk.answer(interaction.id, SQLITE, by=ANNA)
        ended = await asyncio.wait_for(said.get(), 10)
    await listener.close()

    assert (opened, ended) == ("", interaction.id)


async def test_a_lost_connection_is_reopened(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "_RECONNECT_SECONDS", 0.01)
    url = postgres.new_database()
    admin = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    hints: asyncio.Queue[None] = asyncio.Queue()
    wakeups = PostgresWakeups(url)
    await wakeups.start(lambda: hints.put_nowait(None))
    await asyncio.wait_for(hints.get(), 10)

    await admin.execute(LISTENERS)

    await asyncio.wait_for(hints.get(), 10)
    await admin.execute("NOTIFY choicewire")
    await admin.execute("NOTIFY choicewire")
    await asyncio.wait_for(hints.get(), 10)
    await wakeups.close()
    await admin.close()


async def test_an_unavailable_server_is_retried(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "_RECONNECT_SECONDS", 0.01)
    wakeups = PostgresWakeups("postgresql://nobody@/none?host=/nowhere")

    await wakeups.start(lambda: None)
    wakeups.notify()
    await wakeups.close()

    assert "Lost the connection that listens" in caplog.text


async def test_wakeups_that_never_started_can_be_closed() -> None:
    await PostgresWakeups("postgresql:///none").close()


async def test_outcomes_are_loaded_on_the_listening_connection(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    wakeups = PostgresWakeups(url)
    async with desk_at(url) as desk:
        interaction = await desk.open(STORE)
        answered = await desk.answer(interaction.id, SQLITE, by=ANNA)
        await wakeups.start(lambda: None)

        first, busy = await asyncio.gather(
            wakeups.outcomes([interaction.id]), wakeups.outcomes([interaction.id])
        )
        again = await wakeups.outcomes(["nobody", interaction.id])
        await wakeups.close()

        assert first == again == [(interaction.id, answered.outcome)]
        assert busy is None
        assert await wakeups.outcomes([interaction.id]) is None


async def test_the_store_loads_outcomes_if_the_listening_connection_is_lost(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.new_database()
    admin = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    wakeups = PostgresWakeups(url)
    async with desk_at(url):
        await wakeups.start(lambda: None)
        await admin.execute("BEGIN; LOCK interactions")
        reading = asyncio.create_task(wakeups.outcomes(["i1"]))
        while not await admin.fetchval(WAITING_FOR_A_LOCK):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0)
        await admin.execute(LISTENERS.replace("query ILIKE 'LISTEN%'", "wait_event_type = 'Lock'"))

        assert await reading is None
        assert "Loading outcomes failed" in caplog.text
        await admin.execute("ROLLBACK")
        await wakeups.close()
    await admin.close()
