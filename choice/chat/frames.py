"""Frames on their way to one reader: whatever is ready leaves in one piece, and little ever waits."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from choice.errors import ChoiceError
from choice.wire.sse import HEARTBEAT

MOST_WAITING = 64 * 1024
"""So many bytes may wait for a slow reader; then the writer of the answer waits too."""
HEARTBEAT_SECONDS = 15.0
STALLED_SECONDS = 30.0
"""A reader that takes nothing for so long is cut off."""


class FrameSink(Protocol):
    """Where the frames of an answer go."""

    def push(self, frames: str) -> None:
        """Let frames go, as soon as can be. They must be ASCII, and whole."""
        ...

    def expect(self, more: Callable[[], str]) -> None:
        """Learn that there are frames: `more` is called for all that were written by then."""
        ...

    def finish(self, frames: str) -> None:
        """Let the last frames go, with the end of the response if that follows at once."""
        ...

    @property
    def is_full(self) -> bool:
        """Whether the writer should wait for room."""
        ...

    async def room(self) -> None:
        """Wait until the reader has taken what is there."""
        ...


class NoReader:
    """Nobody reads along; the answer is kept all the same."""

    is_full = False

    def push(self, frames: str) -> None:
        """Let frames go nowhere."""

    def finish(self, frames: str) -> None:
        """Let frames go nowhere."""

    def expect(self, more: Callable[[], str]) -> None:
        """Call for what is written at the end of this turn of the loop, and let it go nowhere."""
        asyncio.get_running_loop().call_soon(more)

    async def room(self) -> None:
        """Wait for nothing."""


class ReaderStalled(ChoiceError):
    """The reader took nothing for too long."""


class Frames:
    """A bounded queue between the one who writes an answer and the one who sends it.

    Every frame is a frame of its own for the reader; those that are ready together cost one write.
    """

    __slots__ = (
        "_beat",
        "_closed",
        "_loop",
        "_more",
        "_ready",
        "_room",
        "_send",
        "_sending",
        "_sent_at",
        "_size",
        "_stalled",
        "_wake",
        "_writer",
    )

    def __init__(self, send: Callable[[bytes, bool], Awaitable[None]]) -> None:
        """Send by a function that takes bytes, and whether more will come."""
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._ready: list[str] = []
        self._more: Callable[[], str] | None = None
        self._size = 0
        self._closed = False
        self._wake: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None
        self._sent_at = self._loop.time()
        self._sending = False
        self._stalled = False
        self._writer: asyncio.Task[Any] | None = None
        self._beat: asyncio.TimerHandle | None = None

    def push(self, frames: str) -> None:
        """Let frames go, as soon as can be. They must be ASCII, and whole."""
        self._draw()
        self._ready.append(frames)
        self._size += len(frames)
        self._wake_up()

    def expect(self, more: Callable[[], str]) -> None:
        """Learn that there are frames: `more` is called for all that were written by then."""
        self._more = more
        self._wake_up()

    def finish(self, frames: str) -> None:
        """Let the last frames go."""
        self.push(frames)

    @property
    def is_full(self) -> bool:
        """Whether the writer should wait for room."""
        return self._size > MOST_WAITING

    async def room(self) -> None:
        """Wait until the reader has taken what is there."""
        while self._size > MOST_WAITING and not self._closed:
            self._room = self._loop.create_future()
            await self._room

    def close(self) -> None:
        """Say that no more frames come."""
        self._closed = True
        self._wake_up()
        if self._room is not None and not self._room.done():
            self._room.set_result(None)

    async def run(self) -> None:
        """Send frames until they are closed and gone; the last are sent as the last.

        Raises:
            ReaderStalled: The reader takes nothing.
        """
        self._writer = asyncio.current_task()
        self._schedule_beat()
        try:
            while await self._sent():
                pass
        except asyncio.CancelledError:
            if self._stalled and self._writer is not None and not self._writer.uncancel():
                raise ReaderStalled from None
            raise
        finally:
            if self._beat is not None:
                self._beat.cancel()

    def _draw(self) -> None:
        """Take what the writer has in hand."""
        if self._more is not None:
            frames, self._more = self._more(), None
            if frames:
                self._ready.append(frames)
                self._size += len(frames)

    def _wake_up(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _sent(self) -> bool:
        """Wait for frames and send all that are ready; tell whether more may come."""
        while True:
            self._draw()
            if self._ready or self._closed:
                break
            self._wake = self._loop.create_future()
            await self._wake
        more = not self._closed
        body = "".join(self._ready).encode("ascii")
        self._ready.clear()
        self._sent_at = self._loop.time()
        self._sending = True
        await self._send(body, more)
        self._sending = False
        self._size -= len(body)
        if self._room is not None and not self._room.done():
            self._room.set_result(None)
        return more

    def _schedule_beat(self, after: float = HEARTBEAT_SECONDS) -> None:
        self._beat = self._loop.call_later(after, self._keep_open)

    def _keep_open(self) -> None:
        """Send a comment if nothing else was sent for a while; give up a reader that takes nothing."""
        quiet = self._loop.time() - self._sent_at
        limit = STALLED_SECONDS if self._sending else HEARTBEAT_SECONDS
        if quiet < limit:
            # Something was sent since the last look, so the rest of the time is left.
            self._schedule_beat(min(limit - quiet, HEARTBEAT_SECONDS))
        elif not self._sending:
            self.push(HEARTBEAT)
            self._schedule_beat()
        elif self._writer is not None:
            self._stalled = True
            self._writer.cancel()
