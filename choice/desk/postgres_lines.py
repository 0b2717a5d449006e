"""Connections to PostgreSQL: a pool under SQLAlchemy, and lines of the driver's own beside it.

Whoever finds all of them in use waits for their turn. On a line nothing stands between us and the driver,
and nothing is reset after use: that would be a trip to the server, and each use is one statement that
commits itself.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

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
