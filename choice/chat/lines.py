"""What all connections of a server share: one timer where each would need several."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

HEAD_SECONDS: Final = 15.0
"""How long the head of a request may take, from the connection or from the end of the last response."""
TOGETHER_SECONDS: Final = 0.01
"""Frames of one stream that follow each other faster than this leave together."""


class Slow(Protocol):
    """A connection that may turn out too slow."""

    def too_slow(self) -> None:
        """Close it."""
        ...


class Lines:
    """Knows which connections owe a request, which streams have frames to send, and which are open."""

    def __init__(self, head_seconds: float = HEAD_SECONDS) -> None:
        self._head_seconds = head_seconds
        self._waiting: dict[Slow, float] = {}
        """Since when each owes us the head of a request, the longest first."""
        self._looks: dict[object, Callable[[float], None]] = {}
        self._due: list[Callable[[], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def waits(self, connection: Slow) -> None:
        """Learn that a connection owes the head of a request."""
        loop = self._loop or self._of_this_loop()
        self._waiting.setdefault(connection, loop.time())

    def has_come(self, connection: Slow) -> None:
        """Learn that a connection owes nothing any more."""
        self._waiting.pop(connection, None)

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
        for look in list(self._looks.values()):
            look(now)

    def soon(self, flush: Callable[[], None], since: float) -> None:
        """Call `flush` at the end of this turn of the loop, or a little later if the last was just now."""
        loop = self._loop or self._of_this_loop()
        if loop.time() - since >= TOGETHER_SECONDS:
            loop.call_soon(flush)
            return
        self._due.append(flush)
        if len(self._due) == 1:
            loop.call_later(TOGETHER_SECONDS, self._flush)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for flush in due:
            flush()

    def _of_this_loop(self) -> asyncio.AbstractEventLoop:
        self._loop = asyncio.get_running_loop()
        return self._loop
