"""Delivery of answers over HTTP: acknowledged when received, repeated when cancelled."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation
from starlette.applications import Starlette
from starlette.routing import Route
from typing_extensions import override

from choice.auth import principal_for
from choice.mcp.http import McpEndpoint, deliveries_of
from choice.mcp.server import build_server
from choice.resident.portal import free_port
from choice.server.http_server import Server, server_config
from tests.mcp.agent import LEGACY, MODERN, QUESTION, Service, content, open_service
from tests.mcp.test_deliveries import INITIALIZE
from tests.mcp.test_http import ACCEPT

HOST = "127.0.0.1"
TOKEN = {"Authorization": "Bearer any"}
HOLDER = principal_for("ada", "local", frozenset({"member"}))


class CuttableTransport(httpx2.AsyncHTTPTransport):
    """HTTP transport of one agent that a test can disconnect."""

    is_cut = False

    async def cut(self) -> None:
        self.is_cut = True
        await self.aclose()

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if self.is_cut:
            raise httpx2.ConnectError("The network is gone.")
        return await super().handle_async_request(request)


@dataclass
class Served:
    """A desk with an MCP server over HTTP."""

    service: Service
    url: str

    @asynccontextmanager
    async def agent(self, mode: str, transport_to_cut: CuttableTransport) -> AsyncIterator[Client]:
        info = Implementation(name="test agent", version="1")
        async with httpx2.AsyncClient(headers=TOKEN, transport=transport_to_cut, timeout=60) as http:
            transport = streamable_http_client(self.url, http_client=http)
            async with Client(transport, mode=mode, client_info=info) as client:
                yield client


@asynccontextmanager
async def served_for(service: Service, grace: float = 60) -> AsyncIterator[Served]:
    port, ready = free_port(HOST, 0), asyncio.Event()
    service.calls.deliveries = deliveries_of
    server = build_server(service.opened, version="0", key=b"k" * 32)
    endpoint = McpEndpoint(server, lambda _token: HOLDER, [f"{HOST}:{port}"], grace)

    async def drain() -> None:
        """There is nothing to drain."""

    app = Starlette(routes=[Route("/mcp", endpoint)])
    running = Server(server_config(app, HOST, port), drain, ready.set)
    async with endpoint.running():
        task = asyncio.create_task(running.serve())
        try:
            async with asyncio.timeout(60):
                await ready.wait()
            yield Served(service, f"http://{HOST}:{port}/mcp")
        finally:
            running.should_exit = True
            await task


@asynccontextmanager
async def served(grace: float = 60) -> AsyncIterator[Served]:
    async with open_service() as service, served_for(service, grace) as there:
        yield there


async def asks(client: Client) -> dict[str, Any]:
    async with asyncio.timeout(30):
        selection: dict[str, Any] = content(await client.call_tool("provide_choice", QUESTION))["selection"]
        return selection


@pytest.mark.requirement("UP1")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_an_answer_to_a_closed_connection_is_returned_by_the_next_call(mode: str) -> None:
    async with served() as there:
        transport_to_cut = CuttableTransport()

        async def ask_and_fail() -> None:
            async with there.agent(mode, transport_to_cut) as client:
                await asks(client)

        failing = asyncio.create_task(ask_and_fail())
        asked = await there.service.next_question()
        await transport_to_cut.cut()
        async with there.agent(mode, CuttableTransport()) as client:
            await client.list_tools()
            await there.service.answer(asked, "pg")
            selection = await asks(client)
        failing.cancel()
        await asyncio.gather(failing, return_exceptions=True)

    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["pg"])


@pytest.mark.requirement("UP1")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_a_received_answer_is_not_returned_again(mode: str) -> None:
    async with served() as there, there.agent(mode, CuttableTransport()) as client:
        calling = asyncio.create_task(asks(client))
        asked = await there.service.next_question()
        await there.service.answer(asked, "pg")
        selection = await calling
        listed = content(await client.call_tool("list_open_questions"))
        again = asyncio.create_task(asks(client))
        new = await there.service.next_question()
        await there.service.answer(new, "lite")
        other = await again

    assert (selection["selected_ids"], other["selected_ids"]) == (["pg"], ["lite"])
    assert listed["questions"] == []
    assert new.id != asked.id


@pytest.mark.requirement("UP1")
async def test_sent_answers_are_acknowledged_when_the_server_stops() -> None:
    async with open_service() as service:
        async with served_for(service) as there, there.agent(LEGACY, CuttableTransport()) as client:
            calling = asyncio.create_task(asks(client))
            asked = await service.next_question()
            await service.answer(asked, "pg")
            await calling
            before = await service.desk.collect(asked.asked_by)
        async with asyncio.timeout(30):
            while await service.desk.collect(asked.asked_by):  # noqa: ASYNC110 - the desk has no event for this
                await asyncio.sleep(0)

    assert [one.id for one in before] == [asked.id]


@pytest.mark.requirement("UP1")
@pytest.mark.parametrize(("mode", "grace"), [(LEGACY, 0), (MODERN, 60)])
async def test_a_sent_answer_is_acknowledged_after_the_grace_period(mode: str, grace: float) -> None:
    async with served(grace) as there, there.agent(mode, CuttableTransport()) as client:
        calling = asyncio.create_task(asks(client))
        asked = await there.service.next_question()
        await there.service.answer(asked, "pg")
        await calling
        async with asyncio.timeout(30):
            while await there.service.desk.collect(asked.asked_by):
                await client.list_tools()


@pytest.mark.requirement("UP1")
async def test_an_answer_cancelled_while_sent_is_returned_by_the_next_call() -> None:
    async with served() as there, httpx.AsyncClient(headers=TOKEN | ACCEPT, timeout=30) as raw:

        async def post(message: dict[str, Any]) -> httpx.Response:
            return (await raw.post(there.url, json={"jsonrpc": "2.0"} | message)).raise_for_status()

        begun = await post(INITIALIZE)
        raw.headers["mcp-session-id"] = begun.headers["mcp-session-id"]
        raw.headers["mcp-protocol-version"] = "2025-11-25"
        await post({"method": "notifications/initialized"})
        called = {"name": "provide_choice", "arguments": QUESTION}
        calling = asyncio.create_task(post({"id": 7, "method": "tools/call", "params": called}))
        asked = await there.service.next_question()
        await there.service.answer(asked, "pg")
        # The result is sent, and the cancellation crosses it.
        written = await calling
        await post({"method": "notifications/cancelled", "params": {"requestId": 7}})
        await post({"id": 8, "method": "ping"})
        async with there.agent(LEGACY, CuttableTransport()) as client:
            selection = await asks(client)

    assert asked.id in written.text
    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["pg"])
