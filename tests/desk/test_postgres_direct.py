"""What PostgreSQL decides in one trip survives lost connections, and waits for others a bounded time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
import sqlalchemy as sa

from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.postgres import runner as postgres_lines
from choice.desk.postgres import runner as postgres_runner
from choice.desk.postgres.runner import PostgresLines, open_postgres_store
from choice.desk.store import WantedRecords
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


async def test_a_connection_that_was_lost_while_idle_is_not_noticed(postgres: PostgresServer) -> None:
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


async def test_a_row_that_somebody_holds_is_waited_for_a_bounded_time(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (postgres_lines, postgres_runner):
        monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.3)
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


async def test_what_the_server_says_goodbye_to_is_not_used_again(postgres: PostgresServer) -> None:
    async def trip_over(line: asyncpg.Connection) -> None:
        used.append(line)
        raise asyncpg.InternalClientError

    used: list[asyncpg.Connection] = []
    lines = PostgresLines(sa.make_url(postgres.new_database()), pool=1)
    for lending in (lines.writing, lines.reading):
        with pytest.raises(asyncpg.InternalClientError):
            async with lending() as connection:
                await trip_over((await connection.get_raw_connection()).driver_connection)
    with pytest.raises(asyncpg.InternalClientError):
        async with lines.line() as line:
            await trip_over(line)

    async with lines.reading() as connection, lines.line() as line:
        fresh = [(await connection.get_raw_connection()).driver_connection, line]
        assert not {*map(id, fresh)} & {*map(id, used)}
    assert all(each.is_closed() for each in used)
    await lines.close()


async def test_a_mistake_in_a_statement_costs_no_connection(postgres: PostgresServer) -> None:
    runner = postgres_runner.PostgresRunner(sa.make_url(postgres.new_database()), None)
    await runner.start()
    with pytest.raises(sa.exc.ProgrammingError):
        await runner.read(lambda one: one.exec_driver_sql("SELECT nothing").scalar_one())
    with pytest.raises(asyncpg.DataError):
        await runner.load("\ud800", "local")

    assert await runner.load("none", "local") is None
    await runner.close()
    with pytest.raises(StoreClosed):
        await runner.load("none", "local")
