"""One transaction of the store: its connection, and the records to be sealed before it is committed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

import sqlalchemy as sa

from choice.clock import Clock
from choice.desk.log import Kind, seal
from choice.desk.sql.schema import decision_log
from choice.desk.store import Change


class Head(NamedTuple):
    """Where the log ends, and whether somebody waits in the queue."""

    seq: int
    hash: bytes
    some_queued: bool


class Entry(NamedTuple):
    """A record before it has its place in the log; the fields are in the order in which they are sealed."""

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


class Log(Protocol):
    """The end of the log in one kind of database."""

    def head(self, connection: sa.Connection) -> Head:
        """Return where the log ends; nobody else can write to it until the transaction ends."""
        ...


@cache
def _append(dialect: sa.Dialect) -> str:
    """Return the statement that inserts records, with the columns in their order."""
    return str(sa.insert(decision_log).compile(dialect=dialect))


@dataclass(slots=True)
class Transaction:
    """What a unit of work works on. Several units may share one; each can be taken back alone."""

    connection: sa.Connection
    now: int
    """The moment it is, in microseconds, where the database has no clock of its own."""
    entries: list[tuple[Entry, list[Change]]] = field(default_factory=list)
    freed: dict[tuple[str, str], list[Change]] = field(default_factory=dict)
    """The askers (tenant, agent) of whom a question ended, and where to tell what follows from that."""

    def record(self, entry: Entry, changes: list[Change]) -> None:
        """Note a change for the log; `changes` learns its number when the transaction is sealed."""
        self.entries.append((entry, changes))

    def take_back(self, entries: int) -> None:
        """Forget the records after the first so many, because the unit that wrote them failed."""
        del self.entries[entries:]

    def seal(self, log: Log, admit: Callable[["Transaction"], None]) -> None:
        """Write the records, each after the one before; the last step before the commit."""
        if not self.entries:
            return
        last, previous, some_queued = log.head(self.connection)
        if some_queued and self.freed:
            admit(self)
        rows: list[tuple[object, ...]] = []
        for seq, (entry, changes) in enumerate(self.entries, start=last + 1):
            sealed = (seq, *entry)
            previous = seal(previous, sealed)
            rows.append((*sealed, previous))
            changes.append(Change(seq, entry.kind, entry.interaction_id))
        # Compiled once: with many rows, Core would spend more time on their parameters than the database.
        self.connection.exec_driver_sql(_append(self.connection.dialect), rows)


Result = TypeVar("Result")


class EveryTenant(Enum):
    """Says that a unit of work looks after all tenants alike: expiry, wakeups, start-up."""

    EVERY_TENANT = "every tenant"


EVERY_TENANT = EveryTenant.EVERY_TENANT
Whose = str | EveryTenant | None
"""The tenant that a unit of work serves. With None it sees nobody's rows, where the database has a wall."""


class Database(Protocol):
    """Runs units of work: plain functions, the same for SQLite and PostgreSQL.

    PostgreSQL has a wall around each tenant (`tenant_wall`): a unit sees the rows of the tenant it serves and
    no others, whatever it forgets to ask for. SQLite has none, so every statement must name the tenant too.
    """

    clock: Clock

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None) -> Result:
        """Run a unit that changes something; when this returns, the change is durable."""
        ...

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:
        """Run a unit that only looks."""
        ...
