"""Row-level security in PostgreSQL isolates tenants."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from choice.desk import Asker, new_id
from choice.desk.asking import opening
from choice.desk.postgres.store import PostgresRunner
from choice.desk.sql.schema import decision_log, interactions, seats, wall_around
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import EVERY_TENANT, Transaction, Whose
from choice.desk.store import Opening, Wanted, WantedRecords
from choice.models import Question
from choice.testing.manual_clock import NOON
from tests.desk.postgres_server import ORDINARY, PostgresServer

WALLED = (interactions, seats, decision_log)
TENANTS = ("anna & co", "bert & co")
STRANGE = ("", "*", "on", "anna & co' OR true --", "every tenant")


@asynccontextmanager
async def running(url: str) -> AsyncIterator[PostgresRunner]:
    runner = PostgresRunner(make_url(url), most_open=2)
    await runner.start()
    try:
        yield runner
    finally:
        await runner.close()


@asynccontextmanager
async def two_tenants(postgres: PostgresServer) -> AsyncIterator[PostgresRunner]:
    """Create a database with one interaction of each of two tenants."""
    async with running(postgres.new_database()) as runner:
        for tenant in TENANTS:
            await SqlStore(runner).open(_asked_by(tenant))
        yield runner


def _asked_by(tenant: str) -> Opening:
    question = Question(text="Which store?", options=["SQLite", "PostgreSQL"])
    return opening(question, {"asked_by": Asker("agent", tenant=tenant)}, new_id(), NOON)


def _everything_in(table: sa.Table) -> Callable[[sa.Connection], list[str]]:
    """Return a unit that reads a table without a tenant filter."""
    return lambda connection: list(connection.execute(sa.select(table.c.tenant)).scalars())


@pytest.mark.parametrize("table", WALLED, ids=[table.name for table in WALLED])
async def test_a_query_without_a_tenant_returns_no_rows(table: sa.Table, postgres: PostgresServer) -> None:
    async with two_tenants(postgres) as runner:
        found = [await runner.read(_everything_in(table), whose) for whose in (None, *TENANTS, *STRANGE)]
        everything = await runner.read(_everything_in(table), EVERY_TENANT)

    assert found == [[], *[[tenant] for tenant in TENANTS], *[[] for _ in STRANGE]]
    assert sorted(everything) == sorted(TENANTS)


async def test_every_table_with_a_tenant_has_row_level_security(postgres: PostgresServer) -> None:
    walls = sa.text("SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity")
    tenants = sa.text("SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant'")
    async with running(postgres.new_database()) as runner:
        walled = await runner.read(lambda connection: set(connection.execute(walls).scalars()))
        with_tenant = await runner.read(lambda connection: set(connection.execute(tenants).scalars()))

    assert walled == with_tenant
    assert walled > {table.name for table in WALLED}


@pytest.mark.parametrize("whose", [None, TENANTS[0]])
async def test_an_update_without_a_tenant_filter_does_not_change_other_tenants(
    whose: Whose, postgres: PostgresServer
) -> None:
    def forgetful(tx: Transaction) -> list[int]:
        return [
            tx.connection.execute(sa.update(interactions).values(agent="thief")).rowcount,
            tx.connection.execute(sa.delete(seats)).rowcount,
            tx.connection.execute(sa.delete(decision_log)).rowcount,
        ]

    async with two_tenants(postgres) as runner:
        changed = await runner.write(forgetful, whose)
        [other] = await SqlStore(runner).find(Wanted(tenant=TENANTS[1]))

    assert changed == ([0, 0, 0] if whose is None else [1, 1, 1])
    assert other.asked_by.agent == "agent"


async def test_rows_of_another_tenant_cannot_be_written(postgres: PostgresServer) -> None:
    async with two_tenants(postgres) as runner:
        with pytest.raises(sa.exc.ProgrammingError, match="row-level security"):
            await runner.write(lambda tx: runner.units.open(tx, _asked_by(TENANTS[1])), TENANTS[0])


async def test_the_tenant_of_a_connection_is_reset_after_each_unit(postgres: PostgresServer) -> None:
    async with two_tenants(postgres) as runner:
        store = SqlStore(runner)
        [asked] = await store.find(Wanted(tenant=TENANTS[0]))
        assert await store.load(asked.id, TENANTS[0]) == asked
        await store.alter(asked.id, TENANTS[0], lambda _one, _now: None)

        # The connection that was used last is the next to be used.
        assert await runner.read(_everything_in(interactions)) == []


async def test_each_tenant_sees_only_its_own_records_of_the_log(postgres: PostgresServer) -> None:
    async with two_tenants(postgres) as runner:
        store = SqlStore(runner)
        numbers = [
            [record.seq for record in await store.records(WantedRecords(tenant=tenant))]
            for tenant in (*TENANTS, None)
        ]

    assert numbers == [[1], [2], [1, 2]]


async def test_a_superuser_gets_a_warning_that_row_level_security_does_not_apply(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres.new_database()
    with caplog.at_level(logging.WARNING):
        async with running(url):
            assert caplog.messages == []
        async with running(url.replace(ORDINARY, "postgres")):
            pass

    assert "does not apply to a superuser" in caplog.text


async def test_row_level_security_can_be_enabled_twice_on_a_table(postgres: PostgresServer) -> None:
    connection = await asyncpg.connect(postgres.new_database())
    try:
        await connection.execute("CREATE TABLE threads (tenant text); INSERT INTO threads VALUES ('anna')")
        for statement in wall_around("threads") * 2:
            await connection.execute(statement)
        hidden = await connection.fetch("SELECT * FROM threads")
        async with connection.transaction():
            await connection.execute("SELECT set_config('choice.tenant', 'anna', true)")
            seen = await connection.fetch("SELECT * FROM threads")
    finally:
        await connection.close()

    assert (len(hidden), len(seen)) == (0, 1)
