"""The store on PostgreSQL, and wake-ups between its processes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa

from choice.clock import Clock, SystemClock
from choice.desk.interaction import Interaction
from choice.desk.postgres import connections as direct
from choice.desk.postgres.connections import (
    DRIVER_ERRORS,
    TIMEOUT_SECONDS,
    PostgresConnections,
    driver_settings,
)
from choice.desk.sql.schema import SERVING_EVERY_TENANT, serve, upgrade
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import EVERY_TENANT, PostgresDialect, SqlDialect, Transaction, Whose
from choice.desk.sql.units import Units
from choice.desk.store import MOST_QUEUED, Decided, Decision, News, Refused, Step, StepName
from choice.desk.wakeups import OnChange, OnEnded, ignore_ended
from choice.errors import StoreClosed, StoreUnavailable
from choice.models import Outcome

_RETRY_SECONDS = 0.1
_SYSTEM_POOL, _SYSTEM_DIRECT = 2, 2
CHANNEL = "choicewire"
_RECONNECT_SECONDS = 1.0
_DEBOUNCE_SECONDS = 0.03
"""Delay of a poll after a notification, so that one poll applies several changes. Waiting callers are not
delayed, because outcomes are loaded by the id in the notification."""

Connection = TypeVar("Connection")
Result = TypeVar("Result")
Connect = Callable[[], AbstractAsyncContextManager[Connection]]
_now = sa.text(
    "SELECT desk_now(), (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)"
)

logger = logging.getLogger(__name__)


class PostgresRunner:
    """Runs units of work, each in a transaction on a pooled connection.

    Units of one tenant and units of all tenants have separate connections, for row-level security. If the
    connection is lost, the unit is retried. This is safe because units are idempotent.
    """

    def __init__(
        self,
        url: sa.URL,
        most_open: int | None,
        step: Step | None = None,
        most_queued: int = MOST_QUEUED,
    ) -> None:
        self.dialect: SqlDialect = PostgresDialect()
        self.clock: Clock = SystemClock()
        self.units = Units(self.dialect, most_open, most_queued)
        self._place = url.set(username=None, password=None, query={}).render_as_string()
        self._callers = PostgresConnections(url)
        self._system = PostgresConnections(url, _SYSTEM_POOL, _SYSTEM_DIRECT, SERVING_EVERY_TENANT)
        self._step = step
        self._working: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def start(self) -> None:
        """Migrate to the newest schema, and set the clock to the time of the database."""
        migrating = self._run(lambda connection: connection.run_sync(self._migrate), self._system.writing)
        self.clock = SystemClock.set_to(await migrating)

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None, /) -> Result:
        """Run a unit of work in a transaction; the change is durable on return."""

        def work(connection: sa.Connection) -> Result:
            tx = Transaction(connection, {})
            self._reach("begun")
            if isinstance(tenant, str):
                serve(connection, tenant)
            result = unit(tx)
            self._reach("unit done")
            tx.seal(partial(self.dialect.head, connection), self.units.admit)
            self._reach("before commit")
            connection.commit()
            self._reach("committed")
            return result

        connections = self._system if tenant is EVERY_TENANT else self._callers
        return await self._run(lambda connection: connection.run_sync(work), connections.writing)

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None, /) -> Result:
        """Run a unit of work that only reads: in autocommit mode, unless a tenant has to be set."""

        def serving(connection: sa.Connection) -> Result:
            serve(connection, str(tenant))
            return unit(connection)

        if isinstance(tenant, str):
            return await self._run(lambda connection: connection.run_sync(serving), self._callers.writing)
        connections = self._system if tenant is EVERY_TENANT else self._callers
        return await self._run(lambda connection: connection.run_sync(unit), connections.reading)

    async def decide(self, decision: Decision) -> Decided | Refused:
        """Commit an outcome in one round trip. If it is rejected, load the reason in a second one."""

        async def work(connection: asyncpg.Connection) -> Decided | Refused | None:
            self._reach("begun")
            decided = await direct.decide(connection, decision)
            self._reach("committed")
            if decided is not None:
                return decided
            ended = await direct.ended(connection, decision)
            return None if ended is None else Refused(ended)

        verdict = await self._run(work, self._callers.direct)
        if verdict is not None:
            return verdict
        return await self.write(lambda tx: self.units.decide(tx, decision), decision.tenant)

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return an interaction of a tenant, or None if it does not exist."""
        return await self._run(
            lambda connection: direct.load(connection, interaction_id, tenant), self._callers.direct
        )

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return the interactions that exist."""
        return await self._run(
            lambda connection: direct.load_many(connection, interaction_ids), self._system.direct
        )

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return the ids and outcomes of the interactions that have ended."""
        return await self._run(
            lambda connection: direct.outcomes(connection, interaction_ids), self._system.direct
        )

    async def news(self, after: int) -> News:
        """Return the changes after this number."""
        return await self._run(lambda connection: direct.news(connection, after), self._system.direct)

    async def close(self) -> None:
        """Finish pending work and close the connections."""
        self._closed = True
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._callers.close()
        await self._system.close()

    def _reach(self, step: StepName) -> None:
        if self._step is not None:
            self._step(step)

    async def _run(
        self, work: Callable[[Connection], Awaitable[Result]], connect: Connect[Connection]
    ) -> Result:
        """Run work in its own task, so that cancelling the caller does not interrupt the query."""
        if self._closed:
            raise StoreClosed(self._place, "the store was closed.")
        task = asyncio.get_running_loop().create_task(self._retry(work, connect))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _retry(
        self, work: Callable[[Connection], Awaitable[Result]], connect: Connect[Connection]
    ) -> Result:
        loop = asyncio.get_running_loop()
        until = loop.time() + TIMEOUT_SECONDS
        while True:
            try:
                async with connect() as connection:
                    return await work(connection)
            except (*DRIVER_ERRORS, sa.exc.SQLAlchemyError, OSError) as error:
                problem = direct.store_error(error, self._place)
                if problem is None:
                    raise
                if not isinstance(problem, StoreUnavailable) or loop.time() > until:
                    raise problem from error
            await asyncio.sleep(_RETRY_SECONDS)

    def _migrate(self, connection: sa.Connection) -> int:
        upgrade(connection, self._place)
        self._reach("migrated")
        now, bypasses_rls = connection.execute(_now).one()
        connection.commit()
        if bypasses_rls:
            logger.warning("Row-level security does not apply to a superuser: %s", self._place)
        return int(now)


