"""A store on an SQL database."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

import sqlalchemy as sa

from choice.answers import Outcome
from choice.clock import Clock, micros
from choice.desk.interaction import Interaction
from choice.desk.log import ChainStart, Record
from choice.desk.sql import reads as sql_reads
from choice.desk.sql import units as sql_purge
from choice.desk.sql.dialect import SqlDialect
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction, Whose
from choice.desk.sql.units import Units
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

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs units of work on one database."""

    dialect: SqlDialect
    clock: Clock
    units: Units

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None) -> Result:
        """Run a unit that changes something; when this returns, the change is durable."""
        ...

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:
        """Run a unit that only looks."""
        ...

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Make a decision, perhaps together with others."""
        ...

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction that a tenant has under an id, or None; as quickly as can be."""
        ...

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        ...

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those that have ended, and how: somebody waits for it, so as quickly as can be."""
        ...

    async def news(self, after: int) -> News:
        """Return what happened after a change; each desk asks for it all the time."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        ...


class SqlStore:
    """Keeps interactions in an SQL database, through a runner of its units of work."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    @property
    def database(self) -> Database:
        """The database itself, for others who keep their tables in it."""
        return self._runner

    def now(self) -> datetime:
        """Return the moment it is on the store's clock."""
        return self._runner.clock.now()

    async def open(self, opening: Opening) -> Opened:
        """Keep a new interaction."""
        tenant = opening.interaction.asked_by.tenant
        return await self._runner.write(lambda tx: self._runner.units.open(tx, opening), tenant)

    def decide(self, decision: Decision) -> Awaitable[Decided | Refused]:
        """Give an interaction its outcome, if it is open, of that version, and in time."""
        return self._runner.decide(decision)

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Altered | None:
        """Change an interaction."""
        return await self._runner.write(
            lambda tx: self._runner.units.alter(tx, interaction_id, tenant, alteration), tenant
        )

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction kept under an id, or None."""
        return await self._runner.load(interaction_id, tenant)

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        return await self._runner.load_many(interaction_ids)

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those of the interactions that have ended, and how."""
        return await self._runner.outcomes(interaction_ids)

    async def find(self, wanted: Wanted) -> list[Interaction]:
        """Return interactions, the oldest first."""
        return await self._runner.read(lambda connection: sql_reads.find(connection, wanted), wanted.tenant)

    async def open_ids(self) -> list[str]:
        """Return the ids of all open interactions."""
        return await self._runner.read(sql_reads.open_ids, EVERY_TENANT)

    async def sweep(self, most: int) -> Swept:
        """End what is overdue, and open what is queued and may be."""
        return await self._runner.write(lambda tx: self._runner.units.sweep(tx, most), EVERY_TENANT)

    async def news(self, after: int) -> News:
        """Return what happened after a change."""
        return await self._runner.news(after)

    async def records(self, wanted: WantedRecords) -> list[Record]:
        """Return records of the decision log."""
        whose = EVERY_TENANT if wanted.tenant is None else wanted.tenant
        return await self._runner.read(lambda connection: sql_reads.records(connection, wanted), whose)

    async def chain_start(self) -> ChainStart:
        """Return where the kept part of the log starts."""
        return await self._runner.read(sql_reads.chain_start, EVERY_TENANT)

    async def purge(self, before: datetime) -> int:
        """Forget what ended before a moment."""
        return await self._runner.write(
            lambda tx: sql_purge.purge(tx, self._runner.dialect, micros(before)), EVERY_TENANT
        )

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await self._runner.close()
