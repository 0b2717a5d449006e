"""Connections to PostgreSQL, their errors, and the frequent statements that bypass SQLAlchemy Core.

A statement directly on an asyncpg connection takes half a millisecond less than through Core.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from choice.clock import moment
from choice.desk.interaction import Interaction
from choice.desk.sql import reads
from choice.desk.sql.schema import SERVING, interactions
from choice.desk.sql.transaction import PostgresDialect
from choice.desk.store import Change, Decided, Decision, News
from choice.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnavailable
from choice.models import Outcome, stamped

TIMEOUT_SECONDS = 5.0
"""Timeout for connecting and for one statement."""
_NO_SETTINGS: dict[str, str] = {}


def driver_settings(settings: dict[str, str]) -> dict[str, Any]:
    """Return the connection arguments: timeouts, and settings that make PostgreSQL plan each statement once.

    A plan that was made for empty tables is used for large ones too, so every plan must use the indexes.
    """
    planning = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
    return {
        "timeout": TIMEOUT_SECONDS,
        "command_timeout": TIMEOUT_SECONDS,
        "server_settings": planning | settings,
    }


class PostgresConnections:
    """Connections with the same settings: a pool for Core, and asyncpg connections without Core."""

    def __init__(
        self, url: sa.URL, pool: int = 6, direct: int = 4, settings: dict[str, str] = _NO_SETTINGS
    ) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._settings = driver_settings(settings)
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=pool,
            max_overflow=0,
            pool_use_lifo=True,  # The connection that was used last has prepared statements.
            connect_args=self._settings,
        )
        # A read needs no transaction, which would take two more round trips.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._in_pool = asyncio.Semaphore(pool)
        self._idle: list[asyncpg.Connection] = []
        self._direct = asyncio.Semaphore(direct)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Return a connection for a transaction."""
        async with self._in_pool, self._engine.connect() as connection, _invalidated_if_lost(connection):
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Return a connection in autocommit mode."""
        async with self._in_pool, self._reading.connect() as connection, _invalidated_if_lost(connection):
            yield connection

    @asynccontextmanager
    async def direct(self) -> AsyncIterator[asyncpg.Connection]:
        """Return an asyncpg connection. It is closed after an error."""
        async with self._direct:
            self._idle = [each for each in self._idle if not each.is_closed()]
            connection = (
                self._idle.pop() if self._idle else await asyncpg.connect(self._address, **self._settings)
            )
            try:
                yield connection
            except BaseException:
                connection.terminate()
                raise
            self._idle.append(connection)

    async def close(self) -> None:
        """Close all connections. No connection may be in use."""
        for connection in self._idle:
            connection.terminate()
        self._idle.clear()
        await self._engine.dispose()


@asynccontextmanager
async def _invalidated_if_lost(connection: AsyncConnection) -> AsyncIterator[None]:
    """Invalidate a connection that the server has closed, which the pool does not detect."""
    try:
        yield
    except asyncpg.InternalClientError:
        await connection.invalidate()
        raise


_BY_STATE: dict[str, tuple[type[StoreError], str]] = {
    "25006": (StoreReadOnly, "the database is read-only at the moment."),
    "53100": (StoreFull, "the database server's disk is full; nothing was written."),
    "53300": (StoreBusy, "the database server accepts no more connections; try again."),
    "55P03": (StoreBusy, "another transaction holds the lock; try again."),
    "40P01": (StoreUnavailable, "a deadlock was detected; try again."),
    "40001": (StoreUnavailable, "the transaction conflicts with another one; try again."),
    "28P01": (StoreError, "the server rejected the password."),
    "28000": (StoreError, "the server rejected the user."),
    "3D000": (StoreError, "the database does not exist."),
}
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of asyncpg when it is used without SQLAlchemy."""
_SHUTTING_DOWN = ("57P", "08")
"""SQLSTATE prefixes for a server shutdown and a lost connection."""


