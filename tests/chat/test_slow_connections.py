"""A connection that does not send what it owes is closed; whoever is served is left alone."""

import asyncio
import json
import uuid
from pathlib import Path

import pytest

from choice.chat.frames import HEARTBEAT_SECONDS
from choice.chat.lines import HEAD_SECONDS, RESTING_SECONDS
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.chat.service import Running, data_events, running, settings_for

HALF_A_HEAD = b"POST /chatbot/chat HTTP/1.1\r\nX-Slow: "
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(run: Running, *sent: bytes) -> Connection:
    """Return a new line to the server, on which something was sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(run.url.rpartition(":")[2]))
    for piece in sent:
        writer.write(piece)
    return reader, writer


async def ended(connection: Connection) -> bytes:
    """Return all that comes until the server closes the line."""
    reader, writer = connection
    last = await reader.read()
    writer.close()
    return last


def pass_time(run: Running, seconds: float) -> None:
    """Let the server look at its connections as if so much time had passed."""
    run.server.lines.look(asyncio.get_running_loop().time() + seconds)


@pytest.mark.requirement("CH8")
async def test_a_head_that_does_not_come_is_waited_for_only_so_long(tmp_path: Path) -> None:
    never = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Whole ", released=never, stops_after=1)])
    async with running(settings_for(tmp_path), model) as run, asyncio.timeout(30):
        client = run.client()
        stream = asyncio.create_task(client.post("/chatbot/chat-stream", json={"message": "Hello"}))
        await model.asked.wait()
        silent = await connected(run)
        half = await connected(run, HALF_A_HEAD)
        second = await connected(run, f"GET /healthz HTTP/1.1\r\nHost: {run.url[7:]}\r\n\r\n".encode())
        answered = await second[0].readuntil(b'"ok"}')
        second[1].write(HALF_A_HEAD)
        await client.get("/healthz")
        pass_time(run, HEAD_SECONDS - 1)
        half[1].write(b"still ")
        await client.get("/healthz")
        pass_time(run, HEAD_SECONDS + 1)
        ends = [await ended(each) for each in (silent, half, second)]
        healthy = await client.get("/healthz")
        never.set()
        events = data_events((await stream).text)

    assert answered.startswith(b"HTTP/1.1 200")
    assert ends[0] == b""
    assert ends[1].startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too_slow"' in ends[1]
    assert ends[2].startswith(b"HTTP/1.1 408 ")
    assert healthy.status_code == 200
    assert events[-1]["type"] == "done"


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize("sent", [b"\x16\x03\x01 hello", b"GET / HTTP/1.1\r\nBad Name: x\r\n\r\n"])
async def test_what_is_no_request_gets_an_error_like_all_others(tmp_path: Path, sent: bytes) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        head, _, body = (await ended(await connected(run, sent))).partition(b"\r\n\r\n")

    error = json.loads(body)["error"]
    assert (head[:12], error["code"]) == (b"HTTP/1.1 400", "bad_request")
    assert f"x-request-id: {error['request_id']}".encode() in head
    assert b"content-security-policy: default-src 'none'" in head
    assert f"content-length: {len(body)}".encode() in head


async def test_a_thousand_slow_heads_delay_nobody(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Quick."])) as run, asyncio.timeout(60):
        slow = [await connected(run, HALF_A_HEAD) for _ in range(1000)]
        answer = await run.client().post("/chatbot/chat", json={"message": "Hello"})
        pass_time(run, HEAD_SECONDS + 1)
        ends = [await ended(each) for each in slow]

    assert answer.json()["message"] == "Quick."
    assert {end[:12] for end in ends} == {b"HTTP/1.1 408"}


async def test_a_stream_that_is_silent_gets_comments(tmp_path: Path) -> None:
    never = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Half ", released=never, stops_after=1)])
    seen = ""
    async with (
        running(settings_for(tmp_path), model) as run,
        asyncio.timeout(30),
        run.client().stream("POST", "/chatbot/chat-stream", json={"message": "Hi"}) as reply,
    ):
        async for piece in reply.aiter_text():
            seen += piece
            if seen.endswith(": \n\n"):
                break
            if "Half" in seen:
                pass_time(run, HEARTBEAT_SECONDS + 1)

    assert '"Half"' in seen
    assert seen.endswith(": \n\n")
    assert model.abandoned == 1


async def test_a_connection_on_which_nothing_more_is_asked_is_closed(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Quick."])) as run, asyncio.timeout(30):
        request = f"GET /healthz HTTP/1.1\r\nHost: {run.url[7:]}\r\n\r\n".encode()
        resting, asking = await connected(run, request), await connected(run, request)
        await resting[0].readuntil(b'"ok"}')
        await asking[0].readuntil(b'"ok"}')
        pass_time(run, RESTING_SECONDS - 1)
        asking[1].write(request)
        again = await asking[0].readuntil(b'"ok"}')
        pass_time(run, RESTING_SECONDS + 1)
        lasts = [await ended(each) for each in (resting, asking)]

    assert again.startswith(b"HTTP/1.1 200")
    assert lasts == [b"", b""]


@pytest.mark.requirement("CH8")
async def test_who_leaves_before_anything_was_sent_keeps_no_model_at_work(tmp_path: Path) -> None:
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
