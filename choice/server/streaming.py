"""Responses that stream a turn or send its answer as one object. A disconnect cancels the turn."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from choice.conversations import Frames, FrameSink, NullSink, Turn, WritePacing
from choice.wire import CardShown, Event, Failed, Started

_HEADERS = [
    (b"cache-control", b"no-cache"),
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),  # Turns off buffering in nginx.
]
_STATUS: Mapping[str, int] = {
    "MODEL_ERROR": 502,
    "MODEL_RATE_LIMITED": 503,
    "TIMEOUT": 504,
    "DATABASE_ERROR": 503,
    "CANCELLED": 503,
    "INTERNAL": 500,
}

Write = Callable[[FrameSink], Coroutine[Any, Any, None]]


class EventStreamResponse(Response):
    """Response that streams server-sent events as they are written."""

    def __init__(
        self,
        write: Write,
        headers: Iterable[tuple[str, str]] = (),
        on_end: Callable[[], None] = lambda: None,
        pacing: WritePacing | None = None,
    ) -> None:
        self.status_code = 200
        self.background = None
        self._write = write
        self._on_end = on_end
        self._pacing = pacing or WritePacing()
        self.raw_headers = [
            *_HEADERS,
            *[(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        ]

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_started = False

        async def send_body(body: bytes, *, more_body: bool = True) -> None:
            # The head is sent together with the first frames, in one write.
            nonlocal is_started
            if not is_started:
                is_started = True
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": body, "more_body": more_body})

        frames = Frames(self._pacing)
        writing = asyncio.ensure_future(self._write_to(frames))
        disconnecting = asyncio.ensure_future(_cancel_on_disconnect(receive, writing))
        try:
            await frames.run(send_body)
            await writing
            await send_body(frames.rest(), more_body=False)
        except asyncio.CancelledError:
            # A disconnect cancels `writing`, which is not an error. Re-raise if this task was cancelled.
            if not writing.cancelled() or _is_cancelled():
                raise
        finally:
            disconnecting.cancel()
            if writing.cancel():
                await asyncio.wait((writing,))
            self._on_end()

    async def _write_to(self, frames: Frames) -> None:
        try:
            await self._write(frames)
        finally:
            frames.close()


class CollectingVocabulary:
    """Vocabulary that writes no frames and collects the answer."""

    headers: tuple[tuple[str, str], ...] = ()

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._cards: list[JsonValue] = []
        self._started: Started | None = None
        self.failed: Failed | None = None

    def text(self, text: str) -> str:
        """Collect a piece of text."""
        self._pieces.append(text)
        return ""

    def texts(self, pieces: Sequence[str]) -> str:
        """Collect pieces of text."""
        self._pieces += pieces
        return ""

    def event(self, event: Event) -> str:
        """Collect the sources, the cards and the failure."""
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
        """Return the answer as the body of a response."""
        started, text = self._started, "".join(self._pieces)
        return {
            "sessionId": None if started is None else started.conversation_id,
            "message": text,
            "response": text,
            "timestamp": datetime.now(UTC).isoformat(),
            "sources": {} if started is None else dict(started.sources),
            "questionCards": self._cards,
        }


class TurnResponse(Response):
    """Response that runs a turn and sends its answer as one JSON object."""

    def __init__(
        self, turn: Turn, request_id: str, headers: Iterable[tuple[str, str]], on_end: Callable[[], None]
    ) -> None:
        super().__init__()
        self._turn = turn
        self._request_id = request_id
        self._extra_headers = dict(headers)
        self._on_end = on_end

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        collected = CollectingVocabulary()
        running = asyncio.ensure_future(self._turn.run(collected, NullSink(), self._request_id))
        disconnecting = asyncio.ensure_future(_cancel_on_disconnect(receive, running))
        try:
            await asyncio.wait({running})
            if not running.cancelled():
                running.result()
                await self._response(collected)(scope, receive, send)
        finally:
            disconnecting.cancel()
            running.cancel()
            await asyncio.gather(running, disconnecting, return_exceptions=True)
            self._on_end()

    def _response(self, collected: CollectingVocabulary) -> Response:
        failed = collected.failed
        if failed is None:
            return JSONResponse(collected.body(), headers=self._extra_headers)
        error = {"code": failed.code, "message": failed.message, "request_id": self._request_id}
        return JSONResponse({"error": error}, status_code=_STATUS[failed.code], headers=self._extra_headers)


async def wait_for_disconnect(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _cancel_on_disconnect(receive: Receive, task: asyncio.Future[None]) -> None:
    await wait_for_disconnect(receive)
    task.cancel()


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
