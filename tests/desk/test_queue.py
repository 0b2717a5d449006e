"""One agent's queue does not slow others: admission takes a few statements, whatever its length."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from choice.clock import micros
from choice.desk import Asker, Desk
from choice.desk.asking import opening as opened_for
from choice.desk.postgres.store import open_postgres_store
from choice.desk.sql.migrations import run
from choice.desk.sql.reads import NEW_COLUMNS, new_row
from choice.desk.sql.schema import seats
from choice.desk.sqlite.file import sqlite3
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.desk.store import Store
from choice.errors import QueueFull
from choice.local import LOCAL_TENANT
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import PostgresServer

HASTY = Asker("hasty")


async def store_at(place: str) -> Store:
    if place.startswith("sqlite"):
        create_sqlite_file(Path(place.removeprefix("sqlite:///")))
        return await open_sqlite_store(Path(place.removeprefix("sqlite:///")))
    return await open_postgres_store(place)


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect the statements that SQLAlchemy executes within the block."""
    executed: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        executed.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield executed
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


@pytest.mark.requirement("SE1")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_s02_an_answer_costs_the_same_however_many_questions_are_queued(
    database: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    place = f"sqlite:///{tmp_path / 'desk.db'}" if database == "sqlite" else postgres.new_database()
    store, costs = await store_at(place), list[int]()
    async with Desk(store) as desk:
        shown = [await desk.open(STORE, asked_by=HASTY) for _ in range(5)]
        for more in (5, 200):
            for _ in range(more):
                await desk.open(STORE, asked_by=HASTY)
            with statements() as executed:
                await desk.answer(shown.pop().id, SQLITE, by=ANNA)
            costs.append(sum("seats" in each or "queue" in each for each in executed))

    assert costs[1] <= costs[0] <= 12


@pytest.mark.requirement("SE1")
async def test_s02_an_agent_that_asks_too_much_is_told_to_stop(tmp_path: Path) -> None:
    create_sqlite_file(tmp_path / "desk.db")
    async with Desk(await open_sqlite_store(tmp_path / "desk.db", most_open=1, most_queued=2)) as desk:
        first = [await desk.open(STORE, asked_by=HASTY) for _ in range(3)]
        with pytest.raises(QueueFull, match="2 of your questions already wait"):
            await desk.open(STORE, asked_by=HASTY)
        other = await desk.open(STORE, asked_by=Asker("patient"))

    assert [one.queued for one in (*first, other)] == [False, True, True, False]


@pytest.mark.requirement("SE1")
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_questions_that_were_queued_before_the_upgrade_are_admitted(
    database: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    path, url = tmp_path / "desk.db", postgres.new_database()
    if database == "sqlite":
        with sa.create_engine(f"sqlite:///{path}", module=sqlite3).begin() as connection:
            fill_revision_0002(connection)
        store = await open_sqlite_store(path, most_open=1)
    else:
        engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        async with engine.begin() as connection:
            await connection.execute(sa.text("SELECT set_config('choice.every_tenant', 'on', false)"))
            await connection.run_sync(fill_revision_0002)
        await engine.dispose()
        store = await open_postgres_store(url, most_open=1)

    async with Desk(store) as desk:
        before = {one.id: one.queued for one in await desk.list(ANNA)}
        await desk.answer("one", SQLITE, by=ANNA)
        after = {one.id: one.queued for one in await desk.list(ANNA)}

    assert before == {"one": False, "two": True}
    assert after == {"two": False}


def fill_revision_0002(connection: sa.Connection) -> None:
    """Create the tables of revision 0002, with an open and a queued question of one agent."""
    run(connection, "test", "0002")
    now = datetime.now(UTC)
    opening = opened_for(STORE, {}, "id", now)
    for name, is_queued in (("one", False), ("two", True)):
        given = new_row(opening.interaction, opening.digest)
        row = {column: given[f"new_{column}"] for column in NEW_COLUMNS if f"new_{column}" in given}
        row |= {"id": name, "queued": is_queued, "asked_at": micros(now)}
        row |= {"deadline": micros(now + timedelta(hours=1))}
        columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
        connection.execute(sa.text(f"INSERT INTO interactions ({columns}) VALUES ({values})"), row)  # noqa: S608 - column names
        seat = {"tenant": LOCAL_TENANT, "agent": "script", "person": "*", "interaction_id": name}
        connection.execute(sa.insert(seats), seat)
