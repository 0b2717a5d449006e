"""Outermost ASGI middleware: request ids, request checks, body limits, security headers, log and metrics."""

import asyncio
import logging
import re
import time
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from secrets import token_hex
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from choice.errors import BadToken, BodyTooLarge, BodyTooSlow
from choice.payload.json_text import MAX_SIZE
from choice.server.errors import (
    CLOSE,
    METHODS,
    NOT_FOUND,
    AllowedMethods,
    ErrorReply,
    error_response,
    method_not_allowed,
    reply_to,
)
from choice.settings import WEB_HOST
from choice.telemetry import NO_TRACING, Metrics, Span, Tracing, request_id

MAX_HEADER_BYTES: Final = 32 * 1024
MAX_BODY_BYTES: Final = MAX_SIZE
_NO_LIMITS: Final[Mapping[str, int]] = {}
BODY_SECONDS: Final = 30.0
"""Seconds within which the whole body of any request must arrive, whether or not the caller has a token."""
UNMATCHED: Final = "unmatched"
"""Route name in logs and metrics for requests that match no route."""
SECURITY_HEADERS: Final = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
"""Default headers of every response. Headers that a response sets itself take precedence."""

_SECURITY: Final = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS]
_LENGTH_HEADERS: Final = frozenset({b"content-length", b"transfer-encoding"})
_VERSIONS: Final = frozenset({"1.0", "1.1", "2", "3"})
_REQUEST_ID: Final = b"x-request-id"
_CLIENT_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_MAX_PATH: Final = 200
_MAX_METHOD: Final = 10
_HEADER_SETS: Final = 64
_POLICY_VIOLATION: Final = 1008
_SOCKET_ERROR: Final = 1011
_SERVER_ERROR: Final = 500
_CLIENT_CLOSED_REQUEST: Final = 499
"""Status in logs and metrics for requests whose client disconnects before the response."""
_name_of: Final = itemgetter(0)

logger = logging.getLogger(__name__)


