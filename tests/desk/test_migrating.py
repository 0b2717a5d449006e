"""The history of the schema brings an empty database and an older one to what the program uses."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from choice.desk import schema
from choice.desk.migrating import revision_of, upgrade
from choice.desk.sqlite_library import sqlite3
from choice.desk.sqlite_store import create_sqlite_file, open_sqlite_store
from choice.errors import WrongSchema
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened

OLD_INTERACTION = """
    INSERT INTO interactions (id, tenant, agent, state, version, deadline, asked_at, digest, policy, urgency,
        audience, surfaces, form, draft, if_unanswered)
    VALUES ('old', 'tenant', 'agent', 'open', 'v', 9000000000000000, 1, 'd', 'fail', 'normal',
        '[[], []]', '[]', '{"questions":[{"text":"Tea?","options":[{"id":"1","label":"Yes"}]}]}',
        '[0, []]', '{"kind":"timed_out"}')
"""


def test_the_program_uses_the_newest_revision() -> None:
    config = Config()
    config.set_main_option("script_location", "choice.desk:migrations")

    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


@pytest.mark.parametrize("start", [None, "0001", "0002", "0003", "0004", "0005"])
def test_every_history_ends_in_the_tables_that_are_declared(start: str | None) -> None:
    engine = sa.create_engine("sqlite://", module=sqlite3)
    with engine.begin() as connection:
        if start is not None:
            upgrade(connection, "test", to=start)
        upgrade(connection, "test")

        context = MigrationContext.configure(connection, opts={"include_name": _is_of_the_desk})
        differences = compare_metadata(context, schema.metadata)

        assert revision_of(connection, "test") == schema.HEAD
        assert differences == []


def _is_of_the_desk(name: str | None, kind: str, _parents: object) -> bool:
    """Leave out the tables that others keep beside the desk's."""
    return kind != "table" or name in schema.metadata.tables


async def test_an_older_sqlite_file_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    engine = sa.create_engine(f"sqlite:///{path}", module=sqlite3)
    with engine.begin() as connection:
        upgrade(connection, "test", to="0001")
        connection.execute(sa.text(OLD_INTERACTION.replace(":", r"\:")))
    engine.dispose()

    async with opened(f"sqlite:///{path}") as subject:
        kept = await subject.store.load("old", "tenant")

    assert kept is not None
    assert (kept.state, kept.queued) == ("open", False)


async def test_an_older_postgresql_database_keeps_what_it_holds(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
    async with engine.begin() as connection:
        await connection.run_sync(lambda one: upgrade(one, "test", to="0001"))
        await connection.exec_driver_sql(OLD_INTERACTION)
    await engine.dispose()

    async with opened(url) as subject:
        kept = await subject.store.load("old", "tenant")

    assert kept is not None
    assert (kept.state, kept.queued) == ("open", False)


async def test_the_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    create_sqlite_file(path)
    await (await open_sqlite_store(path)).close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(WrongSchema, match="newer"):
        await open_sqlite_store(path)


async def test_processes_that_start_at_once_migrate_once(empty_place: str) -> None:
    async def open_once() -> int:
        async with opened(empty_place) as subject:
            return (await subject.store.news(0)).latest

    assert await asyncio.gather(*[open_once() for _ in range(4)]) == [0, 0, 0, 0]
