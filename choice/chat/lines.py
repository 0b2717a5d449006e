"""What all connections of a server share: one timer where each would need several."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

HEAD_SECONDS: Final = 15.0
"""How long the head of a request may take, from the connection or from the end of the last response."""
RESTING_SECONDS: Final = 30.0
"""How long a connection on which a request was answered may wait for the next."""
TOGETHER_SECONDS: Final = 0.016
"""Frames of one stream that follow each other faster than this leave together: a screen shows no more."""
MOST_TOGETHER_SECONDS: Final = 0.1
"""The same for a server with much to do: it writes less often, until it is in time again."""
_FOR_LATENESS: Final = 4
_WRITES_A_SECOND: Final = 1600
"""So many take a thirtieth of a core. Where more streams write at once, each of them writes less often."""

logger = logging.getLogger(__name__)


class Connection(Protocol):
    """A connection that may turn out too slow, or not to be needed any more."""

    def too_slow(self) -> None:
        """Close it, because the head of a request takes too long."""
        ...

    def rested(self) -> None:
        """Close it, because nothing was asked on it for too long."""
        ...


class Lines:
    """Knows which connections owe a request, which streams have frames to send, and which are open."""

    def __init__(self, head_seconds: float = HEAD_SECONDS) -> None:
        self._head_seconds = head_seconds
        self._waiting: dict[Connection, float] = {}
        """Since when each owes us the head of a request, the longest first."""
        self._resting: dict[Connection, float] = {}
        """Since when nothing was asked on each, the longest first."""
        self._looks: dict[object, Callable[[float], None]] = {}
        self._due: list[Callable[[], None]] = []
        self._due_at = 0.0
        self.together_seconds = TOGETHER_SECONDS
        self.usual: dict[str, Any] = {}
        """What every connection is made with."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def waits(self, connection: Connection) -> None:
        """Learn that a connection owes the head of a request."""
        loop = self._loop or self._of_this_loop()
        self._waiting.setdefault(connection, loop.time())
        self._resting.pop(connection, None)

    def has_come(self, connection: Connection) -> None:
        """Learn that a connection owes nothing any more."""
        self._waiting.pop(connection, None)

    def rests(self, connection: Connection) -> None:
        """Learn that a connection waits for a request, which nobody owes."""
        loop = self._loop or self._of_this_loop()
        self._resting[connection] = loop.time()

    def leaves(self, connection: Connection) -> None:
        """Learn that a connection is no more."""
        self._waiting.pop(connection, None)
        self._resting.pop(connection, None)

    def looked_at(self, who: object, look: Callable[[float], None]) -> None:
        """Call `look` now and then, until it is forgotten."""
        self._looks[who] = look

    def forget(self, who: object) -> None:
        """Look at somebody no longer."""
        self._looks.pop(who, None)

    def look(self, now: float) -> None:
        """Close what is too slow, and let streams see what time it is."""
        for connection, since in list(self._waiting.items()):
            if now - since < self._head_seconds:
                break
            del self._waiting[connection]
            connection.too_slow()
        for connection, since in list(self._resting.items()):
            if now - since < RESTING_SECONDS:
                break
            del self._resting[connection]
            connection.rested()
        for look in list(self._looks.values()):
            look(now)

    def soon(self, flush: Callable[[], None], since: float) -> None:
        """Call `flush` at the end of this turn of the loop, or a little later if the last was just now."""
        loop = self._loop or self._of_this_loop()
        now = loop.time()
        if now - since >= self.together_seconds:
            loop.call_soon(flush)
            return
        self._due.append(flush)
        if len(self._due) == 1:
            self._due_at = now + self.together_seconds
            loop.call_at(self._due_at, self._flush, loop)

    def _flush(self, loop: asyncio.AbstractEventLoop) -> None:
        due, self._due = self._due, []
        late = max(0.0, loop.time() - self._due_at)
        wanted = max(TOGETHER_SECONDS + _FOR_LATENESS * late, len(due) / _WRITES_A_SECOND)
        self.together_seconds = min(wanted, MOST_TOGETHER_SECONDS)
        for flush in due:
            try:
                flush()
            except Exception:
                logger.exception("Frames could not be written")

    def _of_this_loop(self) -> asyncio.AbstractEventLoop:
        self._loop = asyncio.get_running_loop()
        return self._loop
