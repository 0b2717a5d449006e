"""Run the application on uvicorn, with connection limits and graceful shutdown."""

import asyncio
import gc
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from secrets import token_hex
from typing import ClassVar, Final

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from choice.errors import ChoiceError, InvalidSetting
from choice.server.errors import CLOSE, ErrorReply, error_response
from choice.server.middleware import SECURITY_HEADERS
from choice.telemetry import request_id

IDLE_SECONDS: Final = 30.0
"""Time limit for receiving a complete request head, and for a client to read more of its response."""
WRITE_BUFFER_BYTES: Final = 32 * 1024
"""High-water mark of a connection's write buffer. Above it, `send` waits."""
DRAIN_SECONDS: Final = 6
"""Time limit for open responses to end during shutdown."""
REJECT_SECONDS: Final = 1.5
"""Time during shutdown in which new requests on open connections get a 503."""
MAX_CONNECTIONS: Final = 20_000
"""Maximum number of open connections, if the system allows as many files."""
MAX_WEBSOCKET_MESSAGE: Final = 64 * 1024

_ABORT_BEFORE: Final = 1
"""Seconds before the end of `DRAIN_SECONDS` at which stalled connections are aborted.

At the end, uvicorn would cancel them and log an error.
"""
_POLL_SECONDS: Final = 0.02
_BODY_HEADERS: Final = frozenset({b"content-length", b"transfer-encoding"})
_MAX_FILES: Final = 65_536
_OTHER_FILES: Final = 128
"""Open files that are not connections: the database, Redis, the model, Slack."""
_GC_THRESHOLDS: Final = (200_000, 10, 10)

logger = logging.getLogger(__name__)


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with time limits and stricter parsing than httptools.

    1. A connection is aborted after `IDLE_SECONDS` without a request, or if its client stops reading.
    2. httptools reports trailers as headers. They are dropped.
    3. httptools stops parsing at `Upgrade`. If the upgrade is not accepted, it would parse the body as
       another request, so the connection is closed after the response.
    4. On a parser error, the connection is aborted if a 400 would end up inside an earlier response.
    5. Only a GET request without a body may be upgraded to a WebSocket.
    6. If too many connections wait for the rest of a request, the one that has waited longest is aborted.
    """

    waiting: ClassVar[OrderedDict["GuardedProtocol", None]] = OrderedDict()
    """The connections of this process whose next request has not arrived completely, in order."""
    max_waiting: ClassVar[int] = 10_000

    _timer: asyncio.TimerHandle | None = None
    _in_head = False
    _is_paused = False

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        self._start_timer()
        self._wait()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()
        self.waiting.pop(self, None)

    @override
    def handle_websocket_upgrade(self) -> None:
        names = {name for name, _value in self.scope["headers"]}
        if self.scope["method"] != "GET" or not names.isdisjoint(_BODY_HEADERS):
            self._reject("A WebSocket is opened with a GET request without a body.")  # (5)
            return
        self._stop_timer()
        self.waiting.pop(self, None)
        super().handle_websocket_upgrade()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._start_timer()
        if not self._is_serving():
            self._wait()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_paused = True
        self._start_timer()

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_paused = False

    def _is_serving(self) -> bool:
        # `cycle` is None before the first request.
        return not getattr(self.cycle, "response_complete", True)

    def _start_timer(self) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            unsent = self.transport.get_write_buffer_size()
            self._timer = self.loop.call_later(IDLE_SECONDS, self._expire, unsent)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _expire(self, unsent: int) -> None:
        if self._is_paused and self.transport.get_write_buffer_size() < unsent:
            self._start_timer()  # The client is slow but still reading.
        elif self._is_paused or not self._is_serving():
            self.transport.abort()  # (1)

    @override
    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    @override
    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # (2)
            super().on_header(name, value)

    @override
    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        if self.parser.should_upgrade() and self.cycle is not None:
            self.cycle.keep_alive = False  # (3)

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._is_serving():
            self.waiting.pop(self, None)

    def _wait(self) -> None:
        """Count the connection as waiting for a request, and abort the longest waiting one if necessary."""
        if not self.transport.is_closing():
            self.waiting[self] = None
            self.waiting.move_to_end(self)
        while len(self.waiting) > self.max_waiting:
            longest, _ = self.waiting.popitem(last=False)
            longest.transport.abort()  # (6)

    @override
    def send_400_response(self, msg: str) -> None:
        if self.pipeline or (
            self._is_serving() and (self.cycle.response_started or not self.cycle.more_body)
        ):
            self.transport.abort()  # (4)
        else:
            self._reject("The request is not valid HTTP/1.1.")

    def _reject(self, message: str) -> None:
        """Send an error without a request and close the connection."""
        token = request_id.set(token_hex(16))
        headers = {**dict(SECURITY_HEADERS), **CLOSE, "X-Request-ID": request_id.get()}
        response = error_response(ErrorReply(400, message, headers=headers))
        request_id.reset(token)
        lines = [b"HTTP/1.1 400 Bad Request", *[b"%b: %b" % each for each in response.raw_headers], b"", b""]
        self.transport.write(b"\r\n".join(lines) + bytes(response.body))
        self.transport.close()


def connection_limit() -> int:
    """Raise the limit of open files as far as allowed, and return how many connections fit into it."""
    try:
        import resource  # noqa: PLC0415 - not on Windows, where this limit does not exist
    except ImportError:
        return MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft - _OTHER_FILES)


class Server(uvicorn.Server):
    """uvicorn server that drains the application's streams before it shuts down."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: Callable[[], Awaitable[None]],
        on_started: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._on_started = on_started
        self._owns_process = False

    @override
    def run(self, sockets: list[socket.socket] | None = None) -> None:
        self._owns_process = True
        self.config.limit_concurrency = limit = connection_limit()
        GuardedProtocol.max_waiting = limit // 2
        super().run(sockets)

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listener in server.sockets:
                _limit_unsent(listener)
        self._on_started()
        if self._owns_process:
            # Objects created so far live as long as the process. Exclude them from garbage collection.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_GC_THRESHOLDS)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        # A proxy may still send requests on idle connections. Answer them with a 503 before closing.
        ends = time.monotonic() + REJECT_SECONDS
        while self.server_state.connections and time.monotonic() < ends and not self.force_exit:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(_POLL_SECONDS)
        timeout = self.config.timeout_graceful_shutdown or DRAIN_SECONDS
        aborting = asyncio.get_running_loop().call_later(timeout - _ABORT_BEFORE, self._abort_connections)
        try:
            await super().shutdown(sockets)
        finally:
            aborting.cancel()

    def _abort_connections(self) -> None:
        remaining = list(self.server_state.connections)
        logger.info("Aborting %d stalled connections.", len(remaining))
        for connection in remaining:
            connection.transport.abort()


