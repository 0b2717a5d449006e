"""Page sessions, WebSocket, and protection against other origins and hosts."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter
from typing_extensions import get_type_hints
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from choice.auth import principal_for
from choice.demo.model import EmbeddedModel
from choice.web.live_socket import LiveMessages
from choice.web.sessions import CODE_SECONDS, SignInCodes
from tests.server.service import Running, running, settings_for

VISITOR = principal_for("ada", "acme", frozenset({"member", "analyst"}))
OURS = {"X-Choice-Client": "web"}
FORM = {"questions": [{"text": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}]}


async def signed_in(run: Running) -> httpx.AsyncClient:
    """Return a client signed in with a sign-in link."""
    client = httpx.AsyncClient(base_url=run.url, headers=OURS | {"Origin": run.url})
    run.clients.append(client)
    code = run.serving.pages.sessions.codes.issue(VISITOR)
    reply = await client.post("/sign-in", json={"code": code})
    assert reply.status_code == 200
    return client


def test_a_sign_in_code_is_valid_once_and_expires() -> None:
    now = 1000.0
    codes = SignInCodes(lambda: now)
    first, second = codes.issue(VISITOR), codes.issue(VISITOR)

    assert codes.redeem(first) == VISITOR
    assert codes.redeem(first) is None
    now += CODE_SECONDS + 1
    assert codes.redeem(second) is None
    assert codes.redeem("made up") is None


@pytest.mark.requirement("UP13")
async def test_the_cookie_is_same_site_strict_and_pages_have_a_content_security_policy(
    tmp_path: Path,
) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        client = await signed_in(run)
        cookie = next(iter(client.cookies.jar))
        page = await client.get("/sign-in")
        threads = await client.get("/api/threads")

    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite", "").lower() == "strict"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert threads.status_code == 200


@pytest.mark.requirement("UP13")
@pytest.mark.parametrize(
    "changed",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1.evil.example"},
        {"Origin": ""},
        {"X-Choice-Client": None},
    ],
)
async def test_the_session_cookie_is_rejected_for_other_origins(
    tmp_path: Path, changed: dict[str, str | None]
) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        client = await signed_in(run)
        for name, value in changed.items():
            if value is None:
                del client.headers[name]
            else:
                client.headers[name] = value
        replies = [
            await client.post("/api/threads", json={}),
            await client.patch("/api/preferences", json={"theme": "dark"}),
            await client.post("/sign-out", json={}),
        ]
        read = await client.get("/api/threads", headers={"Sec-Fetch-Site": "cross-site"})

    assert [reply.status_code for reply in replies] == [401, 401, 403]
    assert read.status_code == 401


@pytest.mark.requirement("PC9")
async def test_preferences_require_a_page_session(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        client = await signed_in(run)
        changed = await client.patch("/api/preferences", json={"theme": "dark"})
        refused = await client.patch("/api/preferences", json={"theme": "pink"})
        stranger = await run.client().get("/api/preferences")
        kept = await client.get("/api/preferences")

    assert changed.json()["theme"] == kept.json()["theme"] == "dark"
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "theme")
    assert refused.json()["error"]["message"].startswith("theme: ")
    assert stranger.status_code == 401


def _socket(
    run: Running, client: httpx.AsyncClient, origin: str | None = None, cookie: str | None = None
) -> connect:
    name = run.serving.pages.sessions.cookie
    value = cookie or client.cookies[name]
    return connect(
        run.url.replace("http", "ws") + "/ws",
        origin=origin or run.url,  # type: ignore[arg-type]  # a plain text is one
        additional_headers={"Cookie": f"{name}={value}"},
        compression=None,
    )


_MESSAGES: dict[str, TypeAdapter[Any]] = {
    name: TypeAdapter(schema) for name, schema in get_type_hints(LiveMessages).items()
}
"""The published schema of each message."""


async def _next(socket: ClientConnection, kind: str) -> dict[str, object]:
    while True:
        said: dict[str, object] = json.loads(await socket.recv())
        _MESSAGES[str(said["type"])].validate_python(said)
        if said["type"] == kind:
            return said


@pytest.mark.requirement("PC6", "UP2", "UP5")
async def test_the_websocket_sends_a_snapshot_and_every_change(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run, asyncio.timeout(20):
        client, agent = await signed_in(run), run.client("bot", roles=("agent",))
        first = (await agent.post("/api/interactions", json={"request": FORM})).json()
        async with _socket(run, client) as socket:
            await socket.send('{"type":"hello"}')
            snapshot = await _next(socket, "snapshot")
            second = (await agent.post("/api/interactions", json={"request": FORM})).json()
            while (told := await _next(socket, "interaction"))["interaction"]["id"] != second["id"]:  # type: ignore[index]
                pass
            answer = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}
            await run.client().post(f"/api/interactions/{first['id']}/answer", json=answer)
            while (ended := await _next(socket, "interaction"))["interaction"]["state"] == "open":  # type: ignore[index]
                pass
            await socket.send(json.dumps({"type": "typing", "id": second["id"]}))
            await socket.send("no JSON")
            paused = await _next(socket, "interaction")

    assert [one["id"] for one in snapshot["interactions"]] == [first["id"]]  # type: ignore[attr-defined]
    assert told["interaction"]["id"] == second["id"]  # type: ignore[index]
    assert ended["interaction"]["outcome"]["surface"] == "api"  # type: ignore[index]
    assert paused["interaction"]["id"] == second["id"]  # type: ignore[index]


@pytest.mark.parametrize(
    "said",
    ["[" * 30_000, '{"type":"typing","id":"\\ud800"}', '{"type":"typing","id":"\\u0000"}', '{"type":"new"}'],
    ids=["nested", "half_a_character", "nul", "unknown"],
)
async def test_invalid_websocket_messages_are_ignored(tmp_path: Path, said: str) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run, asyncio.timeout(20):
        client, agent = await signed_in(run), run.client("bot", roles=("agent",))
        async with _socket(run, client) as socket:
            await socket.send('{"type":"hello"}')
            await _next(socket, "snapshot")
            await socket.send(said)
            asked = (await agent.post("/api/interactions", json={"request": FORM})).json()
            told = await _next(socket, "interaction")

    assert told["interaction"]["id"] == asked["id"]  # type: ignore[index]


@pytest.mark.parametrize("greets", [False, True])
async def test_a_binary_websocket_message_closes_the_socket_with_1003(
    tmp_path: Path, *, greets: bool
) -> None:
    async with (
        running(settings_for(tmp_path), EmbeddedModel(None)) as run,
        asyncio.timeout(20),
        _socket(run, await signed_in(run)) as socket,
    ):
        if greets:
            await socket.send('{"type":"hello"}')
            await _next(socket, "snapshot")
        await socket.send(b"\x00")
        with pytest.raises(ConnectionClosed) as caught:
            await socket.recv()

    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1003


@pytest.mark.requirement("UP13")
async def test_the_websocket_rejects_other_origins_and_invalid_cookies(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run, asyncio.timeout(20):
        client = await signed_in(run)
        with pytest.raises(InvalidStatus):
            async with _socket(run, client, "http://evil.example"):
                pass
        with pytest.raises(InvalidStatus):
            async with _socket(run, client, cookie="made up"):
                pass


async def test_a_server_that_stops_sends_bye_and_closes_the_websocket(tmp_path: Path) -> None:
    async with (
        running(settings_for(tmp_path), EmbeddedModel(None)) as run,
        asyncio.timeout(20),
        _socket(run, await signed_in(run)) as socket,
    ):
        await socket.send('{"type":"hello"}')
        await _next(socket, "snapshot")
        run.server.should_exit = True
        farewell = await _next(socket, "bye")
        with pytest.raises(ConnectionClosed):
            await socket.recv()

    assert farewell == {"type": "bye"}


@pytest.mark.requirement("UP13")
async def test_an_unknown_host_is_rejected_even_with_a_valid_cookie(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        client = await signed_in(run)
        port = run.settings.port
        for host in (f"evil.example:{port}", "127.0.0.1", f"127.0.0.2:{port}"):
            theirs = {"Host": host, "Origin": f"http://{host}"}
            assert (await client.get("/api/interactions", headers=theirs)).status_code == 421
            assert (await client.post("/api/threads", json={}, headers=theirs)).status_code == 421
        ours = {"Host": f"LOCALHOST:{port}", "Origin": f"http://localhost:{port}"}

        assert (await client.post("/api/threads", json={}, headers=ours)).status_code == 201


@pytest.mark.requirement("UP13")
async def test_a_public_server_accepts_tokens_but_no_cookies_for_unknown_hosts(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, host="0.0.0.0")  # noqa: S104 - only what is believed depends on it
    async with running(settings, EmbeddedModel(None)) as run:
        client = await signed_in(run)
        name = {"Host": "chat.example.org", "Origin": "http://chat.example.org"}
        token = name | {"Authorization": f"Bearer {run.token()}"}

        assert (await client.get("/api/interactions", headers=name)).status_code == 401
        assert (await client.post("/api/threads", json={}, headers=name)).status_code == 401
        assert (await client.post("/api/threads", json={}, headers=token)).status_code == 201


async def test_an_unknown_path_returns_a_page_to_browsers_and_json_to_programs(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        client = await signed_in(run)
        person = await client.get("/no/such/page", headers={"Accept": "text/html,*/*;q=0.8"})
        program = await client.get("/no/such/page", headers={"Accept": "*/*"})
        api = await client.get("/api/nothing", headers={"Accept": "text/html"})
        sent = await client.post("/no/such/page", headers={"Accept": "text/html"}, json={})

    assert person.status_code == 404
    assert person.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in person.headers["content-security-policy"]
    for reply in (program, api, sent):
        assert reply.status_code == 404
        assert reply.json()["error"]["code"] == "not_found"
