"""Serve one MCP client in the shared server. Requires the extra `mcp`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from choice.assembly.local import language_of, local_principal, preferences_file
from choice.assembly.mcp import state_key
from choice.desk import Desk, Principal
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import Caller, Context, Deliveries, Registry, local_caller
from choice.mcp.server import build_server
from choice.mcp.stdio import LineStream, serve_lines
from choice.preferences import Preferences
from choice.resident.portal import Portal
from choice.settings import Settings


@dataclass(frozen=True, slots=True)
class ClientReach:
    """Links for the person behind one client. All clients share the page; each has its own screen."""

    portal: Portal
    launcher: str
    """Start of the command line with which the person runs choicewire in a terminal."""
    starts_server: bool
    shows: Callable[[str], None] | None
    """Opens a page on the client's screen; None if the client has no screen."""

    @property
    def has_display(self) -> bool:
        """Return whether pages can be opened on the client's screen."""
        return self.shows is not None

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of an interaction's page, or None if no server shows it."""
        return await self.portal.page(interaction_id, starts_server=self.starts_server)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal."""
        return f"{self.launcher} answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Open the page if the client has a screen and the page was not opened before."""
        link = None if self.shows is None else self.portal.link_to_open(address)
        if self.shows is not None and link is not None:
            self.shows(link)


@dataclass(frozen=True, slots=True)
class McpClients:
    """Serves the MCP clients of one desk."""

    settings: Settings
    portal: Portal
    open_desk: Callable[[], Awaitable[Desk]]
    registry: Registry = field(default_factory=Registry)

    async def serve(
        self, hello: Mapping[str, Any], line: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        """Serve a client until it disconnects."""
        lines, principal = LineStream(*line), local_principal()
        shows = lines.open_in_browser if hello["screen"] else None
        reach = ClientReach(self.portal, hello["launcher"], starts_server=hello["page"], shows=shows)

        def caller_for(context: Context) -> Caller:
            return local_caller(context, principal, hello["project"])

        def deliveries(_context: Context) -> Deliveries:
            return lines.deliveries

        file = preferences_file(self.settings)

        async def preferences(_principal: Principal) -> Preferences:
            return file.read()

        made: list[ToolCalls] = []
        key = state_key(self.settings)

        async def calls() -> ToolCalls:
            # Open the desk only now, so that the handshake of the client does not wait for it.
            desk = await self.open_desk()
            if not made:
                made.append(
                    ToolCalls(
                        desk,
                        reach,
                        caller_for,
                        preferences,
                        hello["hold"],
                        deliveries=deliveries,
                        registry=self.registry,
                        tasks=self.settings.mcp_tasks,
                        key=key,
                        language=lambda _preferences: language_of(file),
                    )
                )
            return made[0]

        lists_all = self.settings.mcp_tools == "all"
        server = build_server(calls, version=version("choicewire"), key=key, lists_all=lists_all)
        await serve_lines(server, lines)
