"""A response that streams events; it cancels their writer when the client disconnects."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from choice.chat.frames import Frames, FrameSink, WritePacing

HEADERS = (
    ("Cache-Control", "no-cache"),
    ("Content-Type", "text/event-stream; charset=utf-8"),
    ("X-Accel-Buffering", "no"),
)
"""Tell proxies not to buffer events."""

_RAW_HEADERS = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS]

Write = Callable[[FrameSink], Coroutine[Any, Any, None]]


class StreamedReply(Response):
    """Sends events as they are written."""

    def __init__(
        self,
        write: Write,
        headers: Iterable[tuple[str, str]] = (),
        ended: Callable[[], None] = lambda: None,
        pacing: WritePacing | None = None,
    ) -> None:
        self.status_code = 200
        self.background = None
        self._write = write
        self._ended = ended
        self._pacing = pacing or WritePacing()
        self.raw_headers = [
            *_RAW_HEADERS,
            *[(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        ]

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # HTTP/1.0 has no chunks: its clients get the whole body at the end, with its length.
        is_whole, collected = scope.get("http_version") == "1.0", bytearray()

        async def send_body(body: bytes) -> None:
            if is_whole:
                collected.extend(body)
            else:
                await send({"type": "http.response.body", "body": body, "more_body": True})

        frames = Frames(self._pacing)
        writing = asyncio.ensure_future(self._write_to(frames))
        leaving = asyncio.ensure_future(_cancel_on_disconnect(receive, writing))
        try:
            if not is_whole:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await frames.run(send_body)
            await writing
            body = bytes(collected) + frames.rest()
            if is_whole:
                headers = [*self.raw_headers, (b"content-length", str(len(body)).encode())]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})
        except asyncio.CancelledError:
            # The client left. If this task was cancelled as well, that has to go on.
            if not writing.cancelled() or _is_cancelled():
                raise
        finally:
            leaving.cancel()
            if writing.cancel():
                await asyncio.wait((writing,))
            self._ended()

    async def _write_to(self, frames: Frames) -> None:
        try:
            await self._write(frames)
        finally:
            frames.close()


async def _cancel_on_disconnect(receive: Receive, writing: asyncio.Future[None]) -> None:
    """Stop the model when the client is gone: an answer without a reader is not worth its price."""
    while (await receive())["type"] != "http.disconnect":
        pass
    writing.cancel()


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
