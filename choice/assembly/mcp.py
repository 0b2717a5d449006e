"""MCP inside the HTTP server at `/mcp`. Callers are authenticated with the server's tokens."""

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from choice.assembly.local import language_of, page_of, preferences_file
from choice.auth import Principal, TokenVerifier, permissions_of, secret_in
from choice.desk import ANYONE, Audience, Desk, Person
from choice.errors import BadToken
from choice.mcp.calls import ToolCalls
from choice.mcp.http import Holder, McpEndpoint, Receive, Scope, Send, deliveries_of
from choice.mcp.questions import Caller, Context, caller_of, client_name
from choice.mcp.server import build_server
from choice.settings import Settings


def state_key(settings: Settings) -> bytes:
    """Return the key that encrypts the MCP request state. It is the same after a restart."""
    return hashlib.sha256(f"mcp:{secret_in(settings.data_dir)}".encode()).digest()


@dataclass(frozen=True, slots=True)
class PageReach:
    """Links for the person when this server also serves the pages."""

    settings: Settings

    @property
    def has_screen(self) -> bool:
        """Return False: the person may be at another machine."""
        return False

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of an interaction's page."""
        return page_of(self.settings, interaction_id)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal of the server's machine."""
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Do nothing. Pages that are already open show every new interaction."""


@dataclass(slots=True)
class McpMount:
    """The application at `/mcp`. It replies 503 until the service is open."""

    settings: Settings
    _endpoint: McpEndpoint | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if self._endpoint is None:
            await send({"type": "http.response.start", "status": 503, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        await self._endpoint(scope, receive, send)

    @asynccontextmanager
    async def opened(self, desk: Desk, verifier: TokenVerifier) -> AsyncIterator[None]:
        """Handle requests within the block."""
        preferences = preferences_file(self.settings)
        tool_calls = ToolCalls(
            desk,
            PageReach(self.settings),
            self._caller,
            preferences.read,
            deliveries=deliveries_of,
            tasks=self.settings.mcp_tasks,
            key=state_key(self.settings),
            language=lambda: language_of(preferences),
        )

        async def calls() -> ToolCalls:
            return tool_calls

        server = build_server(
            calls,
            version=version("choicewire"),
            key=state_key(self.settings),
            lists_all=self.settings.mcp_tools == "all",
        )
        endpoint = McpEndpoint(server, _holder(verifier), sorted(self.settings.own_hosts()))
        async with endpoint.running():
            self._endpoint = endpoint
            try:
                yield
            finally:
                self._endpoint = None

    def _caller(self, context: Context) -> Caller:
        """Return the caller. Without the permission `ask`, only the token's own user may answer."""
        token = context.request.user.access_token if context.request is not None else None
        claims = {} if token is None else token.claims or {}
        principal = Principal(claims["user"], claims["tenant"], frozenset(claims["roles"]))
        person = Person(principal.user, principal.tenant, principal.roles)
        is_agent = "ask" in permissions_of(principal)
        audience = ANYONE if is_agent else Audience(users=(principal.user,))
        agent = f"{client_name(context)} of {principal.user}"
        return caller_of(context, person, None, audience=audience, agent=agent)


def _holder(verifier: TokenVerifier) -> Callable[[str], Holder | None]:
    def holder(token: str) -> Holder | None:
        try:
            principal = verifier.verify(f"Bearer {token}")
        except BadToken:
            return None
        return Holder(principal.user, principal.tenant, principal.roles)

    return holder
