"""A response that streams events; it cancels their writer when the client disconnects."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from choice.conversations import Frames, FrameSink, NoReader, Turn, WritePacing
from choice.wire.vocabulary import CardShown, Event, Failed, Started

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


_STATUS: Mapping[str, int] = {
    "MODEL_ERROR": 502,
    "MODEL_RATE_LIMITED": 503,
    "TIMEOUT": 504,
    "DATABASE_ERROR": 503,
    "CANCELLED": 503,
    "INTERNAL": 500,
}


class Collected:
    """A vocabulary that says nothing and remembers all."""

    headers: tuple[tuple[str, str], ...] = ()

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._cards: list[JsonValue] = []
        self._started: Started | None = None
        self.failed: Failed | None = None

    def text(self, text: str) -> str:
        """Remember a piece of text."""
        self._pieces.append(text)
        return ""

    def texts(self, pieces: Sequence[str]) -> str:
        """Remember pieces of text."""
        self._pieces += pieces
        return ""

    def event(self, event: Event) -> str:
        """Remember what happened."""
        match event:
            case Started():
                self._started = event
            case CardShown():
                self._cards.append(event.card.model_dump(mode="json"))
            case Failed():
                self.failed = event
            case _:
                pass
        return ""

    def body(self) -> dict[str, JsonValue]:
        """Return the whole answer."""
        started = self._started
        return {
            "sessionId": None if started is None else started.conversation_id,
            "message": "".join(self._pieces),
            "sources": {} if started is None else dict(started.sources),
            "questionCards": self._cards,
        }


class WholeReply(Response):
    """Runs a turn, then sends what came of it."""

    def __init__(
        self,
        turn: Turn,
        request_id: str,
        headers: Iterable[tuple[str, str]],
        ended: Callable[[], None],
    ) -> None:
        super().__init__()
        self._turn = turn
        self._request_id = request_id
        self._given = dict(headers)
        self._ended = ended

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._run(scope, receive, send)
        finally:
            self._ended()

    async def _run(self, scope: Scope, receive: Receive, send: Send) -> None:
        collected = Collected()
        writing = asyncio.ensure_future(self._turn.run(collected, NoReader(), self._request_id))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not writing.done():
                writing.cancel()
            await asyncio.gather(writing, leaving, return_exceptions=True)
        if not writing.cancelled():
            await self._response(collected)(scope, receive, send)

    def _response(self, collected: Collected) -> Response:
        failed = collected.failed
        if failed is None:
            return JSONResponse(collected.body(), headers=self._given)
        error = {"code": failed.code, "message": failed.message, "request_id": self._request_id}
        return JSONResponse({"error": error}, status_code=_STATUS[failed.code], headers=self._given)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
