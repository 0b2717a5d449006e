"""Limits per user: questions, waits, sockets, MCP sessions and messages (S11, S12, S13, S16, S18)."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from choice.mcp.sessions import MAX_SESSIONS
from choice.testing.scripted_model import ScriptedModel
from choice.web import live_socket
from tests.mcp.agent import QUESTION
from tests.server.redis_server import RedisServer
from tests.server.service import Running, running, settings_for

FORM = {"questions": [{"text": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}]}
ASK = {"request": FORM}
ACCEPT = {"Accept": "application/json, text/event-stream"}


async def cookie_of(run: Running, user: str = "ada") -> str:
    """Sign a user in with a link and return the session cookie as a header."""
    page = httpx.AsyncClient(base_url=run.url, headers={"Origin": run.url, "X-Choice-Client": "web"})
    run.clients.append(page)
    code = (await run.client(user).post("/sign-in/link")).json()["code"]
    assert (await page.post("/sign-in", json={"code": code})).status_code == 200
    return "; ".join(f"{name}={value}" for name, value in page.cookies.items())


async def socket_of(run: Running, cookie: str) -> ClientConnection:
    """Open the WebSocket of a page."""
    url = run.url.replace("http", "ws") + "/ws"
    socket = await connect(url, origin=run.url, additional_headers={"Cookie": cookie}, compression=None)  # type: ignore[arg-type]
    with suppress(ConnectionClosed):
        await socket.send('{"type":"hello"}')
    return socket


async def code_of(socket: ClientConnection) -> int:
    """Return the code with which the server closes a socket."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


@pytest.mark.requirement("SE1", "SE5")
async def test_s18_an_agent_that_asks_too_fast_is_told_when_to_ask_again(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, asks_per_minute=3)
    async with running(settings, ScriptedModel([])) as run:
        bot, other = run.client("bot", roles=("agent",)), run.client("other", roles=("agent",))
        asked = [await bot.post("/api/interactions", json=ASK) for _ in range(4)]
        theirs = await other.post("/api/interactions", json=ASK)

    assert [reply.status_code for reply in asked] == [201, 201, 201, 429]
    assert asked[3].json()["error"]["code"] == "rate_limited"
    assert asked[3].headers["ratelimit-policy"] == '"ask";q=3;w=60'
    assert 1 <= int(asked[3].headers["retry-after"]) <= 60
    assert theirs.status_code == 201


@pytest.mark.requirement("SE1", "SE5")
async def test_s18_questions_are_counted_over_all_processes_with_redis(
    tmp_path: Path, redis: RedisServer
) -> None:
    statuses: list[int] = []
    settings = settings_for(tmp_path, asks_per_minute=2, redis_url=redis.url)
    async with running(settings, ScriptedModel([])) as first, running(settings, ScriptedModel([])) as second:
        for run in (first, second, first):
            reply = await run.client("bot", roles=("agent",)).post("/api/interactions", json=ASK)
            statuses.append(reply.status_code)
        redis.stop()
        for _ in range(3):
            reply = await second.client("bot", roles=("agent",)).post("/api/interactions", json=ASK)
            statuses.append(reply.status_code)

    assert statuses[:3] == [201, 201, 429]
    assert statuses[3:] == [201, 201, 429]  # Without Redis, each process counts.


@pytest.mark.requirement("SE1", "SE5")
async def test_s18_the_queue_of_an_agent_is_limited(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, most_open=1, most_queued=2)
    async with running(settings, ScriptedModel([])) as run:
        bot = run.client("bot", roles=("agent",))
        asked = [await bot.post("/api/interactions", json=ASK) for _ in range(4)]

    assert [reply.status_code for reply in asked] == [201, 201, 201, 429]
    assert asked[3].json()["error"]["code"] == "queue_full"
    assert "cancel those you no longer need" in asked[3].json()["error"]["message"]


@pytest.mark.requirement("SE1", "SE5")
async def test_s18_the_waiting_requests_of_a_user_are_limited(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path, most_waits=2), ScriptedModel([])) as run, asyncio.timeout(30):
        bot = run.client("bot", roles=("agent",))
        path = f"/api/interactions/{(await bot.post('/api/interactions', json=ASK)).json()['id']}"
        waiting = [asyncio.ensure_future(bot.get(f"{path}?wait=30")) for _ in range(3)]
        first, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        refused = first.pop().result()
        not_waiting = await bot.get(path)
        answer = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}
        await run.client().post(f"{path}/answer", json=answer)
        ended = [(await each).json()["state"] for each in pending]
        again = await bot.get(f"{path}?wait=30")

    assert refused.status_code == 429
    assert refused.json()["error"]["code"] == "too_many_waits"
    assert not_waiting.status_code == 200
    assert ended == ["answered", "answered"]
    assert again.status_code == 200


