"""Frequent statements use an index, however many interactions are open."""

import sqlalchemy as sa

from choice.desk.sql import queue, reads
from choice.desk.sql.schema import upgrade
from choice.desk.sql.transaction import SQLITE_HEAD, SqliteDialect
from choice.desk.sql.units import Statements
from choice.desk.sqlite.file import sqlite3


def plan(connection: sa.Connection, statement: sa.Executable) -> str:
    """Return the query plan of SQLite."""
    compiled = statement.compile(  # type: ignore[attr-defined] # every statement can be compiled
        dialect=connection.dialect, compile_kwargs={"render_postcompile": True}
    )
    explained = sa.text(f"EXPLAIN QUERY PLAN {compiled}".replace("?", "NULL"))
    return "\n".join(row[3] for row in connection.execute(explained))


def test_no_frequent_statement_reads_a_whole_table() -> None:
    statements = Statements(SqliteDialect())
    frequent = {
        "decide": statements.decide,
        "time out": statements.end_if_overdue,
        "sweep": statements.end_overdue,
        "load": reads.LOAD,
        "load to change": statements.one_to_change,
        "head": SQLITE_HEAD,
        "news": reads.CHANGES,
        "state": reads.state(SqliteDialect()),
        "first of a queue": queue.FIRST_IN_LANE,
        "length of a queue": queue.LENGTH_OF_LANE,
        "next queue": queue.NEXT_LANE,
    }
    engine = sa.create_engine("sqlite://", module=sqlite3)
    with engine.begin() as connection:
        upgrade(connection, "test")

        plans = {name: plan(connection, statement) for name, statement in frequent.items()}

    whole = {
        name: text for name, text in plans.items() if "SCAN interactions" in text and "INDEX" not in text
    }
    assert whole == {}
    assert "SEARCH interactions USING INDEX sqlite_autoindex_interactions_1 (id=?)" in plans["decide"]
    assert "ix_interactions_queued" in plans["head"]
    assert "ix_interactions_open" in plans["state"]
