"""The MCP server over standard input and output: its desk, its person, its ways to them."""

import asyncio
import hashlib
import logging
import sys
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path

from choice.assembly.desk import environment_settings, open_desk
from choice.assembly.local import local_person, preferences_file
from choice.assembly.portal import LocalReach
from choice.chat.secret_file import secret_in
from choice.mcp.caller import Caller, Context, caller_of
from choice.mcp.server import build_server, serve_stdio
from choice.mcp.tool_calls import ToolCalls
from choice.settings import Settings


def state_key(settings: Settings) -> bytes:
    """Return the key that seals what clients carry for us: the same after a restart."""
    return hashlib.sha256(f"mcp:{secret_in(settings.data_dir)}".encode()).digest()


async def run_stdio(*, hold: float | None = None, with_page: bool = True) -> None:
    """Serve one client until it leaves. What it asked stays on the desk."""
    settings = environment_settings()
    # Standard output is the wire: whatever else is said goes to standard error.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, force=True)
    person, project = local_person(), Path.cwd().name or None
    preferences = preferences_file(settings)
    reach = LocalReach(settings, starts_server=with_page)

    def who(context: Context) -> Caller:
        return caller_of(context, person, project)

    async with AsyncExitStack() as stack:
        stack.push_async_callback(reach.close)
        opening, opened = asyncio.Lock(), list[ToolCalls]()

        async def calls() -> ToolCalls:
            # Not before the first question: a client wants to hear at once that the server is there.
            async with opening:
                if not opened:
                    desk = await stack.enter_async_context(open_desk())
                    opened.append(ToolCalls(desk, reach, who, preferences.read, hold))
            return opened[0]

        await serve_stdio(build_server(calls, version=version("choicewire"), key=state_key(settings)))
