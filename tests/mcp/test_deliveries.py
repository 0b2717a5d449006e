"""Delivery of answers over a socket: acknowledged when received, repeated when cancelled."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from choice.mcp.questions import Deliveries
from choice.mcp.server import build_server
from choice.mcp.stdio import LineStream, serve_lines
from tests.mcp.agent import QUESTION, Service, open_service

INITIALIZE = {
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test agent", "version": "1"},
    },
}


class RawClient:
    """A raw JSON-RPC client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def send(self, message: dict[str, Any]) -> None:
        self.writer.write(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    def ask(self, number: int) -> None:
        called = {"name": "provide_choice", "arguments": QUESTION}
        self.send({"id": number, "method": "tools/call", "params": called})

    def cancel(self, number: int) -> None:
        self.send({"method": "notifications/cancelled", "params": {"requestId": number}})

    async def result(self, number: int) -> dict[str, Any]:
        """Read until a request is answered; return its result."""
        result: dict[str, Any] = (await self.response(number))["result"]
        return result

    async def response(self, number: int) -> dict[str, Any]:
        """Read until a request is answered; return the response."""
        async with asyncio.timeout(30):
            while (message := json.loads(await self._reader.readline())).get("id") != number:
                pass
        answer: dict[str, Any] = message
        return answer


@asynccontextmanager
async def connect(service: Service, deliveries: Deliveries) -> AsyncIterator[RawClient]:
    client_socket, server_socket = socket.socketpair()
    server = build_server(service.opened, version="0", key=b"k" * 32)
    client = RawClient(*await asyncio.open_connection(sock=client_socket, limit=2**20))
    server_reader, server_writer = await asyncio.open_connection(sock=server_socket)
    service.calls.deliveries = lambda _context: deliveries
    serving = asyncio.create_task(serve_lines(server, LineStream(server_reader, server_writer, deliveries)))
    client.send(INITIALIZE)
    await client.result(0)
    client.send({"method": "notifications/initialized"})
    try:
        yield client
    finally:
        client.writer.close()
        await serving
        server_writer.close()
        # Writes of the server to the closed connection may fail.
        await asyncio.gather(client.writer.wait_closed(), server_writer.wait_closed(), return_exceptions=True)


@pytest.mark.requirement("UP1")
async def test_an_answer_cancelled_while_sent_is_returned_by_the_next_call() -> None:
    async with open_service() as service, connect(service, Deliveries(grace=60)) as client:
        client.ask(1)
        asked = await service.next_question()
        await service.answer(asked, "pg")
        # The result is sent, and the cancellation crosses it.
        await client.result(1)
        client.cancel(1)
        client.ask(2)
        again = await client.result(2)

    selection = again["structuredContent"]["selection"]
    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["pg"])


@pytest.mark.requirement("UP1")
async def test_a_received_answer_is_not_returned_again() -> None:
    async with open_service() as service, connect(service, Deliveries(grace=60)) as client:
        client.ask(1)
        asked = await service.next_question()
        await service.answer(asked, "pg")
        await client.result(1)
        client.send({"id": 2, "method": "tools/call", "params": {"name": "list_open_questions"}})
        listed = await client.result(2)
        client.ask(3)
        new = await service.next_question()

    assert listed["structuredContent"]["questions"] == []
    assert new.id != asked.id


@pytest.mark.requirement("UP1")
async def test_a_sent_answer_is_acknowledged_after_the_grace_period_or_on_disconnect() -> None:
    async with open_service() as service:
        async with connect(service, Deliveries(grace=60)) as client:
            client.ask(1)
            asked = await service.next_question()
            await service.answer(asked, "pg")
            await client.result(1)
            before = await service.desk.collect(asked.asked_by)
        async with connect(service, Deliveries(grace=0)) as client:
            client.ask(1)
            other = await service.next_question()
            await service.answer(other, "pg")
            await client.result(1)
            async with asyncio.timeout(30):
                while await service.desk.collect(asked.asked_by):
                    client.send({"id": 2, "method": "ping"})
                    await client.result(2)

    assert [one.id for one in before] == [asked.id]


@pytest.mark.requirement("UP1")
async def test_an_answer_after_a_cancelled_call_is_returned_by_the_next_call() -> None:
    async with open_service() as service, connect(service, Deliveries()) as client:
        client.ask(1)
        asked = await service.next_question()
        client.cancel(1)
        client.send({"id": 2, "method": "ping"})
        await client.result(2)
        await service.answer(asked, "lite")
        client.ask(3)
        selection = (await client.result(3))["structuredContent"]["selection"]

    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["lite"])
