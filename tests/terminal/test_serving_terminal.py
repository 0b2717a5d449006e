"""A server started in a terminal shows questions from HTTP clients there."""

import asyncio
import time
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from choice.auth import Principal, signed_token
from choice.resident.portal import free_port
from choice.settings import read_settings
from tests.mcp.agent import QUESTION, content
from tests.terminal.pty_command import PtyCommand


@pytest.mark.requirement("PC4")
async def test_a_call_over_http_is_answered_in_the_terminal_of_the_server(tmp_path: Path) -> None:
    port = free_port("127.0.0.1", 0)
    with PtyCommand(tmp_path, "mcp", "--transport", "http", CHOICE_PORT=str(port)) as terminal:
        await asyncio.to_thread(terminal.sees, "Stop: Ctrl-C")
        settings = read_settings({"CHOICE_DATA_DIR": str(tmp_path)}, tmp_path)
        bot = Principal("bot", "local", frozenset({"agent"}))
        headers = {"Authorization": f"Bearer {signed_token(settings, bot, int(time.time()), 600)}"}
        async with httpx2.AsyncClient(timeout=30, headers=headers) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
            async with Client(transport) as agent:
                calling = asyncio.ensure_future(agent.call_tool("provide_choice", QUESTION))
                shown = await asyncio.to_thread(terminal.sees, "Esc cancels")
                terminal.press("\x1b[A\r")
                said = content(await calling)
        terminal.press("\x03")
        await asyncio.to_thread(terminal.ends)

    assert not any(" INFO " in line for line in shown)
    assert said["selection"]["selected_ids"] == ["lite"]
    assert said["selection"]["transport"] == "terminal"
    assert "Store: SQLite" in terminal.lines
    assert terminal.process.signalstatus is None