def _limit_unsent(listener: socket.socket) -> None:
    """Limit the unsent bytes that the kernel buffers for each connection of a listening socket.

    By default the kernel buffers megabytes, so back-pressure from a stalled client would come too late.
    """
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if option is not None and listener.family in {socket.AF_INET, socket.AF_INET6}:
        listener.setsockopt(socket.IPPROTO_TCP, option, WRITE_BUFFER_BYTES)


def server_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """Return the configuration of the server."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,  # `RequestMiddleware` logs requests, without query strings.
        server_header=False,
        date_header=False,
        proxy_headers=False,
        http=GuardedProtocol,
        timeout_keep_alive=int(IDLE_SECONDS),
        lifespan="on",
        timeout_graceful_shutdown=DRAIN_SECONDS,
        limit_concurrency=MAX_CONNECTIONS,
        ws="websockets-sansio",
        ws_max_size=MAX_WEBSOCKET_MESSAGE,
        ws_per_message_deflate=False,
    )


def run_reloading(factory: str, host: str, port: int) -> None:
    """Serve an application from its factory, and restart it when the code changes. For development."""
    uvicorn.run(factory, factory=True, host=host, port=port, reload=True, log_config=None)


class ReportStartupErrors:
    """ASGI middleware that reports a failed startup as one sentence instead of a traceback.

    The error is passed to `report`; by default it is logged.
    """

    def __init__(self, app: ASGIApp, report: Callable[[ChoiceError], None] | None = None) -> None:
        self._app = app
        self._report = report

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        failed: list[Message] = []

        async def hold_failure(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                failed.append(message)
            else:
                await send(message)

        try:
            await self._app(scope, receive, hold_failure)
        except ChoiceError as error:
            if not failed:
                raise
            failed[0]["message"] = "" if self._report else str(error)
            if self._report:
                self._report(error)
        finally:
            for message in failed:
                await send(message)


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Bind sockets to an address and close them at the end of the block.

    Raises:
        InvalidSetting: The address does not belong to this machine or is in use.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        name, problem = "CHOICE_HOST", f"{host!r} is not an address of this machine."
        raise InvalidSetting(name, problem) from error
    with ExitStack() as stack:
        try:
            sockets = [stack.enter_context(_bind(*each)) for each in dict.fromkeys(addresses)]
        except OSError as error:
            name = "CHOICE_PORT"
            problem = (
                f"cannot listen on {host} port {port}: {error.strerror}. Choose another port with --port."
            )
            raise InvalidSetting(name, problem) from error
        yield sockets


def _bind(family: int, kind: int, protocol: int, _name: str, address: tuple[object, ...]) -> socket.socket:
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
    except BaseException:
        bound.close()
        raise
    return bound
