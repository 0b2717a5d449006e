"""Page sessions: how they end, the list of signed-in devices, and sign-in links."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from choice.auth import principal_for, signed_token
from choice.auth.tokens import LEEWAY
from choice.desk import Principal
from choice.testing import ManualClock
from choice.testing.scripted_model import ScriptedModel
from choice.web.sessions import (
    CHECK_SECONDS,
    CODES_PER_USER,
    SESSION_SECONDS,
    SESSIONS_PER_USER,
    PageSessions,
    SignInCodes,
    device_of,
)
from tests.mcp.test_http import ACCEPT, INITIALIZE
from tests.server.service import Running, running, settings_for

OURS = {"X-Choice-Client": "web"}
ADA = principal_for("ada", "acme", frozenset({"member"}))
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def browser(run: Running) -> httpx.AsyncClient:
    headers = OURS | {"Origin": run.url, "User-Agent": FIREFOX}
    client = httpx.AsyncClient(base_url=run.url, headers=headers, timeout=20)
    run.clients.append(client)
    return client


async def signed_in(run: Running, principal: Principal = ADA) -> httpx.AsyncClient:
    client = browser(run)
    code = run.serving.pages.sessions.codes.issue(principal)
    assert (await client.post("/sign-in", json={"code": code})).status_code == 200
    return client


async def opened_socket(run: Running, client: httpx.AsyncClient) -> ClientConnection:
    name = run.serving.pages.sessions.cookie
    socket = await connect(
        run.url.replace("http", "ws") + "/ws",
        origin=run.url,  # type: ignore[arg-type]  # a plain text is one
        additional_headers={"Cookie": f"{name}={client.cookies[name]}"},
    )
    await socket.send('{"type":"hello"}')
    await socket.recv()
    return socket


async def status(client: httpx.AsyncClient) -> int:
    return (await client.get("/api/threads")).status_code


@pytest.mark.requirement("SE1")
async def test_a_session_ends_with_the_token_that_it_came_from(tmp_path: Path) -> None:
    clock = ManualClock()
    async with running(settings_for(tmp_path), ScriptedModel([]), clock=clock) as run:
        now = int(clock.now().timestamp())
        token = signed_token(run.settings, ADA, now, 30)
        bearer = {"Authorization": f"Bearer {token}"}
        code = (await run.client().post("/sign-in/link", headers=bearer)).json()["code"]
        client = browser(run)
        signed = await client.post("/sign-in", json={"code": code})
        before = await status(client)
        clock.advance(30)
        after = await status(client)

    assert "max-age=30" in signed.headers["set-cookie"].lower()
    assert (before, after) == (200, 401)


@pytest.mark.requirement("SE1")
async def test_a_session_ends_after_twelve_hours(tmp_path: Path) -> None:
    clock = ManualClock()
    async with running(settings_for(tmp_path), ScriptedModel([]), clock=clock) as run:
        client = await signed_in(run)
        clock.advance(SESSION_SECONDS - 1)
        before = await status(client)
        clock.advance(1)
        after = await status(client)

    assert (before, after) == (200, 401)


@pytest.mark.requirement("SE1")
async def test_signing_out_ends_the_session_and_its_open_sockets(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run, asyncio.timeout(30):
        client, other = await signed_in(run), await signed_in(run)
        cookie = dict(client.cookies)
        socket, kept = await opened_socket(run, client), await opened_socket(run, other)
        await client.post("/sign-out", json={})
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        client.cookies.update(cookie)
        after = (await status(client), await status(other))
        with pytest.raises(Exception, match="403"):
            await opened_socket(run, client)
        await kept.close()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert after == (401, 200)


@pytest.mark.requirement("SE1")
async def test_a_session_that_ends_on_another_server_ends_here_within_ten_seconds(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        running(settings_for(tmp_path), ScriptedModel([]), clock=clock, check_seconds=0.02) as run,
        asyncio.timeout(30),
    ):
        elsewhere = PageSessions(b"k" * 32, lambda: clock.now().timestamp())
        elsewhere.open(run.service.conversations.database)
        client = await signed_in(run)
        socket = await opened_socket(run, client)
        (session,) = await elsewhere.of_user(ADA)
        await elsewhere.end(session)
        clock.advance(CHECK_SECONDS)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        after = await status(client)

    assert after == 401


@pytest.mark.requirement("SE1")
async def test_an_mcp_stream_ends_with_its_token(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        running(settings_for(tmp_path), ScriptedModel([]), clock=clock, check_seconds=0.02) as run,
        asyncio.timeout(30),
    ):
        client = run.client("bot", roles=("agent",))
        begun = await client.post("/mcp", json=INITIALIZE, headers=ACCEPT)
        headers = {"Accept": "text/event-stream", "mcp-session-id": begun.headers["mcp-session-id"]}
        async with client.stream("GET", "/mcp", headers=headers) as stream:
            assert stream.status_code == 200
            clock.advance(3600 + LEEWAY)
            async for _line in stream.aiter_lines():
                pass  # The stream ends.
        after = await client.get("/mcp", headers=headers)

    assert after.status_code == 401


async def test_a_user_sees_their_devices_and_can_sign_out_each(tmp_path: Path, database_url: str) -> None:
    clock = ManualClock()
    async with running(settings_for(tmp_path, database_url), ScriptedModel([]), clock=clock) as run:
        first = await signed_in(run)
        clock.advance(61)
        second = await signed_in(run)
        bob = await signed_in(run, principal_for("bob", "acme", frozenset({"member"})))
        await first.get("/api/threads")
        listed: list[dict[str, Any]] = (await second.get("/api/sessions")).json()["sessions"]
        mine, old = listed
        foreign = await bob.delete(f"/api/sessions/{old['id']}")
        with_token = (await run.client().get("/api/sessions")).json()["sessions"]
        ended = await second.delete(f"/api/sessions/{old['id']}")
        statuses = await status(first), await status(second), await status(bob)
        nobody = await browser(run).get("/api/sessions")

    assert [each["current"] for each in listed] == [True, False]
    assert (mine["device"], old["device"]) == ("Firefox on Linux",) * 2
    assert old["last_used_at"] > old["created_at"]
    assert [each["id"] for each in with_token] == [mine["id"], old["id"]]
    assert [foreign.status_code, ended.status_code, nobody.status_code] == [404, 204, 401]
    assert statuses == (401, 200, 200)


@pytest.mark.requirement("SE1")
async def test_a_sign_in_link_of_another_user_does_not_cancel_ours(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        ours = (await run.client().post("/sign-in/link")).json()["code"]
        eve = principal_for("eve", "evil", frozenset({"member"}))
        theirs = [run.serving.pages.sessions.codes.issue(eve) for _ in range(1001)]
        assert (await run.client("eve", "evil").post("/sign-in/link")).status_code == 200
        client = browser(run)
        statuses = [
            (await client.post("/sign-in", json={"code": code})).status_code for code in (theirs[0], ours)
        ]

    assert statuses == [401, 200]


def test_a_new_link_replaces_only_the_oldest_of_its_user() -> None:
    codes = SignInCodes(lambda: 0.0)
    eve = principal_for("ada", "other", frozenset({"member"}))
    ours, theirs = codes.issue(ADA), [codes.issue(eve) for _ in range(CODES_PER_USER + 1)]

    assert codes.owner_of(ours) == ADA
    assert [codes.owner_of(code) is not None for code in theirs] == [False, *[True] * CODES_PER_USER]


@pytest.mark.requirement("SE1")
async def test_a_link_of_another_person_replaces_a_session_only_after_a_question(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        client = await signed_in(run)
        name = run.serving.pages.sessions.cookie
        cookie = client.cookies[name]
        mallory = principal_for("mallory", "acme", frozenset({"member"}))
        code = run.serving.pages.sessions.codes.issue(mallory)
        asked = await client.post("/sign-in", json={"code": code})
        kept = client.cookies[name]
        replaced = await client.post("/sign-in", json={"code": code, "replace": True})
        sessions = [len(await run.serving.pages.sessions.of_user(who)) for who in (ADA, mallory)]

    assert (asked.status_code, asked.json()["error"]["code"]) == (409, "conflict")
    assert (asked.json()["signed_in_as"], asked.json()["link_for"]) == ("ada", "mallory")
    assert "set-cookie" not in asked.headers
    assert kept == cookie
    assert (replaced.status_code, replaced.json()["user"]) == (200, "mallory")
    assert sessions == [0, 1]


async def test_signing_in_again_replaces_the_own_session_and_old_sessions_are_limited(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        sessions = run.serving.pages.sessions
        client = await signed_in(run)
        again = await client.post("/sign-in", json={"code": sessions.codes.issue(ADA)})
        after_one = len(await sessions.of_user(ADA))
        for _ in range(SESSIONS_PER_USER + 2):
            await sessions.start(ADA)
        after_many = len(await sessions.of_user(ADA))

    assert again.status_code == 200
    assert (after_one, after_many) == (1, SESSIONS_PER_USER)


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8.5.0", "Unknown device"),
        ("<b>", "Unknown device"),
    ],
)
def test_a_device_has_a_short_name(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
