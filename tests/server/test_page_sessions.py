"""Page sessions behind a TLS proxy and on several servers."""

from pathlib import Path

import httpx
import pytest

from choice.auth import principal_for
from choice.testing.scripted_model import ScriptedModel
from choice.web.sessions import CLIENT_HEADER, PageSessions
from tests.server.service import running, settings_for

HOST = "chat.example.org"


@pytest.mark.parametrize("scheme", ["https", "http"])
async def test_the_session_cookie_is_secure_if_the_origin_is_https(scheme: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, allowed_hosts=frozenset({HOST}))
    async with running(settings, ScriptedModel([])) as run, httpx.AsyncClient(base_url=run.url) as browser:
        code = run.serving.pages.sessions.codes.issue(principal_for("ada", "acme", frozenset({"member"})))
        headers = {"Host": HOST, "Origin": f"{scheme}://{HOST}", CLIENT_HEADER: "page"}
        reply = await browser.post("/sign-in", json={"code": code}, headers=headers)

    assert reply.status_code == 200
    given = reply.headers["set-cookie"].lower()
    assert ("secure" in given.split("; ")) == (scheme == "https")
    assert {"httponly", "samesite=strict"} <= set(given.split("; "))


async def test_page_routes_reject_other_origins_with_standard_errors(
    tmp_path: Path,
) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        sessions = run.serving.pages.sessions
        cookie, _session = await sessions.start(principal_for("ada", "acme", frozenset({"member"})))
        other_site = {
            "Cookie": f"{sessions.cookie}={cookie}",
            "Origin": "https://evil.example",
            CLIENT_HEADER: "x",
        }
        async with httpx.AsyncClient(base_url=run.url) as nobody:
            refused = [
                await nobody.get("/api/preferences"),
                await nobody.patch("/api/preferences", json={}),
                await nobody.patch("/api/preferences", json={}, headers=other_site),
                await nobody.post("/api/threads", json={}, headers=other_site),
                await nobody.post("/sign-in", json={"code": "x"}),
                await nobody.post("/sign-in", json={"code": "x"}, headers=other_site),
                await nobody.post("/sign-out"),
            ]
            pages = [await nobody.get(path) for path in ("/", "/chat", "/choice/x")]

    assert [reply.status_code for reply in refused] == [401, 401, 401, 401, 403, 403, 403]
    for reply in refused:
        assert set(reply.json()["error"]) == {"code", "message", "request_id"}
        assert reply.json()["error"]["request_id"] == reply.headers["x-request-id"]
        assert reply.headers["cache-control"] == "no-store"
    wanted = ["%2F", "%2Fchat", "%2Fchoice%2Fx"]
    assert [(reply.status_code, reply.headers["location"]) for reply in pages] == [
        (303, f"/sign-in?next={page}") for page in wanted
    ]


async def test_a_session_is_valid_on_every_server_with_the_same_secret_and_database(tmp_path: Path) -> None:
    ada, database = principal_for("ada", "acme", frozenset({"member"})), f"sqlite:///{tmp_path / 'shared.db'}"
    (tmp_path / "second").mkdir()
    async with (
        running(settings_for(tmp_path, database), ScriptedModel([])) as first,
        running(settings_for(tmp_path / "second", database), ScriptedModel([])) as second,
    ):
        ours, theirs = first.serving.pages.sessions, second.serving.pages.sessions
        cookie, session = await ours.start(ada)
        found = await theirs.find({theirs.cookie: cookie})
        stranger = PageSessions(b"x" * 32)
        stranger.open(first.service.conversations.database)
        refused = await stranger.find({stranger.cookie: cookie})

    assert found is not None
    assert (found.id, found.principal.subject, found.principal.roles) == (session.id, "ada", ada.roles)
    assert refused is None