class RequestMiddleware:
    """Outermost middleware. Unhandled exceptions are logged once and answered with a 500."""

    def __init__(  # noqa: PLR0913 - the parts of the application
        self,
        app: ASGIApp,
        *,
        allowed_hosts: Collection[str] = (),
        metrics: Metrics | None = None,
        tracing: Tracing = NO_TRACING,
        methods_at: AllowedMethods = lambda _scope: METHODS,
        body_seconds: float = BODY_SECONDS,
        body_limits: Mapping[str, int] = _NO_LIMITS,
    ) -> None:
        """Create the middleware. `body_limits` are the paths whose bodies may exceed `MAX_BODY_BYTES`."""
        self._app = app
        self._body_limits = body_limits
        self._body_seconds = body_seconds
        self._methods_at = methods_at
        self._allowed_hosts = frozenset(allowed_hosts)
        self._metrics = metrics or Metrics()
        self._tracing = tracing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, WebSocket or lifespan."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        token = request_id.set(new_id := token_hex(16))
        scope.setdefault("state", {})["request_id"] = new_id
        try:
            if scope["type"] != "http":
                await self._handle_websocket(scope, receive, send)
            elif self._tracing is NO_TRACING:
                await self._handle(scope, receive, send, None)
            else:
                with self._tracing.span("request", _method(scope), Headers(scope=scope)) as span:
                    await self._handle(scope, receive, send, span)
        finally:
            request_id.reset(token)

    async def _handle(self, scope: Scope, receive: Receive, send: Send, span: Span | None) -> None:
        started = scope["state"]["started"] = time.perf_counter()
        response = _Response(_Unchunked(send).send if scope.get("http_version") == "1.0" else send)
        try:
            limit = self._body_limits.get(scope["path"], MAX_BODY_BYTES)
            rejected = reject_malformed(scope, self._allowed_hosts, self._methods_at, limit)
            if rejected is None:
                if _has_body(scope):
                    receive = _LimitedBody(receive, response, self._body_seconds, limit).receive
                await self._app(scope, receive, response.send)
            else:
                await error_response(rejected)(scope, receive, response.send)
        except Exception as error:
            logger.exception("Request failed")
            if response.status is None:
                await error_response(reply_to(error))(scope, receive, response.send)
        finally:
            status = response.status or _CLIENT_CLOSED_REQUEST
            self._record(scope, status, time.perf_counter() - started)
            if span is not None:
                _describe(span, scope, status)

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if reject_malformed(scope, self._allowed_hosts, self._methods_at) is not None:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        try:
            await self._app(scope, receive, send)
        except Exception:
            logger.exception("WebSocket failed")
            await send({"type": "websocket.close", "code": _SOCKET_ERROR})

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request. Query and headers are not logged, because they may contain secrets."""
        route = _route(scope)
        self._metrics.request_ended(route, scope["method"], status)
        if not logger.isEnabledFor(logging.INFO):
            return
        fields: dict[str, object] = {
            "method": _method(scope),
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        if route != UNMATCHED:  # Other paths may contain anything, such as a secret that was pasted.
            fields["path"] = scope["path"][:_MAX_PATH]
        client_id = _client_request_id(scope)
        if client_id is not None:
            fields["client_request_id"] = client_id
        logger.info("request", extra={"fields": fields})


class _LimitedBody:
    """Receives the messages of a request, and limits the size and the duration of its body."""

    def __init__(self, receive: Receive, response: "_Response", seconds: float, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._response = response
        self._seconds = seconds
        self._ends = asyncio.get_running_loop().time() + seconds
        self._size = 0
        self._is_complete = False

    async def receive(self) -> Message:
        """Return the next message.

        Raises:
            BodyTooLarge: The body is larger than the limit.
            BodyTooSlow: The body does not arrive in time. After the response has begun, the client counts as
                disconnected instead.
        """
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._ends):
                message = await self._receive()
        except TimeoutError:
            if self._response.status is not None:
                return {"type": "http.disconnect"}
            raise BodyTooSlow(self._seconds) from None
        self._size += len(message.get("body", b""))
        if self._size > self._limit:
            raise BodyTooLarge(self._limit)
        self._is_complete = not message.get("more_body", False)
        return message


class _Response:
    """Adds the request id and the security headers to a response."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = message.get("headers", ())
            names = tuple(map(_name_of, headers))
            if _REQUEST_ID in names:
                headers = [each for each in headers if each[0] != _REQUEST_ID]
            own_id = (_REQUEST_ID, request_id.get().encode("latin-1"))
            message["headers"] = [*headers, *_missing_security_headers(names), own_id]
        await self._send(message)


