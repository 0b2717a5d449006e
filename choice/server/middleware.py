"""The outermost layer: every request gets an id and a log line, every response its security headers."""

import logging
import re
import time
from collections.abc import Collection, Sequence
from functools import lru_cache
from operator import itemgetter
from secrets import token_hex
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from choice.errors import BadToken, NotFound
from choice.server.errors import METHODS, ErrorReply, MethodsAt, other_method_words, reply_to, response_of
from choice.settings import WEB_HOST
from choice.telemetry.logs import request_id
from choice.telemetry.metrics import Metrics
from choice.telemetry.tracing import NO_TRACING, Span, Tracing

MOST_HEADER_BYTES: Final = 32 * 1024

_LENGTHS: Final = frozenset({b"content-length", b"transfer-encoding"})
_VERSIONS: Final = frozenset({"1.0", "1.1", "2", "3"})
# What comes after such a request on the same line is not read.
_CLOSE: Final = {"Connection": "close"}
# The parser does not read the body of such a request.
_UPGRADE_WITH_BODY: Final = ErrorReply(
    400, "A request with a body must not have an Upgrade header.", headers=_CLOSE
)


def refusal_of(scope: Scope, allowed_hosts: Collection[str], methods_at: MethodsAt) -> ErrorReply | None:
    """Return why a request is refused, or None where it may go on."""
    size, lengths, upgrades, hosts = 0, 0, 0, []
    for name, value in scope["headers"]:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name in _LENGTHS:
            lengths += 1
        elif name == b"upgrade":
            upgrades += 1
    return (
        _message_refusal(scope, size, lengths, methods_at)
        or (_UPGRADE_WITH_BODY if upgrades and lengths else None)
        or _host_refusal(hosts, allowed_hosts)
        or _target_refusal(scope)
    )


def _message_refusal(
    scope: Scope, header_bytes: int, lengths: int, methods_at: MethodsAt
) -> ErrorReply | None:
    if scope.get("http_version", "1.1") not in _VERSIONS:
        return ErrorReply(505, "This version of HTTP is not supported.", headers=_CLOSE)
    if scope["type"] == "http" and scope["method"] not in METHODS:
        return _method_refusal(methods_at(scope))
    if header_bytes > MOST_HEADER_BYTES:
        return ErrorReply(431, "The headers are too large.", headers=_CLOSE)
    if lengths > 1:
        return ErrorReply(
            400, "A request must not have both Content-Length and Transfer-Encoding.", headers=_CLOSE
        )
    return None


def _method_refusal(allowed: Sequence[str]) -> ErrorReply:
    if not allowed:
        return ErrorReply(404, str(NotFound()))
    return ErrorReply(405, other_method_words(allowed), headers={"Allow": ", ".join(allowed)})


def _host_refusal(hosts: Sequence[bytes], allowed: Collection[str]) -> ErrorReply | None:
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    if host in allowed:
        return None
    if WEB_HOST.fullmatch(host) is None:
        return ErrorReply(
            400, "Send exactly one Host header, with a host and perhaps a port.", headers=_CLOSE
        )
    if allowed:
        return ErrorReply(
            421, "This server does not answer for that host. CHOICE_ALLOWED_HOSTS names those it answers for."
        )
    return None


def _target_refusal(scope: Scope) -> ErrorReply | None:
    path: str = scope["path"]
    if not path.isprintable():
        return ErrorReply(404, str(NotFound()))
    if b"%00" in scope["query_string"]:
        return ErrorReply(400, "The query must not hold the character NUL.")
    return None


UNMATCHED: Final = "unmatched"
SECURITY_HEADERS: Final = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
"""What a response says unless it says something of its own, as a page does."""

_SECURITY: Final = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS]
_ID_HEADER: Final = b"x-request-id"
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST_PATH: Final = 200
_KEPT: Final = 64
"""Responses have so many different sets of headers, at most; few have others than the last."""
_POLICY_VIOLATION: Final = 1008
_name_of: Final = itemgetter(0)
_FAULT: Final = 500
_NOT_ANSWERED: Final = 499
"""What the log says where the client left before it was answered."""

logger = logging.getLogger(__name__)


