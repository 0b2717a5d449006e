"""Streamable HTTP transport: bearer tokens, allowed hosts and origins, tracking of delivered results."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4
from weakref import WeakValueDictionary

from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CancelledNotificationParams
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from choice.auth import Action, Principal, may, principal_for
from choice.errors import BadToken
from choice.mcp.questions import GRACE_SECONDS, Context, Deliveries, RequestId
from choice.mcp.server import McpServer
from choice.mcp.sessions import IDLE_SECONDS, MAX_SESSIONS_OF_ALL, SESSION_HEADER, SessionLimit

__all__ = ["McpEndpoint", "Receive", "Scope", "Send"]

_MAX_BODY = 256 * 1024
"""The limit of all other routes. Larger messages would delay the event loop while they are parsed."""
CONNECT: Final[Action] = "interaction.ask_oneself"
"""What the holder of a token must be allowed to do to connect. Others get a 403."""
CHECK_SECONDS: Final = 10.0
"""Interval at which open requests check that their token is still accepted."""
_SCOPE_KEY = "choicewire.deliveries"
_DISCONNECT_ITERATIONS = 2
"""Event loop iterations until a disconnect that has arrived reaches `_Response.receive`."""


@dataclass(frozen=True, slots=True)
class _Verifier:
    """Token verifier for the MCP SDK."""

    holder: Callable[[str], Principal | None]

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return the access token with the claims of its holder, or None if the token is invalid."""
        found = self.holder(token)
        if found is None:
            return None
        claims = {
            "user": found.subject,
            "tenant": found.tenant,
            "roles": sorted(found.roles),
            "iss": found.tenant,
        }
        scopes: list[str] = [CONNECT] if may(found, CONNECT) else []
        user = found.subject
        return AccessToken(token=token, client_id=user, scopes=scopes, subject=user, claims=claims)


