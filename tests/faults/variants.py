"""Variants of the desk, most of them broken on purpose, which the harnesses must detect."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from choice import clock
from choice.desk import Interaction, InteractionClosed, change_bus
from choice.desk.postgres import connections as postgres_direct
from choice.desk.sql import schema
from choice.desk.sql import units as sql_units
from choice.desk.sqlite import file as sqlite_file
from choice.desk.sqlite import store as sqlite_store
from choice.desk.sqlite.file import sqlite3
from choice.desk.store import Decision


def acknowledge_before_commit() -> None:
    """Resolve waiters before the commit."""
    original = sqlite_store.SqliteRunner._write  # noqa: SLF001

    def hasty(self: Any, raw: Any, connection: Any, jobs: Sequence[Any]) -> None:  # noqa: ANN401
        step = self._step

        def step_and_tell(name: str) -> None:
            if step is not None:
                step(name)
            if name == "before commit":
                self._hand_back(jobs)
                # Long enough for the waiter to act: the fault has to fall in between.
                time.sleep(0.02)

        self._step = step_and_tell
        try:
            original(self, raw, connection, jobs)
        finally:
            self._step = step

    sqlite_store.SqliteRunner._write = hasty  # type: ignore[method-assign]  # noqa: SLF001


def never_sync() -> None:
    """Never sync."""
    _with_pragma("PRAGMA synchronous=OFF")


def sync_less() -> None:
    """Sync the write-ahead log only at checkpoints."""
    write_ahead()
    _with_pragma("PRAGMA synchronous=NORMAL")


def delete_journal() -> None:
    """Delete the journal after each commit, SQLite's default."""
    _with_pragma("PRAGMA journal_mode=DELETE")


def write_ahead() -> None:
    """Use the write-ahead log with any library version: not broken for a single connection."""
    sqlite_file._SAFE_WAL = (0, 0, 0)  # noqa: SLF001


def roll_back() -> None:
    """Use a rollback journal with any library version: not broken."""
    sqlite_file._SAFE_WAL = (99, 0, 0)  # noqa: SLF001


async def _never(*_: object) -> None:
    """Decide nothing."""


def forget_the_state() -> None:
    """Decide without checking the state."""

    class Careless(sql_units.Statements):
        def __init__(self, dialect: Any) -> None:  # noqa: ANN401
            super().__init__(dialect)
            self.decide = _whatever_its_state(self.decide)

    sql_units.Statements = Careless  # type: ignore[misc]
    # PostgreSQL decides with a function of its own first; this leaves everything to the statement above.
    postgres_direct.decide = _never  # type: ignore[assignment]
    postgres_direct.ended = _never  # type: ignore[assignment]


def _whatever_its_state(statement: sa.UpdateBase) -> sa.UpdateBase:
    assert isinstance(statement, sa.Update)
    kept = [one for one in statement._where_criteria if str(one) != str(schema.is_still_open)]  # noqa: SLF001
    assert len(kept) + 1 == len(statement._where_criteria)  # noqa: SLF001
    statement._where_criteria = tuple(kept)  # noqa: SLF001
    return statement


def forget_the_key() -> None:
    """Treat a repeated answer as a conflict."""

    def refused(_self: object, _decision: Decision, found: Interaction | None) -> Interaction:
        assert found is not None
        assert found.outcome is not None
        raise InteractionClosed(found.id, found.outcome)

    change_bus.ChangeBus._refused = refused  # type: ignore[method-assign,assignment]  # noqa: SLF001


def trust_the_wall_clock() -> None:
    """Use the wall clock."""
    clock.SystemClock.now = lambda _self: clock.moment(clock.wall_micros())  # type: ignore[method-assign,assignment]


def commit_later() -> None:
    """Let PostgreSQL acknowledge before it writes; the harness configures the server."""


VARIANTS: dict[str, Callable[[], None]] = {
    variant.__name__.replace("_", "-"): variant
    for variant in (
        acknowledge_before_commit,
        never_sync,
        sync_less,
        delete_journal,
        write_ahead,
        roll_back,
        forget_the_state,
        forget_the_key,
        trust_the_wall_clock,
        commit_later,
    )
}


def _with_pragma(pragma: str) -> None:
    original = sqlite_file.SqliteFile.connect

    def connect(self: sqlite_file.SqliteFile) -> sqlite3.Connection:
        connection = original(self)
        connection.execute(pragma)
        return connection

    sqlite_file.SqliteFile.connect = connect  # type: ignore[method-assign]
