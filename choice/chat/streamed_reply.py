"""A response whose frames are written while it is sent; when the reader leaves, the writing ends."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from choice.chat.direct_frames import DirectFrames
from choice.chat.frames import Frames, FrameSink, ReaderStalled
from choice.chat.line import Line, line_of

HEADERS = (
    ("Cache-Control", "no-cache"),
    ("Content-Type", "text/event-stream; charset=utf-8"),
    ("X-Accel-Buffering", "no"),
)
"""Nothing between here and the reader may hold an event back."""

_RAW_HEADERS = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS]

Write = Callable[[FrameSink], Coroutine[Any, Any, None]]


class StreamedReply(Response):
    """Sends events as they are written."""

    def __init__(
        self,
        write: Write,
        headers: Iterable[tuple[str, str]] = (),
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self.status_code = 200
        self.background = None
        self._write = write
        self._ended = ended
        self.raw_headers = [
            *_RAW_HEADERS,
            *[(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        ]

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        line = line_of(scope)
        try:
            if line is None:
                await self._send_messages(receive, send)
            else:
                await self._write_on(line, send)
        finally:
            self._ended()

    async def _write_on(self, line: Line, send: Send) -> None:
        """Send head and end as messages, and what is between on the line."""
        loop = asyncio.get_running_loop()
        frames, writing = DirectFrames(line, loop), asyncio.current_task(loop)
        has_left = False

        def left() -> None:
            nonlocal has_left
            has_left = True
            if writing is not None:
                writing.cancel()

        line.take(frames.flush, left, frames.look)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._write(frames)
            await send({"type": "http.response.body", "body": frames.end(), "more_body": False})
        except asyncio.CancelledError:
            # Somebody else may have cancelled the task as well: then that stands.
            if not has_left or (writing is not None and writing.uncancel()):
                raise
        finally:
            frames.end()
            line.give_back()

    async def _send_messages(self, receive: Receive, send: Send) -> None:
        """Send all as messages, as any server understands them."""
        is_begun = False

        async def send_body(body: bytes, more: bool) -> None:  # noqa: FBT001 - as the protocol has it
            nonlocal is_begun
            if not is_begun:
                is_begun = True
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": body, "more_body": more})

        frames = Frames(send_body)
        # Sending has a task of its own: this one lies below all layers, which a wake would walk through.
        sending = asyncio.ensure_future(frames.run())
        writing = asyncio.ensure_future(_written(self._write, frames))
        leaving = asyncio.ensure_future(_left(receive, writing))
        try:
            await sending
            await writing
        except ReaderStalled:
            return
        except asyncio.CancelledError:
            if not writing.cancelled() or _is_cancelled():
                raise
            return
        finally:
            await _end(leaving)
            await _end(writing)
            await _end(sending)


async def _written(write: Write, frames: Frames) -> None:
    try:
        await write(frames)
    finally:
        frames.close()


async def _left(receive: Receive, writing: asyncio.Future[None]) -> None:
    """Wait until the reader leaves, then end the writing: nobody pays for an answer that nobody reads."""
    while (await receive())["type"] != "http.disconnect":
        pass
    writing.cancel()


async def _end(task: asyncio.Future[Any]) -> None:
    """End a task and wait until it has; how it ended is known already."""
    if task.cancel():
        await asyncio.wait((task,))


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
