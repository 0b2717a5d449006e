"""MCP over HTTP in the server: tokens, hosts, origins, sessions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from choice.assembly.server import Serving
from choice.resident.portal import free_port
from choice.server.http_server import Server, server_config
from tests.mcp.agent import LEGACY, MODERN, QUESTION, content
from tests.server.service import Running, settings_for

INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Running]:
    """Run the whole server on a free port."""
    settings = settings_for(folder, port=free_port("127.0.0.1", 0))
    serving, ready = Serving(settings), asyncio.Event()
    config = server_config(serving.app(), settings.host, settings.port)
    server = Server(config, serving.drain, ready.set)
    task = asyncio.create_task(server.serve())
    try:
        async with asyncio.timeout(60):
            await ready.wait()
        run = Running(f"http://127.0.0.1:{settings.port}", settings, serving, server)
        yield run
    finally:
        for client in run.clients:
            await client.aclose()
        server.should_exit = True
        await task


@asynccontextmanager
async def agent(run: Running, mode: str, user: str = "bot", role: str = "agent") -> AsyncIterator[Client]:
    token = run.token(user, "acme", (role,))
    async with httpx2.AsyncClient(timeout=30, headers={"Authorization": f"Bearer {token}"}) as http:
        transport = streamable_http_client(f"{run.url}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


async def _ask(one: Client) -> tuple[asyncio.Future[CallToolResult], str]:
    """Ask; return the held call, and the question's id from the first progress notification."""
    session_id: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001 - as called
        if not session_id.done():
            session_id.set_result((message or "").rpartition(" ")[2].strip("`."))

    calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION, progress_callback=on_progress))
    return calling, await asyncio.wait_for(session_id, 30)


@pytest.mark.requirement("PC1", "UP4")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_an_answer_by_the_http_api_is_the_result_of_the_call(tmp_path: Path, mode: str) -> None:
    async with served(tmp_path) as run, agent(run, mode) as one:
        calling, asked = await _ask(one)
        person = run.client("ada")
        answer = {"answers": [{"question_id": "q1", "option_ids": ["pg"]}]}
        posted = await person.post(f"/api/interactions/{asked}/answer", json=answer)
        result = content(await calling)

        assert posted.status_code == 200
        assert result["selection"]["selected_ids"] == ["pg"]
        assert result["selection"]["answered_by"] == "ada"


async def test_an_agent_with_a_personal_token_asks_only_that_person(tmp_path: Path) -> None:
    async with served(tmp_path) as run, agent(run, LEGACY, "ada", "member") as one:
        calling, asked = await _ask(one)
        seen_by_another = (await run.client("bob").get("/api/interactions?state=open")).json()["interactions"]
        answer = {"answers": [{"question_id": "q1", "option_ids": ["pg"]}]}
        await run.client("ada").post(f"/api/interactions/{asked}/answer", json=answer)

        assert seen_by_another == []
        assert content(await calling)["selection"]["answered_by"] == "ada"


@pytest.mark.requirement("UP7")
async def test_requests_without_a_valid_token_are_rejected(tmp_path: Path) -> None:
    async with served(tmp_path) as run, httpx.AsyncClient(base_url=run.url, headers=ACCEPT) as anonymous:
        without = await anonymous.post("/mcp", json=INITIALIZE)
        wrong = await anonymous.post("/mcp", json=INITIALIZE, headers={"Authorization": "Bearer a.b.c"})

        assert [without.status_code, wrong.status_code] == [401, 401]


@pytest.mark.requirement("UP7")
async def test_hosts_and_origins_must_match_exactly(tmp_path: Path) -> None:
    async with served(tmp_path) as run:
        token = run.token("bot", "acme", ("agent",))
        headers = ACCEPT | {"Authorization": f"Bearer {token}"}
        port = run.settings.port

        async def status(**changed: str) -> int:
            async with httpx.AsyncClient(base_url=run.url) as client:
                return (await client.post("/mcp", json=INITIALIZE, headers=headers | changed)).status_code

        assert await status() == 200
        assert await status(Origin=run.url) == 200
        assert await status(Host=f"localhost:{port}") == 200
        for host in ("evil.test", f"evil.test:{port}", f"127.0.0.1.evil.test:{port}", "127.0.0.1:1"):
            assert await status(Host=host) in {400, 421}, host
        for origin in ("http://evil.test", "null", f"{run.url}.evil.test", f"http://127.0.0.1:{port}0"):
            assert await status(Origin=origin) == 403, origin


async def test_a_session_belongs_to_its_token(tmp_path: Path) -> None:
    async with served(tmp_path) as run, httpx.AsyncClient(base_url=run.url, headers=ACCEPT) as client:
        mine = {"Authorization": f"Bearer {run.token('bot', 'acme', ('agent',))}"}
        theirs = {"Authorization": f"Bearer {run.token('other', 'acme', ('agent',))}"}
        begun = await client.post("/mcp", json=INITIALIZE, headers=mine)
        session = {
            "mcp-session-id": begun.headers["mcp-session-id"],
            "mcp-protocol-version": "2025-11-25",
        }
        listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}

        assert (await client.post("/mcp", json=listing, headers=mine | session)).status_code == 200
        assert (await client.post("/mcp", json=listing, headers=theirs | session)).status_code in {403, 404}
