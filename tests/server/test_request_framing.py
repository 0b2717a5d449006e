"""Attacks on the framing of requests and responses, against the whole service on a real server."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import Running, data_events, running, settings_for

SMUGGLED = (
    b"POST /api/threads HTTP/1.1\r\nHost: %b\r\nAuthorization: Bearer %b\r\n"
    b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
)
IDS = [
    ("GET", "/api/threads/{id}"),
    ("PATCH", "/api/threads/{id}"),
    ("DELETE", "/api/threads/{id}"),
    ("POST", "/api/threads/{id}/chat"),
    ("GET", "/chatbot/conversation/{id}"),
    ("DELETE", "/chatbot/conversation/{id}"),
    ("GET", "/api/interactions/{id}"),
    ("POST", "/api/interactions/{id}/answer"),
    ("POST", "/api/interactions/{id}/draft"),
    ("POST", "/api/interactions/{id}/cancel"),
    ("POST", "/api/interactions/{id}/deadline"),
    ("POST", "/api/interactions/{id}/snooze"),
]


def head(run: Running, first: str, *headers: str, token: str | None = None) -> bytes:
    """Return the head of a request."""
    lines = [first, f"Host: {run.url[7:]}", *headers]
    lines += [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([*lines, "", ""]).encode()


@asynccontextmanager
async def connected(run: Running) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect to the server."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(run.url.rpartition(":")[2]))
    try:
        yield reader, writer
    finally:
        writer.close()


@pytest.mark.requirement("CH8", "SE1", "SE2")
@pytest.mark.parametrize("protocol", ["foo", "h2c", "websocket"])
@pytest.mark.parametrize("line", ["POST /ws", "POST /healthz"])
@pytest.mark.parametrize("framing", ["Content-Length: {length}", "Transfer-Encoding: chunked"])
async def test_the_body_of_an_upgrade_request_is_never_parsed_as_a_request(
    tmp_path: Path, protocol: str, line: str, framing: str
) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(60):
        hidden = SMUGGLED % (run.url[7:].encode(), run.token().encode())
        body = b"\r\n" * 50_000 + hidden
        headers = ("Connection: Upgrade", f"Upgrade: {protocol}", framing.format(length=len(body)))
        async with connected(run) as (reader, writer):
            writer.write(head(run, f"{line} HTTP/1.1", *headers))
            try:
                for at in range(0, len(body), 8192):
                    writer.write(body[at : at + 8192])
                    await writer.drain()
                writer.write_eof()
                answer = await reader.read()
            except ConnectionError:
                answer = b""
        threads = (await run.client().get("/api/threads")).json()["threads"]

    assert threads == []
    assert answer.count(b"HTTP/1.1") <= 1


@pytest.mark.requirement("CH8", "SE1", "SE2")
async def test_the_body_of_an_upgrade_request_with_an_unsupported_method_is_never_parsed_as_a_request(
    tmp_path: Path,
) -> None:
    # The 405 comes before the check of Upgrade headers: here only the protocol closes the connection.
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        body = SMUGGLED % (run.url[7:].encode(), run.token().encode())
        headers = ("Connection: Upgrade", "Upgrade: foo", f"Content-Length: {len(body)}")
        async with connected(run) as (reader, writer):
            writer.write(head(run, "PROPFIND /healthz HTTP/1.1", *headers))
            answer = await reader.readuntil(b"\r\n\r\n")
            with suppress(ConnectionError):
                writer.write(body)
                await reader.read()
        threads = (await run.client().get("/api/threads")).json()["threads"]

    assert answer.startswith(b"HTTP/1.1 405")
    assert b"connection: close" in answer
    assert threads == []


async def test_a_request_to_upgrade_to_http2_is_answered_over_http1_and_the_connection_closed(
    tmp_path: Path,
) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        upgrade = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk")
        async with connected(run) as (reader, writer):
            writer.write(head(run, "GET /healthz HTTP/1.1", *upgrade))
            answer = await reader.read()

    assert answer.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in answer


@pytest.mark.requirement("CH6", "CH8")
@pytest.mark.parametrize("in_one_piece", [True, False])
async def test_trailers_are_not_treated_as_headers(tmp_path: Path, in_one_piece: bool) -> None:  # noqa: FBT001 - a parameter
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        chunked = head(
            run, "POST /api/threads HTTP/1.1", "Transfer-Encoding: chunked", "Content-Type: application/json"
        )
        trailers = f"2\r\n{{}}\r\n0\r\nAuthorization: Bearer {run.token()}\r\n\r\n".encode()
        async with connected(run) as (reader, writer):
            if in_one_piece:
                writer.write(chunked + trailers)
            else:
                for byte in (chunked, *[trailers[at : at + 1] for at in range(len(trailers))]):
                    writer.write(byte)
                    await writer.drain()
            answer = await reader.readuntil(b"\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 401")


@pytest.mark.requirement("CH8", "SE1", "SE2")
async def test_a_route_template_used_as_an_id_returns_404(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        client = run.client(roles=("admin", "member"))
        known = [(await client.request(method, path, json={})).status_code for method, path in IDS]
        unknown = [
            (await client.request(method, path, json={}, headers={"Authorization": ""})).status_code
            for method, path in IDS
        ]

    assert max(known) < 500
    assert [
        status for (method, _), status in zip(IDS, known, strict=True) if method in {"GET", "DELETE"}
    ] == [404] * 5
    assert set(unknown) == {401}


@pytest.mark.requirement("CH4")
async def test_a_stream_over_http_1_0_is_not_chunked(tmp_path: Path) -> None:
    body = json.dumps({"message": "Hi"})
    headers = ("Content-Type: application/json", f"Content-Length: {len(body)}")
    async with (
        running(settings_for(tmp_path), ScriptedModel(["Hello there."])) as run,
        asyncio.timeout(30),
        connected(run) as (reader, writer),
    ):
        writer.write(head(run, "POST /chatbot/chat-stream HTTP/1.0", *headers, token=run.token()))
        writer.write(body.encode())
        answer = await reader.read()

    top, _, events = answer.partition(b"\r\n\r\n")
    assert b"transfer-encoding" not in top.lower()
    assert f"content-length: {len(events)}".encode() in top.lower()
    assert [event["type"] for event in data_events(events.decode())] == [
        "metadata",
        *["token"] * 3,
        "done",
    ]
    assert events.startswith(b"data: ")


@pytest.mark.requirement("CH10")
@pytest.mark.parametrize("path", ["/api/log", "/api/log?format=csv"])
async def test_the_log_over_http_1_0_is_not_chunked(tmp_path: Path, path: str) -> None:
    form = {"questions": [{"text": "Go?", "options": ["Yes", "No"]}]}
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        await run.client("bot", roles=("agent",)).post("/api/interactions", json={"request": form})
        token = run.token("eve", roles=("analyst",))
        async with connected(run) as (reader, writer):
            writer.write(head(run, f"GET {path} HTTP/1.0", token=token))
            top, _, body = (await reader.read()).partition(b"\r\n\r\n")

    assert top.startswith(b"HTTP/1.1 200")
    assert b"transfer-encoding" not in top.lower()
    assert f"content-length: {len(body)}".encode() in top.lower()
    assert body


@pytest.mark.requirement("CH4")
async def test_invalid_bytes_during_a_stream_are_not_answered_inside_the_stream(tmp_path: Path) -> None:
    never = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Half ", released=never, stops_after=1)])
    body = json.dumps({"message": "Hi"})
    headers = ("Content-Type: application/json", f"Content-Length: {len(body)}")
    async with running(settings_for(tmp_path), model) as run, asyncio.timeout(30):
        async with connected(run) as (reader, writer):
            writer.write(head(run, "POST /chatbot/chat-stream HTTP/1.1", *headers, token=run.token()))
            writer.write(body.encode())
            begun = await reader.readuntil(b"Half")
            writer.write(b"\x16\x03\x01 this is not HTTP\r\n\r\n")
            try:
                rest = await reader.read()
            except ConnectionError:
                rest = b""
        while not model.abandoned:  # noqa: ASYNC110 - the server does it
            await asyncio.sleep(0.01)

    assert begun.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1" not in rest
    assert b"not valid HTTP" not in rest
