"""Buffer the frames of a streamed answer: send them in batches, with back-pressure."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, Protocol

from choice.conversations.models import Conversation
from choice.wire import HEARTBEAT, CardStream, Vocabulary

MIN_WRITE_INTERVAL: Final = 0.016
"""Minimum time between two writes of a stream: one refresh of a 60 Hz screen."""
MAX_WRITE_INTERVAL: Final = 0.1
"""Upper bound of the time between two writes, however many streams are open."""
WRITES_PER_SECOND: Final = 1600
"""Target rate of all streams together. With more than 25 open streams, each stream writes less often."""
HIGH_WATER_MARK: Final = 64 * 1024
"""Number of unsent bytes above which the writer of the answer waits."""
HEARTBEAT_SECONDS: Final = 15.0
"""A comment is sent after this time without a frame, so that proxies keep the connection open."""


class FrameSink(Protocol):
    """Receives the frames of an answer."""

    def push(self, frames: str) -> None:
        """Send complete frames soon. They must be ASCII."""
        ...

    def expect(self, more: Callable[[], str]) -> None:
        """Schedule a write. `more` is called then and returns the pending frames."""
        ...

    def finish(self, frames: str) -> None:
        """Send the last frames together with the end of the response."""
        ...

    @property
    def is_full(self) -> bool:
        """Whether the unsent frames are above the high-water mark."""
        ...

    async def drain(self) -> None:
        """Wait until the unsent frames are below the high-water mark."""
        ...


class NullSink:
    """Sink that discards all frames, for answers that are stored but not streamed."""

    is_full = False

    def push(self, frames: str) -> None:
        """Discard frames."""

    def finish(self, frames: str) -> None:
        """Discard frames."""

    def expect(self, more: Callable[[], str]) -> None:
        """Call `more` in the next iteration of the event loop, and discard the frames it returns."""
        asyncio.get_running_loop().call_soon(more)

    async def drain(self) -> None:
        """Return at once."""


class WritePacing:
    """Computes the time between two writes from the number of open streams. Shared by all streams."""

    def __init__(self) -> None:
        self.open_streams = 0
        self.gather_seconds = MIN_WRITE_INTERVAL
        """Current time between two writes of a stream."""

    def opened(self) -> None:
        """Count a new stream."""
        self._set(self.open_streams + 1)

    def closed(self) -> None:
        """Count a stream that has ended."""
        self._set(self.open_streams - 1)

    def _set(self, open_streams: int) -> None:
        self.open_streams = open_streams
        seconds = open_streams / WRITES_PER_SECOND
        self.gather_seconds = min(max(MIN_WRITE_INTERVAL, seconds), MAX_WRITE_INTERVAL)


class Frames:
    """Bounded buffer between the writer of an answer and the ASGI `send` of its response."""

    __slots__ = (
        "_below_mark",
        "_due",
        "_has_text",
        "_heartbeat",
        "_is_closed",
        "_is_scheduled",
        "_loop",
        "_more",
        "_pacing",
        "_ready",
        "_sending",
        "_sent_at",
        "_size",
    )

    def __init__(self, pacing: WritePacing) -> None:
        self._pacing = pacing
        self._loop = asyncio.get_running_loop()
        self._ready: list[str] = []
        self._more: Callable[[], str] | None = None
        self._size = 0
        self._sending = 0
        self._is_scheduled = self._is_closed = False
        self._due = asyncio.Event()
        self._below_mark = asyncio.Event()
        self._heartbeat: asyncio.TimerHandle | None = None
        # Before the first text, `_sent_at` is not updated, so that the first text is sent without delay.
        self._has_text = False
        self._sent_at = self._loop.time() - MAX_WRITE_INTERVAL

    # --- For the writer of the answer ---

    def push(self, frames: str) -> None:
        """Send complete frames soon. They must be ASCII."""
        self._draw()
        self._ready.append(frames)
        self._size += len(frames)
        self.expect(None)

    def expect(self, more: Callable[[], str] | None) -> None:
        """Schedule a write. At that time `more` is called and returns the frames written so far."""
        self._more = more
        if self._is_scheduled:
            return
        self._is_scheduled = True
        due_at = self._sent_at + self._pacing.gather_seconds
        if due_at <= self._loop.time():
            self._due.set()
        else:
            self._loop.call_at(due_at, self._due.set)

    def finish(self, frames: str) -> None:
        """Send the last frames together with the end of the response."""
        self._draw()
        self._ready.append(frames)

    @property
    def is_full(self) -> bool:
        """Whether the unsent frames are above the high-water mark."""
        return self._size + self._sending > HIGH_WATER_MARK

    async def drain(self) -> None:
        """Wait until the unsent frames are below the high-water mark."""
        while self.is_full and not self._is_closed:
            self._below_mark.clear()
            await self._below_mark.wait()

    def close(self) -> None:
        """End `run`. Unsent frames are returned by `rest`."""
        self._is_closed = True
        self._due.set()

    # --- For the response ---

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send frames when they are due, and heartbeats between them, until closed."""
        self._heartbeat = self._loop.call_later(HEARTBEAT_SECONDS, self._keep_alive)
        self._pacing.opened()
        try:
            while True:
                await self._due.wait()
                if self._is_closed:
                    return
                body = self.rest()
                self._sending = len(body)
                if body:
                    await send(body)
                self._sending = 0
                if self._has_text:
                    self._sent_at = self._loop.time()
                self._below_mark.set()
        finally:
            self._pacing.closed()
            self._heartbeat.cancel()

    def rest(self) -> bytes:
        """Return all unsent frames and clear the buffer."""
        self._is_scheduled = False
        if not self._is_closed:
            self._due.clear()
        self._draw()
        body = "".join(self._ready).encode("ascii")
        self._ready.clear()
        self._size = 0
        return body

    def _draw(self) -> None:
        """Call the pending `more` callback and append its frames to the buffer."""
        if self._more is not None:
            frames, self._more = self._more(), None
            if frames:
                self._has_text = True
                self._ready.append(frames)
                self._size += len(frames)

    def _keep_alive(self) -> None:
        """Send a comment if no frame was sent within the heartbeat interval."""
        quiet = self._loop.time() - self._sent_at
        if quiet >= HEARTBEAT_SECONDS and not self._sending:
            # `run` does not set `_sent_at` before the first text; every check would send a comment.
            self._sent_at = self._loop.time() - MAX_WRITE_INTERVAL
            self.push(HEARTBEAT)
            quiet = 0.0
        self._heartbeat = self._loop.call_later(max(HEARTBEAT_SECONDS - quiet, 1.0), self._keep_alive)


TurnOutput = tuple[Vocabulary, FrameSink]
"""The format and the sink of a turn's frames."""


class TurnListener(Protocol):
    """Receives the output of turns that no HTTP request started, and is notified when any turn ends."""

    def output(self, conversation: Conversation) -> AbstractAsyncContextManager[TurnOutput]:
        """Open the output for the next turn of a conversation."""
        ...

    async def expects_answer(self, conversation: Conversation) -> bool:
        """Return whether an interrupted answer must be generated again, because the client will not retry."""
        ...

    def turn_ended(self, conversation: Conversation) -> None:
        """Handle the end of a turn, including turns of HTTP requests."""
        ...


class NullListener:
    """Listener that discards the output of turns. The answers are still stored."""

    @asynccontextmanager
    async def output(self, _conversation: Conversation) -> AsyncIterator[TurnOutput]:
        """Discard the output."""
        yield CardStream(), NullSink()

    async def expects_answer(self, _conversation: Conversation) -> bool:
        """Return False, because clients retry."""
        return False

    def turn_ended(self, conversation: Conversation) -> None:
        """Do nothing."""