async def open_postgres_store(
    url: str, *, most_open: int | None = 5, most_queued: int = MOST_QUEUED, step: Step | None = None
) -> SqlStore:
    """Open the store in an existing database, and migrate its tables.

    Raises:
        StoreError: The server cannot be reached, or the database has a newer schema.
    """
    runner = PostgresRunner(sa.make_url(url), most_open, step, most_queued)
    await runner.start()
    return SqlStore(runner)


# --- Wake-ups ---


class PostgresWakeups:
    """Wake-ups by LISTEN/NOTIFY on a separate connection. Each reconnect requests a poll.

    A trigger sends the notifications with the commit. A notification contains only the id of an ended
    interaction, because any user of the database can send notifications. Outcomes are loaded on the same
    connection: waking another server process would take as long as the query itself.
    """

    def __init__(self, url: str) -> None:
        self._url = "postgresql://" + url.partition("://")[2]
        self._listening: asyncio.Task[None] | None = None
        self._polling: asyncio.TimerHandle | None = None
        self._connection: asyncpg.Connection | None = None
        """The listening connection, unless a query runs on it."""
        self._loop = asyncio.get_running_loop()

    async def start(self, on_change: OnChange, on_ended: OnEnded = ignore_ended, /) -> None:
        """Listen until closed."""
        connected = asyncio.Event()
        self._listening = asyncio.get_running_loop().create_task(self._listen(on_change, on_ended, connected))
        await connected.wait()

    def notify(self) -> None:
        """Do nothing: a trigger notifies the other processes."""

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]] | None:
        """Load outcomes. Return None if another query is running or the connection is lost."""
        connection, self._connection = self._connection, None
        if connection is None:
            return None
        try:
            found = await direct.outcomes(connection, interaction_ids)
        except (*DRIVER_ERRORS, OSError) as error:
            logger.warning("Loading outcomes failed: %s", error)
            connection.terminate()
            return None
        self._connection = connection
        return found

    async def close(self) -> None:
        """Stop listening."""
        if self._polling is not None:
            self._polling.cancel()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    def _poll_soon(self, on_change: OnChange) -> None:
        if self._polling is None or self._polling.when() <= self._loop.time():
            self._polling = self._loop.call_later(_DEBOUNCE_SECONDS, on_change)

    async def _listen(self, on_change: OnChange, on_ended: OnEnded, tried: asyncio.Event) -> None:
        while True:
            try:
                await self._listen_once(on_change, on_ended, tried)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                logger.warning("Lost the connection that listens for changes: %s", error)
            tried.set()
            await asyncio.sleep(_RECONNECT_SECONDS)

    async def _listen_once(self, on_change: OnChange, on_ended: OnEnded, connected: asyncio.Event) -> None:
        """Listen on one connection until it is lost."""
        lost = asyncio.Event()

        def received(_connection: object, _process: int, _channel: str, interaction_id: str) -> None:
            if interaction_id:
                on_ended(interaction_id)
            self._poll_soon(on_change)

        connection = await asyncpg.connect(self._url, **driver_settings(SERVING_EVERY_TENANT))
        try:
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, received)
            self._connection = connection
            connected.set()
            on_change()
            await lost.wait()
        finally:
            self._connection = None
            connection.terminate()
