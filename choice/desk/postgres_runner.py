"""Runs the units of work of a PostgreSQL database, each in a transaction on a connection of a pool."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa

from choice.answers import Outcome
from choice.clock import Clock, SystemClock
from choice.desk import postgres_direct, tenant_wall
from choice.desk.database import EVERY_TENANT, Whose
from choice.desk.interaction import Interaction
from choice.desk.migrating import upgrade
from choice.desk.postgres_errors import DRIVER_ERRORS, meaning
from choice.desk.postgres_lines import PATIENCE_SECONDS, PostgresLines
from choice.desk.sql_dialect import PostgresDialect, SqlDialect
from choice.desk.sql_transaction import Transaction
from choice.desk.sql_units import Units
from choice.desk.steps import Step, no_step
from choice.desk.store import Decided, Decision, News, Refused
from choice.errors import StoreClosed, StoreUnavailable

_BETWEEN_TRIES = 0.1
_SYSTEM_POOL, _SYSTEM_LINES = 2, 2

Lent = TypeVar("Lent")
Result = TypeVar("Result")
Lending = Callable[[], AbstractAsyncContextManager[Lent]]
_now = sa.text(
    "SELECT desk_now(), (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)"
)

logger = logging.getLogger(__name__)


class PostgresRunner:
    """Owns the connections: some for callers, whose tenant each unit sets, some for what is done for all.

    A unit that lost its connection is run again: twice has the effect of once.
    """

    def __init__(self, url: sa.URL, most_open: int | None, step: Step = no_step) -> None:
        self.dialect: SqlDialect = PostgresDialect()
        self.clock: Clock = SystemClock()
        self.units = Units(self.dialect, most_open)
        self._place = url.set(username=None, password=None, query={}).render_as_string()
        self._callers = PostgresLines(url)
        self._system = PostgresLines(url, _SYSTEM_POOL, _SYSTEM_LINES, tenant_wall.SERVING_EVERY_TENANT)
        self._step = step
        self._working: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def start(self) -> None:
        """Bring the schema up to date, and set the clock by the database's."""
        migrating = self._run(lambda connection: connection.run_sync(self._migrate), self._system.writing)
        self.clock = SystemClock.set_to(await migrating)

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None) -> Result:
        """Run a unit that changes something; when this returns, the change is committed."""

        def work(connection: sa.Connection) -> Result:
            tx = Transaction(connection, 0)
            self._step("begun")
            if isinstance(tenant, str):
                tenant_wall.serve(connection, tenant)
            result = unit(tx)
            self._step("unit done")
            tx.seal(self.dialect, self.units.admit)
            self._step("before commit")
            connection.commit()
            self._step("committed")
            return result

        lines = self._system if tenant is EVERY_TENANT else self._callers
        return await self._run(lambda connection: connection.run_sync(work), lines.writing)

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:
        """Run a unit that only looks: in a transaction only where a tenant is to be set for it."""

        def serving(connection: sa.Connection) -> Result:
            tenant_wall.serve(connection, str(tenant))
            return unit(connection)

        if isinstance(tenant, str):
            return await self._run(lambda connection: connection.run_sync(serving), self._callers.writing)
        lines = self._system if tenant is EVERY_TENANT else self._callers
        return await self._run(lambda connection: connection.run_sync(unit), lines.reading)

    async def decide(self, decision: Decision) -> Decided | Refused:
        """Make one decision: in one trip if it stands, with what came before it in a second if not."""

        async def work(line: asyncpg.Connection) -> Decided | Refused | None:
            self._step("begun")
            decided = await postgres_direct.decide(line, decision)
            self._step("committed")
            if decided is not None:
                return decided
            ended = await postgres_direct.ended(line, decision)
            return None if ended is None else Refused(ended)

        verdict = await self._run(work, self._callers.line)
        if verdict is not None:
            return verdict
        return await self.write(lambda tx: self.units.decide(tx, decision), decision.tenant)

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction that a tenant has under an id, or None."""
        return await self._run(
            lambda line: postgres_direct.load(line, interaction_id, tenant), self._callers.line
        )

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        return await self._run(
            lambda line: postgres_direct.load_many(line, interaction_ids), self._system.line
        )

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those of the interactions that have ended, and how."""
        return await self._run(
            lambda line: postgres_direct.outcomes(line, interaction_ids), self._system.line
        )

    async def news(self, after: int) -> News:
        """Return what happened after a change."""
        return await self._run(lambda line: postgres_direct.news(line, after), self._system.line)

    async def close(self) -> None:
        """Finish what was begun and close the connections."""
        self._closed = True
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._callers.close()
        await self._system.close()

    async def _run(self, work: Callable[[Lent], Awaitable[Result]], lending: Lending[Lent]) -> Result:
        """Do work in a task of its own: whoever waits may leave, the connection is not left half-way."""
        if self._closed:
            raise StoreClosed(self._place, "the store was closed.")
        task = asyncio.get_running_loop().create_task(self._persistently(work, lending))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _persistently(
        self, work: Callable[[Lent], Awaitable[Result]], lending: Lending[Lent]
    ) -> Result:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_SECONDS
        while True:
            try:
                async with lending() as connection:
                    return await work(connection)
            except (*DRIVER_ERRORS, sa.exc.SQLAlchemyError, OSError) as error:
                problem = meaning(error, self._place)
                if problem is None:
                    raise
                if not isinstance(problem, StoreUnavailable) or loop.time() > until:
                    raise problem from error
            await asyncio.sleep(_BETWEEN_TRIES)

    def _migrate(self, connection: sa.Connection) -> int:
        upgrade(connection, self._place)
        self._step("migrated")
        now, sees_through = connection.execute(_now).one()
        connection.commit()
        if sees_through:
            logger.warning("The wall between tenants does not hold for a superuser: %s", self._place)
        return int(now)
