"""Serve one MCP client in the shared server. Requires the extra `mcp`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from choice.assembly.local import local_principal, preferences_file
from choice.assembly.mcp import state_key
from choice.desk import Desk, Principal
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import Caller, Context, Deliveries, local_caller
from choice.mcp.server import build_server
from choice.mcp.stdio import LineStream, serve_lines
from choice.preferences import Preferences
from choice.resident.portal import Portal
from choice.settings import Settings


@dataclass(frozen=True, slots=True)
class ClientReach:
    """Links for the person behind one client. All clients share the page; each has its own screen."""

    portal: Portal
    starts_server: bool
    shows: Callable[[str], None] | None
    """Opens a page on the client's screen; None if the client has no screen."""

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of an interaction's page, or None if no server shows it."""
        return await self.portal.page(interaction_id, starts_server=self.starts_server)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal."""
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Open the page if the client has a screen and the page was not opened before."""
        link = None if self.shows is None else self.portal.link_to_open(address)
        if self.shows is not None and link is not None:
            self.shows(link)


async def serve_mcp(
    hello: Mapping[str, Any],
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    settings: Settings,
    portal: Portal,
    open_desk: Callable[[], Awaitable[Desk]],
) -> None:
    """Serve a client until it disconnects. The desk is opened by the first tool call."""
    lines, principal = LineStream(*line), local_principal()
    shows = lines.show_page if hello["screen"] else None
    reach = ClientReach(portal, starts_server=hello["page"], shows=shows)

    def caller_for(context: Context) -> Caller:
        return local_caller(context, principal, hello["project"])

    async def preferences(_principal: Principal) -> Preferences:
        return preferences_file(settings).read()

    def deliveries(_context: Context) -> Deliveries:
        return lines.deliveries

    made: list[ToolCalls] = []

    async def calls() -> ToolCalls:
        # Open the desk only now, so that the handshake of the client does not wait for it.
        desk = await open_desk()
        if not made:
            made.append(ToolCalls(desk, reach, caller_for, preferences, hello["hold"], deliveries=deliveries))
        return made[0]

    key = state_key(settings)
    await serve_lines(build_server(calls, version=version("choicewire"), key=key), lines)
