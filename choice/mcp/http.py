"""The MCP server over streamable HTTP, behind bearer tokens and exact lists of hosts and origins."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CancelledNotificationParams
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from choice.mcp.deliveries import GRACE_SECONDS, HttpDeliveries, give_up
from choice.mcp.server import McpServer

__all__ = ["Holder", "McpEndpoint", "Receive", "Scope", "Send"]

LARGEST_BODY = 4 * 1024 * 1024


class Holder(NamedTuple):
    """Whom a token speaks of."""

    user: str
    tenant: str
    roles: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Verifier:
    """Our tokens, as the kit asks for them."""

    holder: Callable[[str], Holder | None]

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return whom a token speaks of, or None if it does not count."""
        found = self.holder(token)
        if found is None:
            return None
        claims = {
            "user": found.user,
            "tenant": found.tenant,
            "roles": sorted(found.roles),
            "iss": found.tenant,
        }
        return AccessToken(token=token, client_id=found.user, scopes=[], subject=found.user, claims=claims)


class McpEndpoint:
    """An application for one route."""

    def __init__(
        self,
        server: McpServer,
        holder: Callable[[str], Holder | None],
        hosts: Sequence[str],
        grace: float = GRACE_SECONDS,
    ) -> None:
        origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]
        self._manager = StreamableHTTPSessionManager(
            app=server,
            security_settings=TransportSecuritySettings(
                enable_dns_rebinding_protection=True, allowed_hosts=list(hosts), allowed_origins=origins
            ),
            max_request_body_size=LARGEST_BODY,
        )
        self._deliveries = HttpDeliveries(StreamableHTTPASGIApp(self._manager), grace)
        server.add_notification_handler("notifications/cancelled", CancelledNotificationParams, give_up)
        guarded = RequireAuthMiddleware(self._deliveries, [])
        self._app: ASGIApp = AuthenticationMiddleware(
            AuthContextMiddleware(guarded), backend=BearerAuthBackend(_Verifier(holder))
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the sessions of clients for as long as the block lasts."""
        try:
            async with self._manager.run():
                yield
        finally:
            self._deliveries.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await self._app(scope, receive, send)
