"""MCP inside the HTTP server at `/mcp`. Callers are authenticated with the server's tokens."""

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from choice.assembly.local import interaction_url
from choice.auth import Principal, TokenVerifier, secret_in
from choice.desk import Desk
from choice.errors import BadToken
from choice.mcp.calls import ToolCalls
from choice.mcp.http import McpEndpoint, Receive, Scope, Send, deliveries_of, principal_in
from choice.mcp.questions import Caller, Context, caller_with_token
from choice.mcp.server import build_server
from choice.preferences import Preferences
from choice.server.limits import Limiter
from choice.settings import Settings
from choice.web.preferences import UserPreferences


def state_key(settings: Settings) -> bytes:
    """Return the key that encrypts the MCP request state. It is the same after a restart."""
    return hashlib.sha256(f"mcp:{secret_in(settings.data_dir)}".encode()).digest()


@dataclass(frozen=True, slots=True)
class PageReach:
    """Links for the person when this server also serves the pages."""

    settings: Settings

    @property
    def has_display(self) -> bool:
        """Return False: the person may be at another machine."""
        return False

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of an interaction's page."""
        return interaction_url(self.settings, interaction_id)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal of the server's machine."""
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Do nothing. Pages that are already open show every new interaction."""


@dataclass(frozen=True, slots=True)
class UserLimits:
    """The limits of the server, for MCP clients."""

    limiter: Limiter

    async def count_ask(self, principal: Principal) -> None:
        """Count a new question, or raise RateLimited."""
        await self.limiter.acquire_ask(principal)

    async def start_wait(self, principal: Principal) -> Callable[[], None]:
        """Take a slot for a call that waits, or raise TooManyOpen."""
        return await self.limiter.acquire_slot(principal, "waits")


@dataclass(slots=True)
class McpMount:
    """The application at `/mcp`. It replies 503 until the service is open."""

    settings: Settings
    preferences: UserPreferences
    check_seconds: float
    """Interval at which open requests check that their token is still accepted."""
    _endpoint: McpEndpoint | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if self._endpoint is None:
            await send({"type": "http.response.start", "status": 503, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        await self._endpoint(scope, receive, send)

    @asynccontextmanager
    async def opened(self, desk: Desk, verifier: TokenVerifier, limiter: Limiter) -> AsyncIterator[None]:
        """Handle requests within the block."""
        tool_calls = ToolCalls(
            desk,
            PageReach(self.settings),
            _caller,
            self._preferences,
            deliveries=deliveries_of,
            limits=UserLimits(limiter),
            tasks=self.settings.mcp_tasks,
            key=state_key(self.settings),
        )

        async def calls() -> ToolCalls:
            return tool_calls

        server = build_server(
            calls,
            version=version("choicewire"),
            key=state_key(self.settings),
            lists_all=self.settings.mcp_tools == "all",
        )
        hosts = sorted(self.settings.own_hosts())
        endpoint = McpEndpoint(server, _holder(verifier), hosts, check_seconds=self.check_seconds)
        async with endpoint.running():
            self._endpoint = endpoint
            try:
                yield
            finally:
                self._endpoint = None

    async def _preferences(self, principal: Principal) -> Preferences:
        return Preferences() if principal.kind == "agent" else await self.preferences.read(principal)


def _caller(context: Context) -> Caller:
    return caller_with_token(context, principal_in(context))


def _holder(verifier: TokenVerifier) -> Callable[[str], Principal | None]:
    def holder(token: str) -> Principal | None:
        try:
            return verifier.verify(f"Bearer {token}")
        except BadToken:
            return None

    return holder