class _Unchunked:
    """Buffers a response without Content-Length and sends it whole: HTTP/1.0 has no chunked encoding."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = bytearray()

    async def send(self, message: Message) -> None:
        is_start = message["type"] == "http.response.start"
        if is_start and b"content-length" not in map(_name_of, message["headers"]):
            self._start = message
            return
        if self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body", False):
                return
            length = (b"content-length", str(len(self._body)).encode())
            await self._send({**self._start, "headers": [*self._start["headers"], length]})
            message = {"type": "http.response.body", "body": bytes(self._body)}
        await self._send(message)


def reject_malformed(
    scope: Scope,
    allowed_hosts: Collection[str],
    methods_at: AllowedMethods,
    max_body: int = MAX_BODY_BYTES,
) -> ErrorReply | None:
    """Return the error for a malformed or ambiguous request, or None if the request is fine."""
    size, upgrades = 0, 0
    hosts: list[bytes] = []
    lengths: list[bytes] = []
    for name, value in scope["headers"]:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name in _LENGTH_HEADERS:
            lengths.append(name)
        elif name == b"upgrade":
            upgrades += 1
    return (
        _check_message(scope, size, lengths, methods_at)
        or _check_length(scope, lengths, max_body)
        or _check_upgrade(lengths, upgrades)
        or _check_host(hosts, allowed_hosts)
        or _check_target(scope)
    )


def _has_body(scope: Scope) -> bool:
    """Return whether a request has a body, or announces one."""
    return any(name in _LENGTH_HEADERS and value != b"0" for name, value in scope["headers"])


def _check_message(
    scope: Scope, header_bytes: int, lengths: Sequence[bytes], methods_at: AllowedMethods
) -> ErrorReply | None:
    if scope.get("http_version", "1.1") not in _VERSIONS:
        return ErrorReply(505, "This version of HTTP is not supported. Use HTTP/1.1.", headers=CLOSE)
    if scope["type"] == "http" and scope["method"] not in METHODS:
        return method_not_allowed(methods_at(scope))
    if header_bytes > MAX_HEADER_BYTES:
        return ErrorReply(431, f"The headers must be at most {MAX_HEADER_BYTES} bytes.", headers=CLOSE)
    if len(lengths) > 1:
        if len(set(lengths)) > 1:
            message = "A request must not have both Content-Length and Transfer-Encoding."
        else:
            message = f"A request must not have more than one {lengths[0].decode().title()} header."
        return ErrorReply(400, message, headers=CLOSE)
    return None


def _check_length(scope: Scope, lengths: Sequence[bytes], max_body: int) -> ErrorReply | None:
    if lengths == [b"content-length"] and _announced(scope) > max_body:
        return reply_to(BodyTooLarge(max_body))
    return None


def _announced(scope: Scope) -> int:
    """Return the Content-Length of a request. The HTTP parser accepts digits only."""
    return int(dict(scope["headers"])[b"content-length"])


def _check_upgrade(lengths: Sequence[bytes], upgrades: int) -> ErrorReply | None:
    # httptools does not read the body of such a request (see `GuardedProtocol`).
    if upgrades and lengths:
        return ErrorReply(400, "A request with a body must not have an Upgrade header.", headers=CLOSE)
    return None


def _check_host(hosts: Sequence[bytes], allowed: Collection[str]) -> ErrorReply | None:
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    if host in allowed:
        return None
    if WEB_HOST.fullmatch(host) is None:
        return ErrorReply(
            400,
            "A request must have exactly one Host header, with a host name and optionally a port.",
            headers=CLOSE,
        )
    if allowed:
        return ErrorReply(421, "This host is not allowed. Add it to CHOICE_ALLOWED_HOSTS.")
    return None


def _check_target(scope: Scope) -> ErrorReply | None:
    path: str = scope["path"]
    if not path.isprintable():
        return NOT_FOUND
    if b"%00" in scope["query_string"]:
        return ErrorReply(400, "The query must not contain a NUL character.")
    return None


def authorization_of(connection: HTTPConnection) -> str | None:
    """Return the value of the Authorization header, the only place where a token is accepted.

    Raises:
        BadToken: There is more than one such header.
    """
    values = [value for name, value in connection.scope["headers"] if name == b"authorization"]
    if len(values) > 1:
        rule = "A request must not have more than one Authorization header."
        raise BadToken(rule)
    return values[0].decode("latin-1") if values else None


@lru_cache(_HEADER_SETS)
def _missing_security_headers(names: tuple[bytes, ...]) -> list[tuple[bytes, bytes]]:
    return [each for each in _SECURITY if each[0] not in names]


def _method(scope: Scope) -> str:
    return str(scope["method"])[:_MAX_METHOD]


def _route(scope: Scope) -> str:
    """Return the path template of the matched route."""
    return str(getattr(scope.get("route"), "path", UNMATCHED))


def _describe(span: Span, scope: Scope, status: int) -> None:
    """Set the attributes of a request's span. The path is omitted, because it may contain an id."""
    route = _route(scope)
    span.rename(f"{_method(scope)} {route}")
    span.note("http.request.method", _method(scope))
    span.note("http.route", route)
    span.note("http.response.status_code", status)
    span.note("choice.request_id", request_id.get())
    if status >= _SERVER_ERROR:
        span.fail(str(status))


def _client_request_id(scope: Scope) -> str | None:
    """Return the request id sent by the client if it is safe to log. It is used for nothing else."""
    for name, value in scope["headers"]:
        if name == _REQUEST_ID:
            client_id = value.decode("latin-1")
            return client_id if _CLIENT_ID.fullmatch(client_id) else None
    return None
