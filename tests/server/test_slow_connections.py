"""Slow and malformed connections to the whole service; test_connection_guard has the time limits."""

import asyncio
import json
import uuid
from pathlib import Path

import pytest

from choice.server.middleware import SECURITY_HEADERS
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import Running, running, settings_for

HALF_A_HEAD = b"POST /chatbot/chat HTTP/1.1\r\nX-Slow: "
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(run: Running, *sent: bytes) -> Connection:
    """Open a connection to the server and send bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(run.url.rpartition(":")[2]))
    for piece in sent:
        writer.write(piece)
    return reader, writer


async def ended(connection: Connection) -> bytes:
    """Return everything received until the server closes the connection."""
    reader, writer = connection
    last = await reader.read()
    writer.close()
    return last


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize("sent", [b"\x16\x03\x01 hello", b"GET / HTTP/1.1\r\nBad Name: x\r\n\r\n"])
async def test_a_malformed_request_gets_an_error_in_the_usual_shape(tmp_path: Path, sent: bytes) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        head, _, body = (await ended(await connected(run, sent))).partition(b"\r\n\r\n")

    error = json.loads(body)["error"]
    assert (head[:12], error["code"]) == (b"HTTP/1.1 400", "bad_request")
    assert len(error["request_id"]) == 32
    assert f"content-length: {len(body)}".encode() in head
    for name, value in SECURITY_HEADERS:
        assert f"{name.lower()}: {value}".encode() in head
    assert f"x-request-id: {error['request_id']}".encode() in head


async def test_a_thousand_incomplete_requests_do_not_delay_other_clients(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Quick."])) as run, asyncio.timeout(60):
        slow = [await connected(run, HALF_A_HEAD) for _ in range(1000)]
        answer = await run.client().post("/chatbot/chat", json={"message": "Hello"})
        for _reader, writer in slow:
            writer.close()

    assert answer.json()["message"] == "Quick."


@pytest.mark.requirement("CH8")
async def test_the_model_call_is_cancelled_if_the_client_disconnects_before_the_response(
    tmp_path: Path,
) -> None:
    never = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Nobody reads this.", released=never, stops_after=1)])
    session = str(uuid.uuid4())
    body = json.dumps({"message": "Hello", "sessionId": session})
    async with running(settings_for(tmp_path), model) as run, asyncio.timeout(30):
        client = run.client()
        lines = ["POST /chatbot/chat-stream HTTP/1.1", f"Host: {run.url[7:]}"]
        lines += [f"Authorization: Bearer {run.token()}", "Content-Type: application/json"]
        head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", body])
        _reader, writer = await connected(run, head.encode())
        await writer.drain()
        writer.transport.abort()
        state, path = "", f"/chatbot/conversation/{session}"
        while state != "idle":
            state = (await client.get(path)).json().get("state", "")
        messages = (await client.get(path)).json()["messages"]

    assert messages[0]["content"] == "Hello"
    assert model.open_replies == 0
