"""Runs the units of work of a PostgreSQL database, each in a transaction on a connection of a pool."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from choice.clock import Clock, SystemClock
from choice.desk import postgres_direct, tenant_wall
from choice.desk.database import EVERY_TENANT, Whose
from choice.desk.interaction import Interaction
from choice.desk.migrating import upgrade
from choice.desk.postgres_errors import DRIVER_ERRORS, meaning
from choice.desk.sql_dialect import PostgresDialect, SqlDialect
from choice.desk.sql_transaction import Transaction
from choice.desk.sql_units import Units
from choice.desk.steps import Step, no_step
from choice.desk.store import Decided, Decision, Refused
from choice.errors import StoreClosed, StoreUnavailable

PATIENCE_SECONDS = 5.0
"""How long to try again while the server cannot be reached."""
_BETWEEN_TRIES = 0.1
_POOL = 10
_SYSTEM_POOL = 4
_POOL_SECONDS = 2.0

Result = TypeVar("Result")
_now = sa.text(
    "SELECT desk_now(), (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)"
)

logger = logging.getLogger(__name__)


class PostgresRunner:
    """Owns the pools: one for callers, whose tenant is set for each unit, one for what the desk does for all.

    A unit that lost its connection is run again: twice has the effect of once.
    """

    def __init__(self, url: sa.URL, most_open: int | None, step: Step = no_step) -> None:
        self.dialect: SqlDialect = PostgresDialect()
        self.clock: Clock = SystemClock()
        self.units = Units(self.dialect, most_open)
        self._place = url.set(username=None, password=None, query={}).render_as_string()
        self._callers = _engine(url, _POOL, {})
        self._system = _engine(url, _SYSTEM_POOL, tenant_wall.SERVING_EVERY_TENANT)
        self._step = step
        self._working: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def start(self) -> None:
        """Bring the schema up to date and set the clock by the database's."""
        migrating = self._run(lambda connection: connection.run_sync(self._migrate), self._system)
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

        return await self._run(lambda connection: connection.run_sync(work), self._engine_for(tenant))

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:
        """Run a unit that only looks: in a transaction only where a tenant is to be set for it."""

        def work(connection: sa.Connection) -> Result:
            if isinstance(tenant, str):
                tenant_wall.serve(connection, tenant)
            return unit(connection)

        engine = self._engine_for(tenant)
        return await self._run(
            lambda connection: connection.run_sync(work),
            engine if isinstance(tenant, str) else _without_transaction(engine),
        )

    async def decide(self, decision: Decision) -> Decided | Refused:
        """Make one decision: in one trip if it stands, with what came before it in a second if not."""

        async def work(connection: AsyncConnection) -> Decided | Refused | None:
            driver = await _driver(connection)
            self._step("begun")
            decided = await postgres_direct.decide(driver, decision)
            self._step("committed")
            if decided is not None:
                return decided
            ended = await postgres_direct.ended(driver, decision)
            return None if ended is None else Refused(ended)

        verdict = await self._run(work, _without_transaction(self._callers))
        if verdict is not None:
            return verdict
        return (await self.write(lambda tx: self.units.decide(tx, [decision]), decision.tenant))[0]

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction that a tenant has under an id, or None."""

        async def work(connection: AsyncConnection) -> Interaction | None:
            return await postgres_direct.load(await _driver(connection), interaction_id, tenant)

        return await self._run(work, _without_transaction(self._callers))

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""

        async def work(connection: AsyncConnection) -> list[Interaction]:
            return await postgres_direct.load_many(await _driver(connection), interaction_ids)

        return await self._run(work, _without_transaction(self._system))

    async def close(self) -> None:
        """Finish what was begun and close the connections."""
        self._closed = True
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._callers.dispose()
        await self._system.dispose()

    def _engine_for(self, tenant: Whose) -> AsyncEngine:
        return self._system if tenant is EVERY_TENANT else self._callers

    async def _run(self, work: Callable[[AsyncConnection], Awaitable[Result]], engine: AsyncEngine) -> Result:
        """Do work in a task of its own: whoever waits may leave, the connection is not left half-way."""
        if self._closed:
            raise StoreClosed(self._place, "the store was closed.")
        task = asyncio.get_running_loop().create_task(self._persistently(work, engine))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _persistently(
        self, work: Callable[[AsyncConnection], Awaitable[Result]], engine: AsyncEngine
    ) -> Result:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_SECONDS
        while True:
            try:
                async with engine.connect() as connection, _given_up_if_lost(connection):
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


async def _driver(connection: AsyncConnection) -> asyncpg.Connection:
    return (await connection.get_raw_connection()).driver_connection


@asynccontextmanager
async def _given_up_if_lost(connection: AsyncConnection) -> AsyncIterator[None]:
    """Keep a connection that was lost out of the pool, which does not see what the driver does."""
    try:
        yield
    except (*DRIVER_ERRORS, OSError) as error:
        if not connection.invalidated and (
            isinstance(error, asyncpg.InternalClientError) or (await _driver(connection)).is_closed()
        ):
            await connection.invalidate()
        raise


def _without_transaction(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine for work that needs no transaction, which would be two more trips."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _engine(url: sa.URL, connections: int, settings: Mapping[str, str]) -> AsyncEngine:
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_POOL_SECONDS,
        # The last connection is used first, and every statement is planned once.
        pool_use_lifo=True,
        connect_args={
            "timeout": PATIENCE_SECONDS,
            "command_timeout": PATIENCE_SECONDS,
            "server_settings": {"plan_cache_mode": "force_generic_plan", "jit": "off", **settings},
        },
    )
