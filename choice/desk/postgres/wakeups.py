"""Hints between all processes on one PostgreSQL database: LISTEN on a connection of its own.

A trigger sends the notifications with the commit. One that tells of an ending carries the id of the
interaction, and nothing else: anybody who may connect could send one. The outcome is read on the connection
that listens: the server's process behind it is awake, and to wake another takes as long as the reading.
"""

import asyncio
import logging
from collections.abc import Sequence

import asyncpg

from choice.answers import Outcome
from choice.desk.postgres import decide as postgres_direct
from choice.desk.postgres.runner import DRIVER_ERRORS, driver_settings
from choice.desk.postgres.tenant_wall import SERVING_EVERY_TENANT
from choice.desk.wakeups import Ended, Hint, not_told

CHANNEL = "choicewire"
_BETWEEN_TRIES = 1.0
_HINT_SECONDS = 0.03
"""How long changes are gathered before the log is read once for all of them. Who waits for an outcome is told
by name and waits for none of it: this is for what surfaces show."""

logger = logging.getLogger(__name__)


class PostgresWakeups:
    """Listens; a connection that was lost is made again, and the hint given once for all that was missed."""

    def __init__(self, url: str) -> None:
        self._url = "postgresql://" + url.partition("://")[2]
        self._listening: asyncio.Task[None] | None = None
        self._hinting: asyncio.TimerHandle | None = None
        self._connection: asyncpg.Connection | None = None
        """Where hints are heard, unless something is being read there."""
        self._loop = asyncio.get_running_loop()

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:
        """Listen until closed."""
        connected = asyncio.Event()
        self._listening = asyncio.get_running_loop().create_task(self._listen(hint, ended, connected))
        await connected.wait()

    def tell(self) -> None:
        """Do nothing: the database tells the others."""

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]] | None:
        """Read how interactions ended; None while somebody else reads, or the connection is lost."""
        connection, self._connection = self._connection, None
        if connection is None:
            return None
        try:
            found = await postgres_direct.outcomes(connection, interaction_ids)
        except (*DRIVER_ERRORS, OSError) as error:
            logger.warning("Reading what ended was interrupted: %s", error)
            connection.terminate()
            return None
        self._connection = connection
        return found

    async def close(self) -> None:
        """Stop listening."""
        if self._hinting is not None:
            self._hinting.cancel()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    def _hint_soon(self, hint: Hint) -> None:
        if self._hinting is None or self._hinting.when() <= self._loop.time():
            self._hinting = self._loop.call_later(_HINT_SECONDS, hint)

    async def _listen(self, hint: Hint, ended: Ended, tried: asyncio.Event) -> None:
        while True:
            try:
                await self._listen_once(hint, ended, tried)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                logger.warning("Listening for changes was interrupted: %s", error)
            tried.set()
            await asyncio.sleep(_BETWEEN_TRIES)

    async def _listen_once(self, hint: Hint, ended: Ended, connected: asyncio.Event) -> None:
        """Listen on one connection until it is lost."""
        lost = asyncio.Event()

        def told(_connection: object, _process: int, _channel: str, interaction_id: str) -> None:
            if interaction_id:
                ended(interaction_id)
            # Those who wait for it go first; and of many changes in a row the log is read once.
            self._hint_soon(hint)

        connection = await asyncpg.connect(self._url, **driver_settings(SERVING_EVERY_TENANT))
        try:
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, told)
            self._connection = connection
            connected.set()
            hint()
            await lost.wait()
        finally:
            self._connection = None
            connection.terminate()
