"""However many interactions are open, nothing that happens often looks at all of them."""

import sqlalchemy as sa

from choice.desk.sql import dialect as sql_dialect
from choice.desk.sql import reads as sql_reads
from choice.desk.sql import units as sql_queue
from choice.desk.sql.dialect import SqliteDialect
from choice.desk.sql.migrate import upgrade
from choice.desk.sql.statements import Statements
from choice.desk.sqlite.file import sqlite3


def plan(connection: sa.Connection, statement: sa.Executable) -> str:
    """Return how SQLite would run a statement."""
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
        "load": sql_reads.LOAD,
        "load to change": statements.one_to_change,
        "head": sql_dialect.SQLITE_HEAD,
        "news": sql_reads.CHANGES,
        "state": sql_reads.state(SqliteDialect()),
        "queue": sql_queue.WAITING,
        "askers": sql_queue.ASKERS,
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
