"""Migrations of the database."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from choice.conversations import sql as chat_schema
from choice.desk.sql import schema
from choice.desk.sql.migrations import run
from choice.desk.sql.schema import revision_of, upgrade
from choice.desk.sqlite.file import sqlite3
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.errors import WrongSchema
from choice.slack import store as slack_schema
from choice.sources import schema as sources_schema
from choice.web import tables as page_schema
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened


def test_the_expected_revision_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "choice.desk.sql:migrations")

    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


def declared() -> sa.MetaData:
    """Return all declared tables."""
    whole = sa.MetaData()
    for each in (schema, chat_schema, sources_schema, slack_schema, page_schema):
        for table in each.metadata.sorted_tables:
            table.to_metadata(whole)
    return whole


def differences(connection: sa.Connection) -> list[Any]:
    """Migrate an empty database and return where its tables differ from the declared ones."""
    upgrade(connection, "test")
    assert revision_of(connection, "test") == schema.HEAD
    context = MigrationContext.configure(connection, opts={"include_name": _is_declared})
    return compare_metadata(context, declared())  # type: ignore[no-any-return]


def _is_declared(name: str | None, kind: str, parents: Any) -> bool:  # noqa: ANN401 - Alembic's mapping
    """Ignore Alembic's own table, and indexes of tables that declare none."""
    if kind == "table":
        return name != "alembic_version"
    return kind != "index" or bool(declared().tables[parents["table_name"]].indexes)


def test_migrations_create_the_declared_tables_on_sqlite() -> None:
    engine = sa.create_engine("sqlite://", module=sqlite3)
    with engine.begin() as connection:
        assert differences(connection) == []


async def test_migrations_create_the_declared_tables_on_postgresql(
    postgres: PostgresServer,
) -> None:
    engine = create_async_engine(postgres.new_database().replace("postgresql:", "postgresql+asyncpg:"))
    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_database_with_a_newer_revision_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    create_sqlite_file(path)
    await (await open_sqlite_store(path)).close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(WrongSchema, match="newer"):
        await open_sqlite_store(path)


async def test_processes_that_start_concurrently_migrate_once(empty_place: str) -> None:
    async def open_once() -> int:
        async with opened(empty_place) as subject:
            return (await subject.store.news(0)).latest

    assert await asyncio.gather(*[open_once() for _ in range(4)]) == [0, 0, 0, 0]


ASKED = (
    # tenant, agent, project, conversation, key, audience -> kind, subject, client
    (("local", "planner", None, None, None, "[[],[]]"), ("local", "planner", "")),
    (("local", "claude (mcp)", "shop", None, "mcp:1:a", "[[],[]]"), ("local", "claude (mcp)", "")),
    (("acme", "chat assistant", None, "c1", "k", '[["ada"],[]]'), ("assistant", "chat assistant", "")),
    (("acme", "chat assistant", None, None, None, "[[],[]]"), ("agent", "chat assistant", "")),
    (("acme", "bot", None, None, None, "[[],[]]"), ("agent", "bot", "")),
    (("acme", "claude of bot", None, None, "mcp:2:b", "[[],[]]"), ("agent", "bot", "claude")),
    (("acme", "claude of ada", None, None, "mcp:3:c", '[["ada"],[]]'), ("person", "ada", "claude")),
    (("acme", "a of b of c", None, None, "mcp:4:d", "[[],[]]"), ("agent", "a of b of c", "")),
)
_FIRST = "0001"


def _insert_questions(connection: sa.Connection) -> None:
    """Insert questions and a conversation into the tables of the first revision."""
    run(connection, "test", _FIRST)
    for number, (asked, _identity) in enumerate(ASKED):
        names = ("tenant", "agent", "project", "conversation", "ask_key", "audience")
        texts = ("version", "digest", "policy", "urgency", "surfaces", "form", "draft", "if_unanswered")
        row: dict[str, Any] = dict.fromkeys(texts, "") | dict(zip(names, asked, strict=True))
        row |= {"id": str(number), "state": "open", "deadline": 1, "asked_at": 1}
        table = sa.table("interactions", *map(sa.column, row))
        connection.execute(sa.insert(table), row)
    same: dict[str, Any] = dict.fromkeys(("id", "tenant", "owner", "kind", "mode", "state"), "same")
    same |= {"created_at": 7, "updated_at": 7, "expires_at": 7}
    connection.execute(sa.insert(sa.table("conversations", *map(sa.column, same))), same)


def _migrated(connection: sa.Connection) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Migrate, and return the askers by question and the owners of a conversation id."""
    upgrade(connection, "test")
    c = schema.interactions.c
    found = connection.execute(sa.select(c.asker_kind, c.asker_subject, c.asker_client).order_by(c.id)).all()
    table = chat_schema.conversations
    old = connection.execute(sa.select(table)).mappings().one()
    connection.execute(sa.insert(table), {**old, "tenant": "other", "owner": "eve"})
    owners = connection.execute(sa.select(table.c.owner).where(table.c.id == "same")).scalars()
    return [tuple(row) for row in found], sorted(owners)


@pytest.mark.requirement("SE4")
def test_a_migration_splits_the_askers_of_existing_questions_on_sqlite() -> None:
    engine = sa.create_engine("sqlite://", module=sqlite3)
    with engine.begin() as connection:
        _insert_questions(connection)
        found, owners = _migrated(connection)
    engine.dispose()

    assert found == [identity for _asked, identity in ASKED]
    assert owners == ["eve", "same"]


@pytest.mark.requirement("SE4")
async def test_a_migration_splits_the_askers_of_existing_questions_on_postgresql(
    postgres: PostgresServer,
) -> None:
    url = sa.make_url(postgres.new_database()).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(url, connect_args={"server_settings": schema.SERVING_EVERY_TENANT})
    async with engine.begin() as connection:
        await connection.run_sync(_insert_questions)
        found, owners = await connection.run_sync(_migrated)
    await engine.dispose()

    assert found == [identity for _asked, identity in ASKED]
    assert owners == ["eve", "same"]
