"""An answer as one JSON object, for clients that cannot read a stream; when the client leaves, it ends."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

from pydantic import JsonValue
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send
from typing_extensions import override

from choice.chat.frames import NoReader
from choice.chat.turn import Turn
from choice.wire.events import CardShown, Event, Failed, Started

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