class McpEndpoint:
    """ASGI application of the MCP endpoint."""

    def __init__(
        self,
        server: McpServer,
        holder: Callable[[str], Principal | None],
        hosts: Sequence[str],
        grace: float = GRACE_SECONDS,
        check_seconds: float = CHECK_SECONDS,
    ) -> None:
        origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
        self._manager = StreamableHTTPSessionManager(
            app=server,
            security_settings=TransportSecuritySettings(
                enable_dns_rebinding_protection=True, allowed_hosts=list(hosts), allowed_origins=origins
            ),
            max_request_body_size=_MAX_BODY,
            max_sessions=MAX_SESSIONS_OF_ALL,
            session_idle_timeout=IDLE_SECONDS,
        )
        self._deliveries = _HttpDeliveries(StreamableHTTPASGIApp(self._manager), grace)
        server.add_notification_handler("notifications/cancelled", CancelledNotificationParams, _on_cancelled)
        checked = _UntilSignedOut(SessionLimit(self._deliveries), holder, check_seconds)
        guarded = RequireAuthMiddleware(checked, [CONNECT])
        self._app: ASGIApp = AuthenticationMiddleware(
            AuthContextMiddleware(guarded), backend=BearerAuthBackend(_Verifier(holder))
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep client sessions open within the block."""
        try:
            async with self._manager.run():
                yield
        finally:
            self._deliveries.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await self._app(scope, receive, send)


def principal_in(context: Context) -> Principal:
    """Return the principal of the token in a request.

    Raises:
        BadToken: The request did not come through the endpoint.
    """
    token = context.request.user.access_token if context.request is not None else None
    if token is None or token.claims is None:
        rule = "Send a token: Authorization: Bearer …"
        raise BadToken(rule, missing=True)
    claims = token.claims
    return principal_for(claims["user"], claims["tenant"], frozenset(claims["roles"]))


def deliveries_of(context: Context) -> Deliveries | None:
    """Return the delivery tracker of the calling client, or None if the call did not come over HTTP."""
    return None if context.request is None else context.request.scope.get(_SCOPE_KEY)


async def _on_cancelled(context: Context, params: CancelledNotificationParams) -> None:
    """Record that a client cancelled a request of its session."""
    deliveries = deliveries_of(context)
    if deliveries is not None and params.request_id is not None:
        deliveries.cancelled(params.request_id)


class _UntilSignedOut:
    """ASGI middleware that ends open requests, such as streams, once their token is not accepted anymore."""

    def __init__(self, app: ASGIApp, holder: Callable[[str], Principal | None], check_seconds: float) -> None:
        self._app, self._holder, self._check_seconds = app, holder, check_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        ended = asyncio.Event()
        checking = asyncio.create_task(self._check(scope["user"].access_token.token, ended))
        is_open = False

        async def receive_until_ended() -> Message:
            getting, ending = asyncio.ensure_future(receive()), asyncio.ensure_future(ended.wait())
            try:
                await asyncio.wait({getting, ending}, return_when=asyncio.FIRST_COMPLETED)
                return getting.result() if getting.done() else {"type": "http.disconnect"}
            finally:
                getting.cancel()
                ending.cancel()

        async def send_and_note(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] == "http.response.start" or message.get("more_body", False)
            await send(message)

        try:
            await self._app(scope, receive_until_ended, send_and_note)
            if is_open and ended.is_set():
                await send({"type": "http.response.body", "body": b""})
        finally:
            checking.cancel()

    async def _check(self, token: str, ended: asyncio.Event) -> None:
        while True:
            await asyncio.sleep(self._check_seconds)
            if self._holder(token) is None:
                ended.set()
                return


class _HttpDeliveries:
    """ASGI middleware that tracks which results are written to clients."""

    def __init__(self, app: ASGIApp, grace: float = GRACE_SECONDS) -> None:
        self._app, self._grace = app, grace
        self._clients: WeakValueDictionary[str, Deliveries] = WeakValueDictionary()
        """Trackers by session id. Open requests and running grace periods hold the strong references."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        deliveries = scope[_SCOPE_KEY] = self._deliveries(dict(scope["headers"]).get(SESSION_HEADER))
        response = _Response(deliveries, receive, send)
        await self._app(scope, response.receive, response.send)

    def close(self) -> None:
        """Confirm all sent results. Called when the server stops."""
        for deliveries in list(self._clients.values()):
            deliveries.close()

    def _deliveries(self, session: bytes | None) -> Deliveries:
        name = uuid4().hex if session is None else session.decode("latin-1")
        found = self._clients.get(name)
        if found is None:
            # A client without a session can cancel only by disconnecting, before the result is written.
            # No grace period is needed.
            found = self._clients[name] = Deliveries(0 if session is None else self._grace)
        return found


class _Response:
    """Tracks the response to one request."""

    def __init__(self, deliveries: Deliveries, receive: Receive, send: Send) -> None:
        self._deliveries, self._receive, self._send = deliveries, receive, send
        self._is_disconnected = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._is_disconnected = self._is_disconnected or message["type"] == "http.disconnect"
        return message

    async def send(self, message: Message) -> None:
        request_id = _result_id(message.get("body", b"")) if self._deliveries.is_expecting else None
        if request_id is None:
            await self._send(message)
            return
        # Sending to a closed connection raises no error. Let a pending disconnect be received first.
        for _ in range(_DISCONNECT_ITERATIONS):
            await asyncio.sleep(0)
        await self._send(message)
        if not self._is_disconnected:
            self._deliveries.written(request_id)


def _result_id(body: bytes) -> RequestId | None:
    """Return the request id of the result in a body chunk (JSON or a server-sent event), or None."""
    for line in body.splitlines():
        data = line.removeprefix(b"data: ")
        if data.startswith(b"{"):
            message: dict[str, Any] = json.loads(data)
            if "result" in message:
                request_id: RequestId = message["id"]
                return request_id
    return None