def store_error(error: BaseException, place: str) -> StoreError | None:
    """Return the StoreError for an error of the database, or None if it is a bug of this program."""
    if isinstance(error, sa.exc.TimeoutError):
        return StoreBusy(place, "all connections are in use; try again.")
    state = getattr(getattr(error, "orig", error), "sqlstate", None) or ""
    if state in _BY_STATE:
        kind, problem = _BY_STATE[state]
        return kind(place, problem)
    lost = isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated
    if lost or state.startswith(_SHUTTING_DOWN) or isinstance(error, OSError):
        return StoreUnavailable(place, "the database server cannot be reached.")
    if isinstance(error, sa.exc.InterfaceError | sa.exc.OperationalError):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    # asyncpg raises InternalClientError if it has not yet noticed that the server closed the connection.
    if isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError) and not isinstance(
        error, ValueError
    ):
        return StoreUnavailable(place, "the connection to the database server was lost.")
    return None


# --- Statements ---

_ids = sa.bindparam("ids", type_=postgresql.ARRAY(sa.Text))
_many = sa.select(interactions).where(interactions.c.id == sa.any_(_ids))
_dialect = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]
_MANY, _ENDED, _STATE, _CHANGES = (
    str(statement.compile(dialect=_dialect))
    for statement in (
        _many,
        reads.ENDED.where(interactions.c.id == sa.any_(_ids)),
        reads.state(PostgresDialect()),
        reads.CHANGES,
    )
)
_DECIDE = f"SELECT * FROM desk_decide($1, {SERVING % 2}, $3, $4, $5, $6, $7, $8, $9)"  # noqa: S608 - constants
_LOAD = f"SELECT * FROM desk_load($1, {SERVING % 2})"  # noqa: S608 - constants


async def decide(connection: asyncpg.Connection, decision: Decision) -> Decided | None:
    """Commit a decision in one round trip; return None if it was not committed."""
    note = decision.note
    row = await connection.fetchrow(
        _DECIDE,
        decision.interaction_id,
        decision.tenant,
        decision.version,
        note.kind,
        decision.text or reads.outcome_text(decision.outcome),
        decision.key,
        note.actor,
        note.surface,
        note.body,
    )
    at, deadline, shown_at, number = row
    if number is None:
        return None
    changes = [Change(number, note.kind, decision.interaction_id)]
    outcome = stamped(decision.outcome, moment(at))
    shown = None if shown_at is None else moment(shown_at)
    return Decided(moment(at), moment(deadline), shown, changes, outcome)


async def ended(connection: asyncpg.Connection, decision: Decision) -> Interaction | None:
    """Return the interaction if it has ended already, else None."""
    found = await load(connection, decision.interaction_id, decision.tenant)
    return None if found is None or found.outcome is None else found


async def load(connection: asyncpg.Connection, interaction_id: str, tenant: str) -> Interaction | None:
    """Return an interaction of a tenant, or None if it does not exist."""
    row = await connection.fetchrow(_LOAD, interaction_id, tenant)
    return None if row is None else reads.interaction_of(row)


async def load_many(connection: asyncpg.Connection, interaction_ids: Sequence[str]) -> list[Interaction]:
    """Return the interactions that exist."""
    return [reads.interaction_of(row) for row in await connection.fetch(_MANY, list(interaction_ids))]


async def outcomes(
    connection: asyncpg.Connection, interaction_ids: Sequence[str]
) -> list[tuple[str, Outcome]]:
    """Return the ids and outcomes of the interactions that have ended."""
    rows = await connection.fetch(_ENDED, list(interaction_ids))
    return [(interaction_id, reads.decode_outcome(*outcome)) for interaction_id, *outcome in rows]


async def news(connection: asyncpg.Connection, after: int) -> News:
    """Return the changes after this number, and what the poller has to do next."""
    found = await connection.fetchrow(_STATE)
    changes: list[Change] = []
    if found[0] is not None and found[0] > after:
        changes = [Change(*row) for row in await connection.fetch(_CHANGES, after)]
    return reads.news_of(found, changes)
