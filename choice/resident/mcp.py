"""One MCP client of the shared server. Needs the extra `mcp`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from choice.assembly.local import local_person, preferences_file
from choice.assembly.mcp import state_key
from choice.desk import Desk
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import Caller, Context, Deliveries, caller_of
from choice.mcp.server import build_server
from choice.mcp.stdio import LineStream, serve_lines
from choice.resident.portal import Portal
from choice.settings import Settings


@dataclass(frozen=True, slots=True)
class ClientReach:
    """How the person behind one client is reached. All clients share the page; the screen is the client's."""

    portal: Portal
    starts_server: bool
    shows: Callable[[str], None] | None
    """Opens a page on the client's screen; None where it has none."""

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of an interaction's page, or None where no server shows it."""
        return await self.portal.page(interaction_id, starts_server=self.starts_server)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal."""
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Open a page once, if the client has a screen."""
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
    """Serve a client until it disconnects. The desk is opened for its first question."""
    lines, person = LineStream(*line), local_person()
    shows = lines.show_page if hello["screen"] else None
    reach = ClientReach(portal, starts_server=hello["page"], shows=shows)

    def who(context: Context) -> Caller:
        return caller_of(context, person, hello["project"])

    def deliveries(_context: Context) -> Deliveries:
        return lines.deliveries

    made: list[ToolCalls] = []

    async def calls() -> ToolCalls:
        # Not before the first question, so that the client's handshake does not wait for the desk.
        desk = await open_desk()
        if not made:
            preferences = preferences_file(settings).read
            made.append(ToolCalls(desk, reach, who, preferences, hello["hold"], deliveries=deliveries))
        return made[0]

    key = state_key(settings)
    await serve_lines(build_server(calls, version=version("choicewire"), key=key), lines)
