"""What differs between the databases: the clock, the locks, and how the end of the log is read."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from choice.desk.people import Asker
from choice.desk.sql.schema import decision_log, some_queued
from choice.desk.sql.transaction import Head

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


class SqlDialect(Protocol):
    """One kind of database."""

    @property
    def now(self) -> sa.ColumnElement[int]:
        """The moment it is on the store's clock, inside a statement."""
        ...

    def insert(self, table: sa.Table) -> Any:  # noqa: ANN401 - each database has its own class for it
        """Start an insert that can step aside for a row that is there already."""
        ...

    def time(self, now: int) -> dict[str, object]:
        """Return the parameters that `now` needs."""
        ...

    def lock_asker(self, connection: sa.Connection, asker: Asker) -> None:
        """Keep others from opening questions of the same asker until the transaction ends."""
        ...

    def head(self, connection: sa.Connection) -> Head:
        """Return where the log ends; nobody else can write to it until the transaction ends."""
        ...


@dataclass(frozen=True, slots=True)
class SqliteDialect:
    """SQLite: it has no better clock than its process, and one writer at a time, so nothing needs a lock."""

    now: sa.ColumnElement[int] = sa.bindparam("now", type_=sa.BigInteger)  # noqa: RUF009 - never changed

    def insert(self, table: sa.Table) -> sqlite.Insert:
        """Start an insert that can step aside."""
        return sqlite.insert(table)

    def time(self, now: int) -> dict[str, object]:
        """Return the moment as the parameter."""
        return {"now": now}

    def lock_asker(self, connection: sa.Connection, asker: Asker) -> None:
        """Do nothing: BEGIN IMMEDIATE has locked the whole database."""

    def head(self, connection: sa.Connection) -> Head:
        """Return the last record of the log."""
        seq, last_hash, queued = connection.execute(SQLITE_HEAD).one()
        return Head(seq, last_hash, bool(queued))


_last = sa.select(sa.func.coalesce(sa.func.max(decision_log.c.seq), 0)).scalar_subquery()
_hash_of_last = sa.select(decision_log.c.hash).order_by(decision_log.c.seq.desc()).limit(1).scalar_subquery()
SQLITE_HEAD = sa.select(_last, sa.func.coalesce(_hash_of_last, sa.func.zeroblob(32)), some_queued)


@dataclass(frozen=True, slots=True)
class PostgresDialect:
    """PostgreSQL: its own clock decides; the functions are made by the migrations."""

    now: sa.ColumnElement[int] = sa.func.desk_now(type_=sa.BigInteger)  # noqa: RUF009 - never changed

    def insert(self, table: sa.Table) -> "postgresql.Insert":
        """Start an insert that can step aside."""
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - commands on SQLite do not load it

        return postgresql.insert(table)

    def time(self, now: int) -> dict[str, object]:  # noqa: ARG002 - the database knows better
        """Return nothing: the clock is in the database."""
        return {}

    def lock_asker(self, connection: sa.Connection, asker: Asker) -> None:
        """Take an advisory lock on the asker's name."""
        connection.execute(_LOCK, {"name": f"{asker.tenant}\n{asker.agent}"})

    def head(self, connection: sa.Connection) -> Head:
        """Lock the log and return its last record."""
        row = connection.execute(_POSTGRES_HEAD).one()
        return Head(row[0], bytes(row[1]), row[2])


_LOCK = sa.select(
    sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(sa.bindparam("name", type_=sa.Text), 0))
)
_POSTGRES_HEAD = sa.text("SELECT seq, hash, some_queued FROM desk_head()")
