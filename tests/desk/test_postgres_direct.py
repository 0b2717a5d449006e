"""Decisions in one round trip survive lost connections and wait a bounded time for locks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
import sqlalchemy as sa

from choice.desk import Desk, Interaction, WantedRecords
from choice.desk.postgres import connections as postgres_connections
from choice.desk.postgres import store as postgres_store
from choice.desk.postgres.connections import PostgresConnections
from choice.desk.postgres.store import PostgresRunner, open_postgres_store
from choice.errors import StoreClosed, StoreUnavailable
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import ORDINARY, PostgresServer

BLOCKED = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid() AND {which}"


@asynccontextmanager
async def administrator(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def desk_at(url: str) -> AsyncIterator[Desk]:
    async with Desk(await open_postgres_store(url)) as desk:
        yield desk


async def endings(desk: Desk, interaction: Interaction) -> int:
    wanted = WantedRecords(interaction_id=interaction.id, kinds=frozenset({"answered"}))
    return len(await desk.store.records(wanted))


async def test_an_idle_connection_that_was_lost_is_replaced(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with desk_at(url) as desk, administrator(url) as admin:
        interaction = await desk.open(STORE)
        await desk.store.load_many([interaction.id])
        await admin.execute(OTHERS.format(which="datname = current_database()"))

        answered = await desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1")

        assert (await desk.store.load_many([interaction.id]))[0].outcome == answered.outcome
        assert await endings(desk, interaction) == 1


async def test_a_connection_that_is_lost_while_deciding_is_replaced(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with desk_at(url) as desk, administrator(url) as holder, administrator(url) as admin:
        interaction = await desk.open(STORE)
        async with holder.transaction():
            await holder.execute("SELECT FROM interactions FOR UPDATE")
            answering = asyncio.create_task(desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1"))
            async with asyncio.timeout(10):
                while not await admin.fetch(BLOCKED):  # noqa: ASYNC110 - the server tells nobody
                    await asyncio.sleep(0)
            await admin.execute(OTHERS.format(which=f"pid IN ({BLOCKED})"))

        assert (await answering).state == "answered"
        assert await endings(desk, interaction) == 1


async def test_a_locked_row_is_waited_for_a_bounded_time(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (postgres_connections, postgres_store):
        monkeypatch.setattr(module, "TIMEOUT_SECONDS", 0.3)
    url = postgres.new_database()
    async with desk_at(url) as desk, administrator(url) as admin:
        interaction = await desk.open(STORE)
        async with admin.transaction():
            await admin.execute("SELECT FROM interactions FOR UPDATE")
            with pytest.raises(StoreUnavailable):
                await desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1")

        answered = await desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1")

        assert answered.state == "answered"
        assert await endings(desk, interaction) == 1


async def test_a_connection_that_the_server_closed_is_not_used_again(postgres: PostgresServer) -> None:
    async def trip_over(direct: asyncpg.Connection) -> None:
        used.append(direct)
        raise asyncpg.InternalClientError

    used: list[asyncpg.Connection] = []
    connections = PostgresConnections(sa.make_url(postgres.new_database()), pool=1)
    for lending in (connections.writing, connections.reading):
        with pytest.raises(asyncpg.InternalClientError):
            async with lending() as connection:
                await trip_over((await connection.get_raw_connection()).driver_connection)
    with pytest.raises(asyncpg.InternalClientError):
        async with connections.direct() as direct:
            await trip_over(direct)

    async with connections.reading() as connection, connections.direct() as direct:
        fresh = [(await connection.get_raw_connection()).driver_connection, direct]
        assert not {*map(id, fresh)} & {*map(id, used)}
    assert all(each.is_closed() for each in used)
    await connections.close()


async def test_an_invalid_statement_keeps_its_connection(postgres: PostgresServer) -> None:
    runner = PostgresRunner(sa.make_url(postgres.new_database()), None)
    await runner.start()
    with pytest.raises(sa.exc.ProgrammingError):
        await runner.read(lambda one: one.exec_driver_sql("SELECT nothing").scalar_one())
    with pytest.raises(asyncpg.DataError):
        await runner.load("\ud800", "local")

    assert await runner.load("none", "local") is None
    await runner.close()
    with pytest.raises(StoreClosed):
        await runner.load("none", "local")
