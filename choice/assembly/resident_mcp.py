"""One MCP client of the shared server: it has its own screen; the desk and the page are everyone's."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import version
from typing import Any

from choice.assembly.front_reach import FrontReach
from choice.assembly.local import local_person, preferences_file
from choice.assembly.portal import LocalReach
from choice.assembly.state_key import state_key
from choice.desk.desk import Desk
from choice.mcp.caller import Caller, Context, caller_of
from choice.mcp.deliveries import Deliveries
from choice.mcp.lines import Lines, serve_lines
from choice.mcp.server import build_server
from choice.mcp.tool_calls import ToolCalls
from choice.settings import Settings


async def serve_mcp(
    about: Mapping[str, Any],
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    settings: Settings,
    local: LocalReach,
    opened: Callable[[], Awaitable[Desk]],
) -> None:
    """Serve a client until it leaves. The desk is opened for its first question."""
    lines, person = Lines(*line), local_person()
    shows = lines.show_page if about["screen"] else None
    reach = FrontReach(local, starts_server=about["page"], shows=shows)

    def who(context: Context) -> Caller:
        return caller_of(context, person, about["project"])

    def deliveries(_context: Context) -> Deliveries:
        return lines.deliveries

    made: list[ToolCalls] = []

    async def calls() -> ToolCalls:
        # Not before the first question: a client wants to hear at once that the server is there.
        desk = await opened()
        if not made:
            preferences = preferences_file(settings).read
            made.append(ToolCalls(desk, reach, who, preferences, about["hold"], deliveries=deliveries))
        return made[0]

    key = state_key(settings)
    await serve_lines(build_server(calls, version=version("choicewire"), key=key), lines)
