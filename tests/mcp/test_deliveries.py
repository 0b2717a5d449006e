"""An answer counts as delivered when it was written to an agent that still wanted it, and not before."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from choice.mcp.deliveries import Deliveries
from choice.mcp.server import build_server
from choice.mcp.stdio import Lines, serve_lines
from tests.mcp.agent import QUESTION, House, house

GREETING = {
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test agent", "version": "1"},
    },
}


class Line:
    """An agent that says what it likes, whenever it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def say(self, message: dict[str, Any]) -> None:
        self.writer.write(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    def ask(self, number: int) -> None:
        called = {"name": "provide_choice", "arguments": QUESTION}
        self.say({"id": number, "method": "tools/call", "params": called})

    def give_up(self, number: int) -> None:
        self.say({"method": "notifications/cancelled", "params": {"requestId": number}})

    async def hears(self, number: int) -> dict[str, Any]:
        """Read until a request is answered; return its result."""
        result: dict[str, Any] = (await self.answered(number))["result"]
        return result

    async def answered(self, number: int) -> dict[str, Any]:
        """Read until a request is answered; return all that is said."""
        async with asyncio.timeout(30):
            while (said := json.loads(await self._reader.readline())).get("id") != number:
                pass
        answer: dict[str, Any] = said
        return answer


@asynccontextmanager
async def line_to(here: House, deliveries: Deliveries) -> AsyncIterator[Line]:
    ours, its = socket.socketpair()
    server = build_server(here.opened, version="0", key=b"k" * 32)
    line = Line(*await asyncio.open_connection(sock=ours, limit=2**20))
    its_reader, its_writer = await asyncio.open_connection(sock=its)
    here.calls.deliveries = lambda _context: deliveries
    serving = asyncio.create_task(serve_lines(server, Lines(its_reader, its_writer, deliveries)))
    line.say(GREETING)
    await line.hears(0)
    line.say({"method": "notifications/initialized"})
    try:
        yield line
    finally:
        line.writer.close()
        await serving
        its_writer.close()
        # What the server still had to say finds nobody.
        await asyncio.gather(line.writer.wait_closed(), its_writer.wait_closed(), return_exceptions=True)


@pytest.mark.requirement("UP1")
async def test_an_agent_that_had_given_up_when_its_answer_was_written_gets_it_when_it_asks_again() -> None:
    async with house() as here, line_to(here, Deliveries(grace=60)) as line:
        line.ask(1)
        asked = await here.next_question()
        await here.answer(asked, "pg")
        # The answer is on the wire; the agent has stopped reading, and its word crosses it.
        await line.hears(1)
        line.give_up(1)
        line.ask(2)
        again = await line.hears(2)

    selection = again["structuredContent"]["selection"]
    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["pg"])


@pytest.mark.requirement("UP1")
async def test_an_answer_that_was_read_is_not_handed_out_again() -> None:
    async with house() as here, line_to(here, Deliveries(grace=60)) as line:
        line.ask(1)
        asked = await here.next_question()
        await here.answer(asked, "pg")
        await line.hears(1)
        line.say({"id": 2, "method": "tools/call", "params": {"name": "list_open_questions"}})
        listed = await line.hears(2)
        line.ask(3)
        new = await here.next_question()

    assert listed["structuredContent"]["questions"] == []
    assert new.id != asked.id


@pytest.mark.requirement("UP1")
async def test_what_was_written_counts_as_delivered_after_a_while_or_when_the_agent_leaves() -> None:
    async with house() as here:
        async with line_to(here, Deliveries(grace=60)) as line:
            line.ask(1)
            asked = await here.next_question()
            await here.answer(asked, "pg")
            await line.hears(1)
            before = await here.desk.collect(asked.asked_by)
        async with line_to(here, Deliveries(grace=0)) as line:
            line.ask(1)
            other = await here.next_question()
            await here.answer(other, "pg")
            await line.hears(1)
            async with asyncio.timeout(30):
                while await here.desk.collect(asked.asked_by):
                    line.say({"id": 2, "method": "ping"})
                    await line.hears(2)

    assert [one.id for one in before] == [asked.id]


@pytest.mark.requirement("UP1")
async def test_an_answer_that_comes_after_the_agent_gave_up_waits_for_it() -> None:
    async with house() as here, line_to(here, Deliveries()) as line:
        line.ask(1)
        asked = await here.next_question()
        line.give_up(1)
        line.say({"id": 2, "method": "ping"})
        await line.hears(2)
        await here.answer(asked, "lite")
        line.ask(3)
        selection = (await line.hears(3))["structuredContent"]["selection"]

    assert (selection["session_id"], selection["selected_ids"]) == (asked.id, ["lite"])
