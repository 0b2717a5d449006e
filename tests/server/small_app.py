"""Test application with the middleware, token verifier and rate limiter of the real one."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Literal

from pydantic import AwareDatetime, BaseModel, Field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from typing_extensions import override

from choice import errors
from choice.auth import Principal, TokenVerifier, authorize
from choice.desk import InteractionClosed
from choice.models import Cancelled
from choice.server.body import parse, read_json
from choice.server.errors import install_error_handlers
from choice.server.limits import Limiter, open_limiter
from choice.server.middleware import RequestMiddleware, authorization_of
from choice.settings import Settings
from choice.telemetry import CONTENT_TYPE, Metrics
from tests.auth.tokens import source

SECRET_WORDS = "canary: internal details"  # noqa: S105 - looked for by tests


class Turn(BaseModel):
    role: Literal["user", "assistant"]
    content: str = Field(max_length=8000)
    timestamp: AwareDatetime | None = None


class ChatRequest(BaseModel):
    message: str = Field(min_length=1, max_length=8000)
    sessionId: uuid.UUID | None = None  # noqa: N815 - the name on the wire
    conversationHistory: list[Turn] = Field(default=[], max_length=50)  # noqa: N815 - the same
    count: int | None = None
    share: float | None = None
    loud: bool | None = None
    metadata: dict[str, int] = {}


RAISED: dict[str, Exception] = {
    "unknown": errors.UnknownInteraction(SECRET_WORDS),
    "not-found": errors.NotFound(),
    "not-allowed": errors.NotAllowed(SECRET_WORDS, SECRET_WORDS),
    "closed": InteractionClosed("i1", Cancelled(at=datetime(2030, 1, 1, tzinfo=UTC))),
    "stale-version": errors.StaleVersion("i1", SECRET_WORDS, "2"),
    "stale-draft": errors.StaleDraft("i1", 1, 2),
    "key-conflict": errors.KeyConflict(SECRET_WORDS, SECRET_WORDS),
    "invalid-request": errors.InvalidRequest("options[0].label", "must not be blank.", {}),
    "invalid-answer": errors.InvalidAnswer("note", "must be text."),
    "unknown-question": errors.UnknownQuestion(SECRET_WORDS, ["q1"]),
    "unknown-option": errors.UnknownOption("q1", SECRET_WORDS, ["a"]),
    "wrong-count": errors.WrongCount("q1", 3, 1, 1),
    "unknown-dialect": errors.UnknownDialect(SECRET_WORDS, ["x"]),
    "streams": errors.TooManyStreams(3),
    "limiter": errors.LimiterUnavailable(),
    "store": errors.StoreUnavailable(f"postgresql://u:{SECRET_WORDS}@h/d", "cannot be reached."),
    "full": errors.StoreFull("desk.db", "no room."),
    "setting": errors.InvalidSetting("CHOICE_X", SECRET_WORDS),
    "bug": ZeroDivisionError(SECRET_WORDS),
}


class HeldStream(StreamingResponse):
    """A stream that holds a stream slot of the user until it ends."""

    def __init__(self, content: AsyncIterator[bytes], limiter: Limiter, principal: Principal) -> None:
        super().__init__(content, media_type="text/event-stream")
        self._limiter = limiter
        self._principal = principal

    @override
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        release = await self._limiter.acquire_slot(self._principal, "streams")
        try:
            await super().__call__(scope, receive, send)
        finally:
            release()


class Endpoints:
    """The endpoints and their dependencies."""

    def __init__(self, verifier: TokenVerifier, limiter: Limiter, metrics: Metrics) -> None:
        self.verifier = verifier
        self.limiter = limiter
        self.metrics = metrics

    async def principal(self, request: Request) -> Principal:
        return self.verifier.verify(authorization_of(request))

    async def chat(self, request: Request) -> Response:
        principal = await self.principal(request)
        authorize(principal, "conversation.write")
        payload = await read_json(request, timeout=1.0)
        turn = parse(ChatRequest, payload)
        allowance = await self.limiter.acquire(principal)
        return JSONResponse({"length": len(turn.message)}, headers=allowance.headers())

    async def answer(self, request: Request) -> Response:
        authorize(await self.principal(request), "interaction.answer")
        await read_json(request)
        return JSONResponse({})

    async def thing(self, request: Request) -> Response:
        await self.principal(request)
        return JSONResponse({})

    async def fail(self, request: Request) -> Response:
        raise RAISED[request.path_params["name"]]

    async def page(self, _request: Request) -> Response:
        return HTMLResponse("<p>", headers={"Content-Security-Policy": "default-src 'self'"})

    async def numbers(self, _request: Request) -> Response:
        return Response(self.metrics.page(), media_type=CONTENT_TYPE)

    async def socket(self, websocket: WebSocket) -> None:
        await websocket.accept()
        raise ZeroDivisionError(SECRET_WORDS)

    async def stream(self, request: Request) -> Response:
        return HeldStream(self._broken(), self.limiter, await self.principal(request))

    async def endless(self, request: Request) -> Response:
        return HeldStream(self._endless(), self.limiter, await self.principal(request))

    async def _endless(self) -> AsyncIterator[bytes]:
        while True:
            yield b": still here\n\n"
            await asyncio.sleep(0.01)

    async def _broken(self) -> AsyncIterator[bytes]:
        self.metrics.stream_opened()
        try:
            yield b"data: 1\n\n"
            await asyncio.sleep(0)
            raise ZeroDivisionError(SECRET_WORDS)
        finally:
            self.metrics.stream_closed()


def build(
    limiter: Limiter, metrics: Metrics | None = None, allowed_hosts: frozenset[str] = frozenset()
) -> RequestMiddleware:
    """Return the application."""
    metrics = metrics or Metrics()
    verifier = TokenVerifier(source("HS256"), audience="choicewire", issuer="choicewire")
    gates = Endpoints(verifier, limiter, metrics)
    routes = [
        Route("/chat", gates.chat, methods=["POST"]),
        Route("/answer", gates.answer, methods=["POST"]),
        Route("/stream", gates.stream),
        Route("/endless", gates.endless),
        Route("/things/{thing_id}", gates.thing),
        Route("/raise/{name}", gates.fail),
        Route("/page", gates.page),
        Route("/metrics", gates.numbers),
        WebSocketRoute("/ws", gates.socket),
    ]
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False
    install_error_handlers(app)
    return RequestMiddleware(app, metrics=metrics, allowed_hosts=allowed_hosts)


async def open_app(**settings: int) -> RequestMiddleware:
    """Return the application with an in-memory rate limiter."""
    return build(open_limiter(Settings("memory:", **settings)))  # type: ignore[arg-type]