@pytest.mark.requirement("SE1", "SE5")
async def test_s13_the_sockets_of_a_user_are_limited(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path, most_sockets=2), ScriptedModel([])) as run, asyncio.timeout(30):
        ours, theirs = await cookie_of(run), await cookie_of(run, "bob")
        first, _second, third = [await socket_of(run, ours) for _ in range(3)]
        refused = await code_of(third)
        other = json.loads(await (await socket_of(run, theirs)).recv())
        await first.close()
        again: dict[str, Any] = {}
        while not again:  # The server may notice the closed socket after the client.
            socket = await socket_of(run, ours)
            with suppress(ConnectionClosed):
                again = json.loads(await socket.recv())

    assert refused == 1013
    assert (other["type"], again["type"]) == ("snapshot", "snapshot")


@pytest.mark.requirement("SE1", "SE5")
async def test_s16_typing_is_written_once_a_second_per_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_socket, "TYPING_SECONDS", 3600.0)
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        bot, cookie = run.client("bot", roles=("agent",)), await cookie_of(run)
        first, second = [(await bot.post("/api/interactions", json=ASK)).json()["id"] for _ in range(2)]
        sockets = [await socket_of(run, cookie) for _ in range(2)]
        for socket in sockets:
            await socket.recv()
            for asked in (first, second, first, second):
                await socket.send(json.dumps({"type": "typing", "id": asked}))
        third = (await bot.post("/api/interactions", json=ASK)).json()["id"]
        changed: list[str] = []
        while third not in changed:
            changed.append(json.loads(await sockets[1].recv())["interaction"]["id"])

    assert second not in changed


@pytest.mark.requirement("SE1", "SE5")
async def test_s16_a_page_that_sends_too_many_messages_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_socket, "MAX_MESSAGES", 10)
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        socket = await socket_of(run, await cookie_of(run))
        for _ in range(12):
            await socket.send("{}")
        code = await code_of(socket)

    assert code == 1008


def initialize() -> dict[str, Any]:
    """Return the message that opens an MCP session."""
    client = {"name": "raw", "version": "1"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


@pytest.mark.requirement("SE1", "SE5")
async def test_s11_the_mcp_sessions_of_a_user_are_limited(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(60):
        bot, other = run.client("bot", roles=("agent",)), run.client("other", roles=("agent",))
        opened = [await bot.post("/mcp", json=initialize(), headers=ACCEPT) for _ in range(MAX_SESSIONS + 1)]
        theirs = await other.post("/mcp", json=initialize(), headers=ACCEPT)
        ended = await bot.delete("/mcp", headers={"mcp-session-id": opened[0].headers["mcp-session-id"]})
        again = await bot.post("/mcp", json=initialize(), headers=ACCEPT)

    assert [reply.status_code for reply in opened] == [200] * MAX_SESSIONS + [429]
    assert "End a session with DELETE" in opened[-1].json()["error"]["message"]
    assert (theirs.status_code, ended.status_code, again.status_code) == (200, 200, 200)


@pytest.mark.requirement("SE1", "SE5")
async def test_s12_large_mcp_messages_are_rejected(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        bot = run.client("bot", roles=("agent",))
        large = b"[" + b"{}," * 87_500 + b"{}]"
        headers = {**ACCEPT, "Content-Type": "application/json"}
        rejected = await bot.post("/mcp", content=large, headers=headers)

    assert rejected.status_code == 413


@pytest.mark.requirement("SE1", "SE5")
async def test_s18_the_questions_of_mcp_clients_are_counted_too(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, asks_per_minute=1, most_waits=1)
    async with running(settings, ScriptedModel([])) as run, asyncio.timeout(60):
        bot = run.client("bot", roles=("agent",))
        opened = await bot.post("/mcp", json=initialize(), headers=ACCEPT)
        session = {"mcp-session-id": opened.headers["mcp-session-id"], **ACCEPT}
        await bot.post("/api/interactions", json=ASK)
        params = {"name": "provide_choice", "arguments": QUESTION}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}
        called = await bot.post("/mcp", json=call, headers=session)

    assert "Too many requests. Try again in" in called.text
