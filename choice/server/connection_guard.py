"""What uvicorn's HTTP protocol lacks: time limits, and strict framing where httptools is lenient.

1. A connection without a request, or whose client takes nothing, ends after a time limit.
2. httptools reports trailers as headers. They are dropped.
3. httptools stops parsing at an `Upgrade`; if it is not taken, the body would be read as another request.
   Such a connection is closed after its response.
4. uvicorn answers what it cannot parse with a 400, even in the middle of another response.
"""

import asyncio
import json
from secrets import token_hex
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send
from typing_extensions import override
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

IDLE_SECONDS: Final = 30.0
"""Time for a complete request head, and for a client to take some of what it was sent."""
WRITE_BUFFER_BYTES: Final = 32 * 1024
"""High-water mark of a connection's write buffer: beyond it, `send` waits."""
_GUARD: Final = "choicewire.connection_guard"


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's protocol for one connection, with the additions above."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        # uvicorn copies the state into the scope of each request, where `GuardedApp` finds it.
        super().__init__(config, server_state, {**app_state, _GUARD: self}, _loop)
        self._is_serving = self._is_paused = self._is_head = False
        self._timer: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        self.watch(is_serving=False)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.watch(is_serving=True, is_paused=False)

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self.watch(is_paused=True)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self.watch(is_paused=False)

    @override
    def on_message_begin(self) -> None:
        self._is_head = True
        super().on_message_begin()

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        if self._is_head:  # (2)
            super().on_header(name, value)

    @override
    def on_headers_complete(self) -> None:
        self._is_head = False
        super().on_headers_complete()
        if self.parser.should_upgrade() and self.cycle is not None:
            self.cycle.keep_alive = False  # (3)

    @override
    def send_400_response(self, msg: str) -> None:
        if self._is_serving:
            self.transport.abort()  # (4)
            return
        error = {"code": "bad_request", "message": "Invalid HTTP request.", "request_id": token_hex(16)}
        body = json.dumps({"error": error}).encode()
        head = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\n"
        self.transport.write(b"%bcontent-length: %d\r\n\r\n%b" % (head, len(body), body))
        self.transport.close()

    def watch(self, *, is_serving: bool | None = None, is_paused: bool | None = None) -> None:
        """Restart the timer (1): it runs unless a request is served to a client that reads."""
        self._is_serving = self._is_serving if is_serving is None else is_serving
        self._is_paused = self._is_paused if is_paused is None else is_paused
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._is_paused or not self._is_serving:
            unsent = self.transport.get_write_buffer_size()
            self._timer = self.loop.call_later(IDLE_SECONDS, self._expire, unsent)

    def _expire(self, unsent: int) -> None:
        if self.transport.get_write_buffer_size() < unsent:
            self.watch()  # Slow, but the client still reads.
        else:
            self.transport.abort()


class GuardedApp:
    """Tells the protocol of a connection when a request is served."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, a socket or the lifespan."""
        protocol: GuardedProtocol | None = scope.get("state", {}).pop(_GUARD, None)
        if protocol is None:
            await self._app(scope, receive, send)
            return
        protocol.watch(is_serving=True)
        try:
            await self._app(scope, receive, send)
        finally:
            protocol.watch(is_serving=False)
