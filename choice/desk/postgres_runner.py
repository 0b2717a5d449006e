"""Runs the units of work of a PostgreSQL database, each in a transaction on a connection of a pool."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa

from choice.clock import Clock, SystemClock
from choice.desk import postgres_direct
from choice.desk.interaction import Interaction
from choice.desk.migrating import upgrade
from choice.desk.postgres_errors import DRIVER_ERRORS, meaning
from choice.desk.postgres_lines import PATIENCE_SECONDS, PostgresLines
from choice.desk.sql_dialect import PostgresDialect, SqlDialect
from choice.desk.sql_transaction import Transaction
from choice.desk.sql_units import Units
from choice.desk.steps import Step, no_step
from choice.desk.store import Decided, Decision, Refused
from choice.errors import StoreClosed, StoreUnavailable

_BETWEEN_TRIES = 0.1

Lent = TypeVar("Lent")
Result = TypeVar("Result")
Lending = Callable[[], AbstractAsyncContextManager[Lent]]
_now = sa.select(sa.func.desk_now())


class PostgresRunner:
    """Owns the connections. A unit that lost its connection is run again: twice has the effect of once."""

    def __init__(self, url: sa.URL, most_open: int | None, step: Step = no_step) -> None:
        self.dialect: SqlDialect = PostgresDialect()
        self.clock: Clock = SystemClock()
        self.units = Units(self.dialect, most_open)
        self._place = url.set(username=None, password=None, query={}).render_as_string()
        self._lines = PostgresLines(url)
        self._step = step
        self._working: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def start(self) -> None:
        """Bring the schema up to date and set the clock by the database's."""
        migrating = self._run(lambda connection: connection.run_sync(self._migrate), self._lines.writing)
        self.clock = SystemClock.set_to(await migrating)

    async def write(self, unit: Callable[[Transaction], Result]) -> Result:
        """Run a unit that changes something; when this returns, the change is committed."""

        def work(connection: sa.Connection) -> Result:
            tx = Transaction(connection, 0)
            self._step("begun")
            result = unit(tx)
            self._step("unit done")
            tx.seal(self.dialect, self.units.admit)
            self._step("before commit")
            connection.commit()
            self._step("committed")
            return result

        return await self._run(lambda connection: connection.run_sync(work), self._lines.writing)

    async def read(self, unit: Callable[[sa.Connection], Result]) -> Result:
        """Run a unit that only looks."""
        return await self._run(lambda connection: connection.run_sync(unit), self._lines.reading)

    async def decide(self, decision: Decision) -> Decided | Refused:
        """Make one decision: in one trip if it stands, with the reason in a second one if it does not."""

        async def work(line: asyncpg.Connection) -> Decided | None:
            self._step("begun")
            decided = await postgres_direct.decide(line, decision)
            self._step("committed")
            return decided

        decided = await self._run(work, self._lines.line)
        return decided or (await self.write(lambda tx: self.units.decide(tx, [decision])))[0]

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        return await self._run(
            lambda line: postgres_direct.load_many(line, interaction_ids), self._lines.line
        )

    async def close(self) -> None:
        """Finish what was begun and close the connections."""
        self._closed = True
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._lines.close()

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
        now: int = connection.execute(_now).scalar_one()
        connection.commit()
        return now