class Edge:
    """Stands before an application. An error that gets this far is logged once and answered in few words."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        allowed_hosts: Collection[str] = (),
        metrics: Metrics | None = None,
        tracing: Tracing = NO_TRACING,
        methods_at: MethodsAt = lambda _scope: METHODS,
    ) -> None:
        """Take the application, and who knows which methods its paths take."""
        self._app = app
        self._methods_at = methods_at
        self._allowed_hosts = frozenset(allowed_hosts)
        self._metrics = metrics or Metrics()
        self._tracing = tracing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request, or whatever else the server has to say."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        token = request_id.set(name := token_hex(16))
        scope.setdefault("state", {})["request_id"] = name
        try:
            if scope["type"] != "http":
                await self._upgrade(scope, receive, send)
            elif self._tracing is NO_TRACING:
                await self._answer(scope, receive, send, None)
            else:
                with self._tracing.span("request", scope["method"][:10], Headers(scope=scope)) as span:
                    await self._answer(scope, receive, send, span)
        finally:
            request_id.reset(token)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, span: Span | None) -> None:
        started = scope["state"]["started"] = time.perf_counter()
        out = _Outgoing(send)
        try:
            refused = refusal_of(scope, self._allowed_hosts, self._methods_at)
            if refused is None:
                await self._app(scope, receive, out.send)
            else:
                await response_of(refused)(scope, receive, out.send)
        except Exception as error:
            logger.exception("A request failed")
            if out.status is None:
                await response_of(reply_to(error))(scope, receive, out.send)
        finally:
            status = out.status or _NOT_ANSWERED
            self._write(scope, status, time.perf_counter() - started)
            if span is not None:
                _describe(span, scope, status)

    async def _upgrade(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal_of(scope, self._allowed_hosts, self._methods_at) is not None:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        try:
            await self._app(scope, receive, send)
        except Exception:
            logger.exception("A socket failed")
            await send({"type": "websocket.close", "code": 1011})

    def _write(self, scope: Scope, status: int, seconds: float) -> None:
        """Write the line of a request. Its query and its headers may be secret and are left out."""
        route = _route(scope)
        self._metrics.request_ended(route, scope["method"], status)
        if not logger.isEnabledFor(logging.INFO):
            return
        fields: dict[str, object] = {
            "method": scope["method"][:10],
            "path": scope["path"][:_LONGEST_PATH],
            "route": route,
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        theirs = _incoming_id(scope)
        if theirs is not None:
            fields["client_request_id"] = theirs
        logger.info("request", extra={"fields": fields})


class _Outgoing:
    """The way out: adds what every response must say."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status: int | None = None

    async def send(self, message: Message) -> None:
        """Pass a message on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = message.get("headers", ())
            names = tuple(map(_name_of, headers))
            if _ID_HEADER in names:
                headers = [each for each in headers if each[0] != _ID_HEADER]
            identified = (_ID_HEADER, request_id.get().encode("latin-1"))
            message["headers"] = [*headers, *_unsaid(names), identified]
        await self._send(message)


@lru_cache(_KEPT)
def _unsaid(names: tuple[bytes, ...]) -> list[tuple[bytes, bytes]]:
    """Return what must be said beside the headers of these names."""
    return [each for each in _SECURITY if each[0] not in names]


def _route(scope: Scope) -> str:
    """Return the template of the route that took a request."""
    return str(getattr(scope.get("route"), "path", UNMATCHED))


def _describe(span: Span, scope: Scope, status: int) -> None:
    """Say on a span what the log says of a request, but for its path, which may hold an id."""
    route = _route(scope)
    span.rename(f"{scope['method'][:10]} {route}")
    span.note("http.request.method", scope["method"][:10])
    span.note("http.route", route)
    span.note("http.response.status_code", status)
    span.note("choice.request_id", request_id.get())
    if status >= _FAULT:
        span.fail(str(status))


def _incoming_id(scope: Scope) -> str | None:
    """Return the id that a client gave its request, if it is one that can be logged. It decides nothing."""
    for name, value in scope["headers"]:
        if name == _ID_HEADER:
            theirs = value.decode("latin-1")
            return theirs if _ID.fullmatch(theirs) else None
    return None


def authorization_of(connection: HTTPConnection) -> str | None:
    """Return the value of the Authorization header, the only place a token is looked for.

    Raises:
        BadToken: There are two of them.
    """
    values = [value for name, value in connection.scope["headers"] if name == b"authorization"]
    if len(values) > 1:
        rule = "Send exactly one Authorization header."
        raise BadToken(rule)
    return values[0].decode("latin-1") if values else None
