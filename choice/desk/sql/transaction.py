"""Transactions of the store, the `Database` that runs them, and the differences between databases."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from choice.clock import Clock, micros
from choice.desk.interaction import Interaction
from choice.desk.log import Kind, Note, seal
from choice.desk.sql.schema import decision_log, some_queued
from choice.desk.store import Change

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Result = TypeVar("Result")


class Head(NamedTuple):
    """The last record of the log, and whether any interaction is queued."""

    seq: int
    hash: bytes
    some_queued: bool


class Entry(NamedTuple):
    """A record that has no number yet; the fields are in the order in which they are hashed."""

    at: int
    tenant: str
    interaction_id: str
    kind: Kind
    actor: str | None
    surface: str | None
    agent: str
    project: str | None
    shown_ms: int | None
    body: str


def entry_of(interaction: Interaction, note: Note, at: int) -> Entry:
    """Return the record of a change of an interaction."""
    asker, shown_at = interaction.asked_by, interaction.shown_at
    shown_ms = None if shown_at is None else (at - micros(shown_at)) // 1000
    who = (note.kind, note.actor, note.surface, asker.agent, asker.project)
    return Entry(at, asker.tenant, interaction.id, *who, shown_ms, note.body)


@cache
def _append(dialect: sa.Dialect) -> str:
    """Return the statement that inserts records, with the columns in the order of the table."""
    return str(sa.insert(decision_log).compile(dialect=dialect))


@dataclass(slots=True)
class Transaction:
    """The transaction of a unit of work. Several units may share one transaction."""

    connection: sa.Connection
    time: dict[str, object]
    """Parameters of `SqlDialect.now`: the current time if the database has no clock, else empty."""
    entries: list[tuple[Entry, list[Change]]] = field(default_factory=list)
    """Records to write. `seal` numbers each record and appends its change to the list beside it."""
    freed: dict[tuple[str, str, str], list[Change]] = field(default_factory=dict)
    """Tenant, agent and audience (JSON) of ended interactions, and the lists for changes of their queues."""

    def seal(self, read_head: Callable[[], Head], admit: Callable[["Transaction"], None]) -> Head | None:
        """Write the records, right before the commit. Return the new head, or None without records."""
        if not self.entries:
            return None
        last, previous, queued = read_head()
        queued = queued or any(entry.kind == "queued" for entry, _changes in self.entries)
        if queued and self.freed:
            admit(self)
        rows: list[tuple[object, ...]] = []
        for seq, (entry, changes) in enumerate(self.entries, start=last + 1):
            content = (seq, *entry)
            previous = seal(previous, content)
            rows.append((*content, previous))
            changes.append(Change(seq, entry.kind, entry.interaction_id))
        # Bypass Core: for many rows, processing the parameters would take longer than the insert itself.
        self.connection.exec_driver_sql(_append(self.connection.dialect), rows)
        return Head(last + len(rows), previous, queued)


# --- Running transactions ---


class EveryTenant(Enum):
    """Type of `EVERY_TENANT`."""

    EVERY_TENANT = "every tenant"


EVERY_TENANT = EveryTenant.EVERY_TENANT
"""For units of work that serve all tenants: expiry, wake-ups, start-up."""
Whose = str | EveryTenant | None
"""The tenant of a unit of work. On PostgreSQL, a unit without a tenant sees no rows of any tenant."""


class Database(Protocol):
    """Runs units of work: plain functions that are the same for SQLite and PostgreSQL.

    On PostgreSQL, row-level security limits a unit to the rows of its tenant. SQLite has no row-level
    security, so every statement must filter by tenant too.
    """

    clock: Clock

    def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None, /) -> Awaitable[Result]:
        """Run a unit of work in a transaction; the change is durable when the awaitable completes."""
        ...

    def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None, /) -> Awaitable[Result]:
        """Run a unit of work in a read-only transaction."""
        ...


# --- SQLite and PostgreSQL ---


class SqlDialect(Protocol):
    """The SQL that differs between databases."""

    now: sa.ColumnElement[int]
    """The time of the store's clock, inside a statement."""
    lock_asker: sa.Select[Any] | None
    """Locks an asker, named by the parameter `name`, against other transactions that open interactions."""

    def insert(self, table: sa.Table) -> "sqlite.Insert | postgresql.Insert":
        """Return an insert that supports `on_conflict_do_nothing`."""
        ...

    def head(self, connection: sa.Connection) -> Head:
        """Return the end of the log, and lock the log until the transaction ends."""
        ...


class SqliteDialect:
    """SQLite: the process provides the time, and BEGIN IMMEDIATE locks the whole database."""

    now: sa.ColumnElement[int] = sa.bindparam("now", type_=sa.BigInteger)
    lock_asker: sa.Select[Any] | None = None

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """Return an insert that supports `on_conflict_do_nothing`."""
        return sqlite.insert(table)

    def head(self, connection: sa.Connection) -> Head:
        """Return the end of the log."""
        seq, last_hash, queued = connection.execute(SQLITE_HEAD).one()
        return Head(seq, last_hash, bool(queued))


_last = sa.select(sa.func.coalesce(sa.func.max(decision_log.c.seq), 0)).scalar_subquery()
_hash_of_last = sa.select(decision_log.c.hash).order_by(decision_log.c.seq.desc()).limit(1).scalar_subquery()
SQLITE_HEAD = sa.select(_last, sa.func.coalesce(_hash_of_last, sa.func.zeroblob(32)), some_queued)


class PostgresDialect:
    """PostgreSQL: the database provides the time. The migrations create the functions."""

    now: sa.ColumnElement[int] = sa.func.desk_now(type_=sa.BigInteger)
    lock_asker: sa.Select[Any] | None = sa.select(
        sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(sa.bindparam("name", type_=sa.Text), 0))
    )

    def insert(self, table: sa.Table) -> "postgresql.Insert":
        """Return an insert that supports `on_conflict_do_nothing`."""
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - not loaded for SQLite

        return postgresql.insert(table)

    def head(self, connection: sa.Connection) -> Head:
        """Lock the log and return its end."""
        row = connection.execute(_POSTGRES_HEAD).one()
        return Head(row[0], bytes(row[1]), row[2])


_POSTGRES_HEAD = sa.text("SELECT seq, hash, some_queued FROM desk_head()")
