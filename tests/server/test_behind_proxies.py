"""The service behind nginx and Caddy as documented: what strangers cannot do (S01, S06)."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect

from choice.testing.scripted_model import ScriptedModel
from tests.server.caddy_server import caddy
from tests.server.nginx_server import HOST, nginx
from tests.server.service import Running, running, settings_for


class Proxy(Protocol):
    """Runs a proxy in front of servers."""

    def __call__(self, folder: Path, upstreams: Sequence[str]) -> AbstractAsyncContextManager[str]:
        """Return the URL of the proxy."""
        ...


@dataclass(frozen=True, slots=True)
class Behind:
    """A service and the proxy in front of it."""

    run: Running
    url: str

    def client(self, user: str = "ada") -> httpx.AsyncClient:
        """Return a client of a user, through the proxy."""
        client = self.run.client(user)
        client.base_url = httpx.URL(self.url)
        client.headers["Host"] = HOST
        return client

    async def exchange(self, *lines: str, body: bytes = b"") -> bytes:
        """Send a request as it is; return what arrives until the connection ends, or for a second."""
        parts = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write("\r\n".join([*lines, f"Host: {HOST}", "", ""]).encode() + body)
        received = b""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(1):
                while more := await reader.read(65536):
                    received += more
        writer.close()
        return received


@asynccontextmanager
async def behind(proxy: Proxy, folder: Path) -> AsyncIterator[Behind]:
    """Run the service behind a proxy."""
    settings = settings_for(folder, allowed_hosts=frozenset({HOST}))
    async with (
        running(settings, ScriptedModel([])) as run,
        proxy(folder, [run.url, run.url]) as url,
        asyncio.timeout(60),
    ):
        yield Behind(run, url)


PROXIES = pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])


@pytest.mark.requirement("SE1", "SE2")
@PROXIES
@pytest.mark.parametrize("protocol", ["foo", "h2c", "websocket"])
@pytest.mark.parametrize("line", ["POST /ws", "GET /ws", "POST /healthz"])
async def test_s01_no_bytes_of_one_request_are_read_as_another(
    tmp_path: Path, proxy: Proxy, protocol: str, line: str
) -> None:
    async with behind(proxy, tmp_path) as place:
        half = f"POST /api/threads HTTP/1.1\r\nHost: {HOST}\r\nX-Rest: ".encode()
        body = b"\r\n" * 60_000 + half
        attack = (
            *(f"{line} HTTP/1.1", "Connection: Upgrade", f"Upgrade: {protocol}"),
            *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            *(f"Content-Length: {len(body)}",),
        )
        attacks = [asyncio.ensure_future(place.exchange(*attack, body=body)) for _ in range(3)]
        victim = place.client()
        replies = [await victim.get("/api/threads") for _ in range(30)]
        await asyncio.gather(*attacks)
        threads = (await victim.get("/api/threads")).json()["threads"]

    assert [reply.status_code for reply in replies] == [200] * 30
    assert threads == []


@pytest.mark.requirement("SE2")
@PROXIES
async def test_pages_get_their_websocket_through_the_proxy(tmp_path: Path, proxy: Proxy) -> None:
    async with behind(proxy, tmp_path) as place:
        code = (await place.client().post("/sign-in/link")).json()["code"]
        origin = f"https://{HOST}"
        headers = {"Host": HOST, "Origin": origin, "X-Choice-Client": "web"}
        async with httpx.AsyncClient(base_url=place.url, headers=headers) as page:
            signed_in = await page.post("/sign-in", json={"code": code})
            cookie = signed_in.headers["set-cookie"].partition(";")[0]
        parts = urlsplit(place.url)
        async with connect(
            f"ws://{HOST}/ws",
            host=parts.hostname,
            port=parts.port,
            origin=origin,  # type: ignore[arg-type]  # a plain text is one
            additional_headers={"Cookie": cookie},
            compression=None,
        ) as socket:
            await socket.send('{"type":"hello"}')
            said = json.loads(await socket.recv())

    assert signed_in.status_code == 200
    assert said["type"] == "snapshot"


@pytest.mark.requirement("SE3")
@PROXIES
async def test_the_proxy_rejects_large_heads_and_bodies(tmp_path: Path, proxy: Proxy) -> None:
    async with behind(proxy, tmp_path) as place:
        client = place.client()
        large = await place.exchange("GET /healthz HTTP/1.1", f"X-Large: {'x' * 60_000}")
        # nginx lets histories pass on every path; Caddy bounds the other paths more tightly.
        body = await client.post("/api/threads", content=b"x" * (3_000_000 if proxy is nginx else 300_000))
        inside = [(await client.get(path)).status_code for path in ("/metrics", "/readyz")]

    assert large.split()[1:2] in ([b"400"], [b"431"], [b"494"])
    # Caddy answers 502 if the server has rejected the body before Caddy has counted it.
    assert body.status_code == 413 or (proxy is caddy and body.status_code == 502)
    assert inside == [403, 403]


@pytest.mark.requirement("SE3")
async def test_nginx_bounds_slow_heads_and_the_connections_of_an_address(tmp_path: Path) -> None:
    changes = {"client_header_timeout 10s": "client_header_timeout 1s", "connections 200": "connections 3"}

    def changed(folder: Path, upstreams: Sequence[str]) -> AbstractAsyncContextManager[str]:
        return nginx(folder, upstreams, changes)

    async with behind(changed, tmp_path) as place:
        parts = urlsplit(place.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        slow = b""
        with suppress(ConnectionResetError):
            slow = await reader.read()
        writer.close()
        bot = place.run.client("bot", roles=("agent",))
        bot.base_url, bot.headers["Host"] = httpx.URL(place.url), HOST
        form = {"questions": [{"text": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
        asked = (await bot.post("/api/interactions", json={"request": form})).json()["id"]
        waiting = [asyncio.ensure_future(bot.get(f"/api/interactions/{asked}?wait=30")) for _ in range(4)]
        done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        refused = [each.result().status_code for each in done]
        for each in pending:
            each.cancel()
        await asyncio.gather(*pending, return_exceptions=True)

    assert slow == b"" or slow.startswith(b"HTTP/1.1 408")
    assert refused == [429]


@pytest.mark.requirement("SE3")
async def test_nginx_bounds_requests_that_need_no_token(tmp_path: Path) -> None:
    async with behind(nginx, tmp_path) as place:
        client = place.client()
        statuses = {(await client.get("/sign-in")).status_code for _ in range(40)}

    assert 429 in statuses
