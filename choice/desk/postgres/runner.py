"""Runs the units of work of a PostgreSQL database, each in a transaction on a connection of a pool."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from choice.answers import Outcome
from choice.clock import Clock, SystemClock
from choice.desk.interaction import Interaction
from choice.desk.postgres import decide as postgres_direct
from choice.desk.postgres import tenant_wall
from choice.desk.sql.dialect import PostgresDialect, SqlDialect
from choice.desk.sql.migrate import upgrade
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import EVERY_TENANT, Transaction, Whose
from choice.desk.sql.units import Units
from choice.desk.store import Decided, Decision, News, Refused, Step, no_step
from choice.errors import StoreBusy, StoreClosed, StoreError, StoreFull, StoreReadOnly, StoreUnavailable

PATIENCE_SECONDS = 5.0
"""How long to wait for the server: to let us in, or to do one thing."""
_NONE: dict[str, str] = {}


def driver_settings(settings: dict[str, str]) -> dict[str, Any]:
    """Return how the driver is to connect: patient, but not for ever, and each statement planned once.

    It may be planned while its tables are empty, and is kept while they grow: it must use their indexes.
    """
    planning = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
    return {
        "timeout": PATIENCE_SECONDS,
        "command_timeout": PATIENCE_SECONDS,
        "server_settings": planning | settings,
    }


class PostgresLines:
    """Some connections of one store, all with the same settings."""

    def __init__(self, url: sa.URL, pool: int = 6, lines: int = 4, settings: dict[str, str] = _NONE) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._settings = driver_settings(settings)
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=pool,
            max_overflow=0,
            pool_use_lifo=True,  # The last connection is used first: its statements are planned already.
            connect_args=self._settings,
        )
        # Looking needs no transaction, which would be two more trips to the server.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._in_pool = asyncio.Semaphore(pool)
        self._idle: list[asyncpg.Connection] = []
        self._lines = asyncio.Semaphore(lines)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for a transaction."""
        async with self._in_pool, self._engine.connect() as connection, _given_up_if_lost(connection):
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection on which each statement stands alone."""
        async with self._in_pool, self._reading.connect() as connection, _given_up_if_lost(connection):
            yield connection

    @asynccontextmanager
    async def line(self) -> AsyncIterator[asyncpg.Connection]:
        """Lend the driver's own connection, for one statement; after an error it is not used again."""
        async with self._lines:
            self._idle = [each for each in self._idle if not each.is_closed()]
            line = self._idle.pop() if self._idle else await asyncpg.connect(self._address, **self._settings)
            try:
                yield line
            except BaseException:
                line.terminate()
                raise
            self._idle.append(line)

    async def close(self) -> None:
        """Close all connections; nobody may be using one."""
        for line in self._idle:
            line.terminate()
        self._idle.clear()
        await self._engine.dispose()


@asynccontextmanager
async def _given_up_if_lost(connection: AsyncConnection) -> AsyncIterator[None]:
    """Keep a connection out of the pool that the server has said goodbye to: the pool does not see that."""
    try:
        yield
    except asyncpg.InternalClientError:
        await connection.invalidate()
        raise


_BY_STATE: dict[str, tuple[type[StoreError], str]] = {
    "25006": (StoreReadOnly, "the database takes no changes at the moment."),
    "53100": (StoreFull, "the database server's disk is full; nothing was written."),
    "53300": (StoreBusy, "the database server has no connection left; try again."),
    "55P03": (StoreBusy, "another transaction holds what is needed; try again."),
    "40P01": (StoreUnavailable, "two transactions waited for each other; try again."),
    "40001": (StoreUnavailable, "another transaction was faster; try again."),
    "28P01": (StoreError, "the password was refused."),
    "28000": (StoreError, "the user was refused."),
    "3D000": (StoreError, "there is no such database."),
}
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises where nothing stands between it and us."""
_SERVER_GOING = ("57P", "08")
"""Classes of states that say that the server or the connection is going away."""


def meaning(error: BaseException, place: str) -> StoreError | None:
    """Return what an error means, or None if it is a mistake of this program."""
    if isinstance(error, sa.exc.TimeoutError):
        return StoreBusy(place, "all connections are in use; try again.")
    state = getattr(getattr(error, "orig", error), "sqlstate", None) or ""
    if state in _BY_STATE:
        kind, problem = _BY_STATE[state]
        return kind(place, problem)
    lost = isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
    if lost or state.startswith(_SERVER_GOING) or isinstance(error, OSError):
        return StoreUnavailable(place, "the database server cannot be reached.")
    if isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    # The last is raised on a connection that the server has said goodbye to, before its end is seen.
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError) and not isinstance(
        error, ValueError
    ):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    return None


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


async def open_postgres_store(url: str, *, most_open: int | None = 5, step: Step = no_step) -> SqlStore:
    """Open the store in a database that exists; its tables are made or brought up to date.

    Raises:
        StoreError: The server cannot be reached, or the database is of another version.
    """
    runner = PostgresRunner(sa.make_url(url), most_open, step)
    await runner.start()
    return SqlStore(runner)
