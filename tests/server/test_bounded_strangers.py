"""Clients without a token can neither hold connections nor slow the server (S06)."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from choice.server.http_server import GuardedProtocol
from choice.testing.scripted_model import ScriptedModel
from tests.server.service import Running, running, settings_for

HALF = b'{"half'
CHUNKED = "Transfer-Encoding: chunked"
UPGRADE = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="


async def exchange(run: Running, first: str, *headers: str, body: bytes = b"") -> bytes:
    """Send the head of a request and a part of its body; return what the server sends until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", run.settings.port)
    lines = [first, f"Host: 127.0.0.1:{run.settings.port}", *headers]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    received = await reader.read()
    writer.close()
    return received


def ours(run: Running) -> tuple[str, ...]:
    """Return the headers that our own pages send."""
    return (f"Origin: {run.url}", "X-Choice-Client: page", "Content-Type: application/json")


@pytest.mark.requirement("SE3")
@pytest.mark.parametrize(
    "route",
    [
        "POST /sign-in",
        "POST /sign-in/link",
        "POST /sign-out",
        "PATCH /api/preferences",
        "POST /api/interactions",
        "POST /chatbot/chat",
        "POST /mcp",
        "GET /api/interactions",
        "POST /nowhere",
    ],
)
async def test_s06_a_body_that_never_arrives_does_not_hold_the_connection(
    tmp_path: Path, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("choice.server.http_server.IDLE_SECONDS", 0.5)
    async with running(settings_for(tmp_path), ScriptedModel([]), body_seconds=0.3) as run:
        roles = ("agent",) if "interactions" in route or "mcp" in route else ("member",)
        has_token = roles == ("agent",) or "chat" in route
        token = (f"Authorization: Bearer {run.token(roles=roles)}",) if has_token else ()
        async with asyncio.timeout(10):
            received = await exchange(
                run, f"{route} HTTP/1.1", *ours(run), *token, "Content-Length: 500", body=HALF
            )

    assert received.startswith(b"HTTP/1.1 ")
    assert b" 500 " not in received.partition(b"\r\n")[0]


@pytest.mark.requirement("SE3")
@pytest.mark.parametrize(
    ("route", "framing"),
    [
        ("POST /sign-in", "Content-Length: 300000"),
        ("POST /nowhere", "Content-Length: 300000"),
        ("POST /mcp", "Content-Length: 300000"),
        ("POST /mcp", CHUNKED),
        ("POST /api/interactions", CHUNKED),
    ],
)
async def test_s06_a_body_above_the_limit_is_rejected_by_every_route(
    tmp_path: Path, route: str, framing: str
) -> None:
    too_large = b"40001\r\n" + b"x" * 0x40001 + b"\r\n" if framing == CHUNKED else b""
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(10):
        token = f"Authorization: Bearer {run.token(roles=('agent',))}"
        accepts = "Accept: application/json, text/event-stream"
        received = await exchange(
            run, f"{route} HTTP/1.1", *ours(run), token, accepts, framing, body=too_large
        )

    assert received.startswith(b"HTTP/1.1 413 ")


@pytest.mark.requirement("SE2", "SE3")
@pytest.mark.parametrize(
    ("method", "extra"), [("POST", ()), ("GET", ("Content-Length: 5",)), ("GET", (CHUNKED,)), ("PUT", ())]
)
async def test_s06_only_a_get_request_without_a_body_opens_a_websocket(
    tmp_path: Path, method: str, extra: tuple[str, ...]
) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(10):
        received = await exchange(run, f"{method} /ws HTTP/1.1", *UPGRADE, KEY, *extra, f"Origin: {run.url}")

    assert received.startswith(b"HTTP/1.1 400 ")
    assert b"connection: close" in received.lower()


@pytest.mark.requirement("SE3")
async def test_s06_a_websocket_without_a_session_is_closed_at_once(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(10):
        received = await exchange(run, "GET /ws HTTP/1.1", *UPGRADE, KEY, f"Origin: {run.url}")

    assert received.startswith(b"HTTP/1.1 403 ")


@pytest.mark.requirement("SE3")
async def test_s06_the_connection_that_waits_longest_makes_room_for_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GuardedProtocol, "max_waiting", 20)
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(20):
        silent = [await asyncio.open_connection("127.0.0.1", run.settings.port) for _ in range(30)]
        async with httpx.AsyncClient(base_url=run.url) as client:
            status = (await client.get("/healthz")).status_code
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await silent[0][0].readexactly(1)
        newest = silent[-1]
        newest[1].write(f"GET /healthz HTTP/1.1\r\nHost: {run.url[7:]}\r\n\r\n".encode())
        answered = await newest[0].readuntil(b"\r\n")
        for _reader, writer in silent:
            writer.close()

    assert status == 200
    assert answered.startswith(b"HTTP/1.1 200")


@pytest.mark.requirement("SE3")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of open files")
def test_s06_more_idle_connections_than_open_files_do_not_stop_a_server(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"ulimit -n 400 && exec {sys.executable} -m choice serve --port {port}"
    log = (tmp_path / "log").open("wb")
    server = subprocess.Popen(
        ["/bin/bash", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "CHOICE_DATA_DIR": str(tmp_path)},
        stdout=log,
        stderr=log,
    )
    idle: list[socket.socket] = []
    try:
        url = f"http://127.0.0.1:{port}"
        with httpx.Client(transport=httpx.HTTPTransport(retries=60)) as client:
            assert client.get(f"{url}/healthz").status_code == 200
        head = f"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 10\r\n".encode()
        for _ in range(500):
            idle.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            idle[-1].sendall(head + f"Origin: {url}\r\nX-Choice-Client: page\r\n\r\n".encode())

        with httpx.Client(timeout=10) as client:
            statuses = [client.get(f"{url}/healthz").status_code for _ in range(5)]
    finally:
        for each in idle:
            each.close()
        server.send_signal(signal.SIGTERM)
        server.wait(20)
        log.close()

    assert statuses == [200] * 5
