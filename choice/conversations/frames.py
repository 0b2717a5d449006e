"""Buffer the frames of a streamed answer: gather them for up to 16 ms, and apply back-pressure."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, Protocol

from choice.conversations.models import Conversation
from choice.wire.chat_streams import CardStream
from choice.wire.sse import HEARTBEAT
from choice.wire.vocabulary import Vocabulary

GATHER_SECONDS: Final = 0.016
"""Frames that follow each other faster than this are sent in one write: a screen shows no more."""
LONGEST_GATHER_SECONDS: Final = 0.1
WRITES_PER_SECOND: Final = 1600
"""Writes of all streams together: with more than 25 streams open, each of them writes less often."""
HIGH_WATER_MARK: Final = 64 * 1024
"""Unsent bytes from which the writer of the answer has to wait."""
HEARTBEAT_SECONDS: Final = 15.0
"""A comment is sent after so long without a frame, so that proxies keep the connection open."""


class FrameSink(Protocol):
    """Where the frames of an answer go."""

    def push(self, frames: str) -> None:
        """Send complete frames soon. They must be ASCII."""
        ...

    def expect(self, more: Callable[[], str]) -> None:
        """Schedule a write; `more` is called then and returns all frames written so far."""
        ...

    def finish(self, frames: str) -> None:
        """Send the last frames together with the end of the response."""
        ...

    @property
    def is_full(self) -> bool:
        """Whether the writer should wait for room."""
        ...

    async def room(self) -> None:
        """Wait until the unsent frames are below the high-water mark."""
        ...


class NoReader:
    """Discards frames: the answer has no reader and is only stored."""

    is_full = False

    def push(self, frames: str) -> None:
        """Discard frames."""

    def finish(self, frames: str) -> None:
        """Discard frames."""

    def expect(self, more: Callable[[], str]) -> None:
        """Call `more` at the end of this iteration of the event loop, and discard the frames."""
        asyncio.get_running_loop().call_soon(more)

    async def room(self) -> None:
        """Return at once."""


class WritePacing:
    """Shared by the streams of a server: decides how long each of them gathers frames."""

    def __init__(self) -> None:
        self.open_streams = 0

    @property
    def gather_seconds(self) -> float:
        """Time between two writes of a stream."""
        return min(max(GATHER_SECONDS, self.open_streams / WRITES_PER_SECOND), LONGEST_GATHER_SECONDS)


class Frames:
    """Bounded buffer between the writer of an answer and the ASGI `send` of its response."""

    __slots__ = (
        "_beat",
        "_has_text",
        "_is_closed",
        "_is_due",
        "_is_scheduled",
        "_loop",
        "_more",
        "_pacing",
        "_ready",
        "_room",
        "_sending",
        "_sent_at",
        "_size",
        "_wake",
    )

    def __init__(self, pacing: WritePacing) -> None:
        self._pacing = pacing
        self._loop = asyncio.get_running_loop()
        self._ready: list[str] = []
        self._more: Callable[[], str] | None = None
        self._size = 0
        self._sending = 0
        self._is_scheduled = self._is_due = self._is_closed = False
        self._wake: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None
        self._beat: asyncio.TimerHandle | None = None
        # The first frames, and the first text after them, are not delayed by what was sent before.
        self._has_text = False
        self._sent_at = self._loop.time() - LONGEST_GATHER_SECONDS

    # --- For the writer of the answer ---

    def push(self, frames: str) -> None:
        """Send complete frames soon. They must be ASCII."""
        self._draw()
        self._ready.append(frames)
        self._size += len(frames)
        self._schedule()

    def expect(self, more: Callable[[], str]) -> None:
        """Schedule a write; `more` is called then and returns all frames written so far."""
        self._more = more
        self._schedule()

    def finish(self, frames: str) -> None:
        """Send the last frames together with the end of the response."""
        self._draw()
        self._ready.append(frames)

    @property
    def is_full(self) -> bool:
        """Whether the writer should wait for room."""
        return self._size + self._sending > HIGH_WATER_MARK

    async def room(self) -> None:
        """Wait until the unsent frames are below the high-water mark."""
        while self.is_full and not self._is_closed:
            self._room = self._loop.create_future()
            await self._room

    def close(self) -> None:
        """End `run`; what is left is returned by `rest`."""
        self._is_closed = True
        self._release()

    # --- For the response ---

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send frames as they become due, and heartbeats between them, until closed."""
        self._beat = self._loop.call_later(HEARTBEAT_SECONDS, self._keep_alive)
        self._pacing.open_streams += 1
        try:
            while await self._due():
                body = self.rest()
                self._sending = len(body)
                if body:
                    await send(body)
                self._sending = 0
                if self._has_text:
                    self._sent_at = self._loop.time()
                if self._room is not None and not self._room.done():
                    self._room.set_result(None)
        finally:
            self._pacing.open_streams -= 1
            self._beat.cancel()

    def rest(self) -> bytes:
        """Take all unsent frames."""
        self._is_scheduled = self._is_due = False
        self._draw()
        body = "".join(self._ready).encode("ascii")
        self._ready.clear()
        self._size = 0
        return body

    async def _due(self) -> bool:
        """Wait until frames are to be sent; return False once closed."""
        while not self._is_due and not self._is_closed:
            self._wake = self._loop.create_future()
            await self._wake
        return not self._is_closed

    def _draw(self) -> None:
        """Take what the writer has not framed yet."""
        if self._more is not None:
            frames, self._more = self._more(), None
            if frames:
                self._has_text = True
                self._ready.append(frames)
                self._size += len(frames)

    def _schedule(self) -> None:
        if self._is_scheduled:
            return
        self._is_scheduled = True
        due_at = self._sent_at + self._pacing.gather_seconds
        if due_at <= self._loop.time():
            self._release()
        else:
            self._loop.call_at(due_at, self._release)

    def _release(self) -> None:
        self._is_due = True
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _keep_alive(self) -> None:
        """Send a comment if no frame was sent for a while."""
        quiet = self._loop.time() - self._sent_at
        if quiet >= HEARTBEAT_SECONDS and not self._sending:
            # Sets the time also before the first text: otherwise a comment would follow at each check.
            self._sent_at = self._loop.time() - LONGEST_GATHER_SECONDS
            self.push(HEARTBEAT)
            quiet = 0.0
        self._beat = self._loop.call_later(max(HEARTBEAT_SECONDS - quiet, 1.0), self._keep_alive)


Reading = tuple[Vocabulary, FrameSink]
"""Where the words of a turn go, and in which vocabulary."""


class Readers(Protocol):
    """Reads along where a conversation goes on by itself, and hears of every turn that ended."""

    def reading(self, conversation: Conversation) -> AbstractAsyncContextManager[Reading]:
        """Return where the words of the next turn go, for as long as it lasts."""
        ...

    async def waits(self, conversation: Conversation) -> bool:
        """Tell whether somebody waits for an answer who will not ask for it again."""
        ...

    def ended(self, conversation: Conversation) -> None:
        """Learn that a turn ended, whoever read it."""
        ...


class NobodyReads:
    """Nobody reads along; answers are kept all the same."""

    @asynccontextmanager
    async def reading(self, _conversation: Conversation) -> AsyncIterator[Reading]:
        """Let the words go nowhere."""
        yield CardStream(), NoReader()

    async def waits(self, _conversation: Conversation) -> bool:
        """Wait for nothing."""
        return False

    def ended(self, conversation: Conversation) -> None:
        """Hear nothing."""
