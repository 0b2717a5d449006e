"""The store on an SQL database."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

import sqlalchemy as sa

from choice.clock import Clock, micros
from choice.desk.interaction import Interaction
from choice.desk.log import ChainStart, Record
from choice.desk.sql import reads
from choice.desk.sql.transaction import EVERY_TENANT, Database, SqlDialect, Transaction, Whose
from choice.desk.sql.units import Units, purge
from choice.desk.store import (
    Alteration,
    Altered,
    Decided,
    Decision,
    News,
    Opened,
    Opening,
    Refused,
    Swept,
    Wanted,
    WantedRecords,
)
from choice.models import Outcome

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs units of work on one database. The frequent operations have their own methods."""

    dialect: SqlDialect
    clock: Clock
    units: Units

    def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None, /) -> Awaitable[Result]:
        """Run a unit of work in a transaction; the change is durable when the awaitable completes."""
        ...

    def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None, /) -> Awaitable[Result]:
        """Run a unit of work in a read-only transaction."""
        ...

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Commit an outcome if the interaction is open and not overdue and the version matches."""
        ...

    def load(self, interaction_id: str, tenant: str) -> Awaitable[Interaction | None]:
        """Return an interaction, or None if it does not exist."""
        ...

    def load_many(self, interaction_ids: Sequence[str]) -> Awaitable[list[Interaction]]:
        """Return the interactions that exist."""
        ...

    def outcomes(self, interaction_ids: Sequence[str]) -> Awaitable[list[tuple[str, Outcome]]]:
        """Return the ids and outcomes of the interactions that have ended."""
        ...

    def news(self, after: int) -> Awaitable[News]:
        """Return the changes after this number."""
        ...

    async def close(self) -> None:
        """Finish pending work and close the database."""
        ...


class SqlStore:
    """Stores interactions in an SQL database."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.decide = runner.decide
        self.load = runner.load
        self.load_many = runner.load_many
        self.outcomes = runner.outcomes
        self.news = runner.news
        self.close = runner.close
        self.now = runner.clock.now

    @property
    def database(self) -> Database:
        """The database, for packages that have their own tables in it."""
        return self._runner

    def open(self, opening: Opening) -> Awaitable[Opened]:
        """Store a new interaction."""
        unit = partial(self._runner.units.open, opening=opening)
        return self._runner.write(unit, opening.interaction.asked_by.tenant)

    def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Awaitable[Altered | None]:
        """Change an interaction."""
        unit = partial(
            self._runner.units.alter, interaction_id=interaction_id, tenant=tenant, alteration=alteration
        )
        return self._runner.write(unit, tenant)

    def find(self, wanted: Wanted) -> Awaitable[list[Interaction]]:
        """Return the interactions that match a query, oldest first."""
        return self._runner.read(partial(reads.find, wanted=wanted), wanted.tenant)

    def open_ids(self) -> Awaitable[list[str]]:
        """Return the ids of all open interactions."""
        return self._runner.read(reads.open_ids, EVERY_TENANT)

    def sweep(self, most: int) -> Awaitable[Swept]:
        """Time out overdue interactions and admit queued ones."""
        return self._runner.write(partial(self._runner.units.sweep, most=most), EVERY_TENANT)

    def records(self, wanted: WantedRecords) -> Awaitable[list[Record]]:
        """Return the records that match a query."""
        tenant = EVERY_TENANT if wanted.tenant is None else wanted.tenant
        return self._runner.read(partial(reads.records, wanted=wanted), tenant)

    def chain_start(self) -> Awaitable[ChainStart]:
        """Return the last purged record."""
        return self._runner.read(reads.chain_start, EVERY_TENANT)

    def purge(self, before: datetime) -> Awaitable[int]:
        """Delete older records and ended interactions."""
        unit = partial(purge, dialect=self._runner.dialect, before=micros(before))
        return self._runner.write(unit, EVERY_TENANT)
