"""Row-level security of the conversation tables in PostgreSQL."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from choice.conversations import Conversations, NewConversation, NewMessage, Owner
from choice.conversations import sql as schema
from choice.conversations.models import Details
from choice.demo.data import load_demo
from choice.desk.postgres.store import open_postgres_store
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction
from choice.sources.protocol import KINDS
from choice.sources.schema import metadata as data
from choice.testing.manual_clock import NOON
from tests.desk.postgres_server import PostgresServer

TENANTS = ("anna & co", "bert & co")
STRANGE = ("", "*", "anna & co' OR true --", "every tenant")
WALLED = [*schema.metadata.sorted_tables, *[data.tables[kind] for kind in KINDS]]


@asynccontextmanager
async def two_tenants(postgres: PostgresServer) -> AsyncIterator[Database]:
    """A database in which each of two tenants has a conversation and data."""
    store = await open_postgres_store(postgres.new_database(), most_open=2)
    try:
        for number, tenant in enumerate(TENANTS):
            said = NewMessage(f"m{number}", "user", "Hello", Details())
            new = NewConversation(f"c{number}", "session", "chat")
            await Conversations(store.database).start(new, Owner(tenant, "ada"), f"lease {number}", said)
            await load_demo(store.database, tenant, NOON.date())
        yield store.database
    finally:
        await store.close()


def _tenants_in(table: sa.Table) -> Callable[[sa.Connection], set[str]]:
    """Return a unit that forgets to say whose rows it wants."""
    return lambda connection: set(connection.execute(sa.select(table.c.tenant)).scalars())


@pytest.mark.requirement("CH9")
async def test_a_select_without_a_tenant_finds_no_rows(postgres: PostgresServer) -> None:
    async with two_tenants(postgres) as database:
        for table in WALLED:
            found = [await database.read(_tenants_in(table), whose) for whose in (None, *TENANTS, *STRANGE)]
            everything = await database.read(_tenants_in(table), EVERY_TENANT)

            assert found == [set(), *[{tenant} for tenant in TENANTS], *[set() for _ in STRANGE]], table.name
            assert everything == set(TENANTS), table.name

    assert {table.name for table in WALLED} >= {"conversations", "messages", "signals", "incidents"}


@pytest.mark.requirement("CH9")
async def test_an_update_without_a_tenant_changes_no_rows_of_other_tenants(postgres: PostgresServer) -> None:
    def forgetful(tx: Transaction) -> None:
        tx.connection.execute(sa.update(schema.conversations).values(owner="thief"))
        for table in reversed(WALLED):
            if table is not schema.conversations:
                tx.connection.execute(sa.delete(table))

    async with two_tenants(postgres) as database:
        await database.write(forgetful, None)
        await database.write(forgetful, TENANTS[0])
        conversation, messages = await Conversations(database).read("c1", Owner(TENANTS[1], "ada"))
        left = [await database.read(_tenants_in(table), TENANTS[1]) for table in WALLED]

    assert conversation.owner == "ada"
    assert [message.content for message in messages] == ["Hello"]
    assert left == [{TENANTS[1]}] * len(WALLED)


@pytest.mark.requirement("CH9")
async def test_a_conversation_cannot_be_created_for_another_tenant(postgres: PostgresServer) -> None:
    said = NewMessage("m9", "user", "Hello", Details())
    async with two_tenants(postgres) as database:
        insert = sa.insert(schema.messages).values(
            conversation_id="c1",
            seq=9,
            tenant=TENANTS[1],
            id=said.id,
            role=said.role,
            content=said.content,
            details="{}",
            created_at=0,
        )
        with pytest.raises(sa.exc.ProgrammingError, match="row-level security"):
            await database.write(lambda tx: tx.connection.execute(insert), TENANTS[0])
