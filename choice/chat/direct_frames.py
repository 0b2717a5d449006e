"""Frames on the line itself: no task sends them, and those that are ready together cost one write."""

import asyncio
from collections.abc import Callable

from choice.chat.frames import HEARTBEAT_SECONDS, MOST_WAITING, STALLED_SECONDS
from choice.chat.line import Line
from choice.chat.lines import MOST_TOGETHER_SECONDS
from choice.wire.sse import HEARTBEAT


class DirectFrames:
    """A bounded buffer between the one who writes an answer and the line.

    What is left at the end is sent by whoever ends the response.
    """

    __slots__ = (
        "_has_text",
        "_is_due",
        "_is_ended",
        "_line",
        "_loop",
        "_more",
        "_ready",
        "_room",
        "_sent_at",
        "_size",
    )

    def __init__(self, line: Line, loop: asyncio.AbstractEventLoop) -> None:
        self._line = line
        self._loop = loop
        self._ready: list[str] = []
        self._more: Callable[[], str] | None = None
        self._size = 0
        self._is_ended = False
        self._is_due = False
        self._room: asyncio.Future[None] | None = None
        self._has_text = False
        # What opens an answer waits for nothing, nor does the first of its text for what was sent before it.
        self._sent_at = self._loop.time() - MOST_TOGETHER_SECONDS

    def push(self, frames: str) -> None:
        """Let frames go, as soon as can be. They must be ASCII, and whole."""
        self._draw()
        self._ready.append(frames)
        self._size += len(frames)
        if not self._is_due:
            self._is_due = True
            self._line.soon(self.flush, self._sent_at)

    def finish(self, frames: str) -> None:
        """Let the last frames go with the end of the response, or with what is due before it."""
        self._draw()
        self._ready.append(frames)

    def expect(self, more: Callable[[], str]) -> None:
        """Learn that there are frames: `more` is called for all that were written by then."""
        self._more = more
        if not self._is_due:
            self._is_due = True
            self._line.soon(self.flush, self._sent_at)

    @property
    def is_full(self) -> bool:
        """Whether the writer should wait for room."""
        return self._size > MOST_WAITING

    async def room(self) -> None:
        """Wait until the reader has taken what is there."""
        while self._size > MOST_WAITING:
            self._room = self._loop.create_future()
            await self._room

    # --- For the one who sends the response ---

    def flush(self) -> None:
        """Write all that is ready, if there is room."""
        self._is_due = False
        if self._is_ended or self._line.is_full:
            return
        frames = self._taken()
        if frames:
            self._line.write(frames)
            if self._has_text:
                self._sent_at = self._loop.time()
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    def end(self) -> bytes:
        """Write no more; return what is left for the end of the response."""
        self._is_ended = True
        return self._taken()

    def look(self, now: float) -> None:
        """Send a comment if nothing else was sent for a while; give up a reader that takes nothing."""
        if self._line.is_full:
            if now - self._sent_at >= STALLED_SECONDS:
                self._line.cut()
        elif now - self._sent_at >= HEARTBEAT_SECONDS:
            # Before the first text no write counts, but a comment must: else one would follow at each look.
            self._sent_at = now - MOST_TOGETHER_SECONDS
            self.push(HEARTBEAT)

    def _taken(self) -> bytes:
        """Return all that is ready, and forget it."""
        self._draw()
        frames = "".join(self._ready).encode("ascii")
        self._ready.clear()
        self._size = 0
        return frames

    def _draw(self) -> None:
        """Take what the writer has in hand."""
        if self._more is not None:
            frames, self._more = self._more(), None
            if frames:
                self._has_text = True
                self._ready.append(frames)
                self._size += len(frames)
