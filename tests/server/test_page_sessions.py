"""Page sessions behind a TLS proxy and on several servers."""

from pathlib import Path

import httpx
import pytest

from choice.assembly.server import Serving
from choice.testing.scripted_model import ScriptedModel
from choice.web.sessions import CLIENT_HEADER, Visitor
from tests.server.service import running, settings_for

HOST = "chat.example.org"


@pytest.mark.parametrize("scheme", ["https", "http"])
async def test_the_session_cookie_is_secure_if_the_origin_is_https(scheme: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, allowed_hosts=frozenset({HOST}))
    async with running(settings, ScriptedModel([])) as run, httpx.AsyncClient(base_url=run.url) as browser:
        code = run.serving.pages.visitors.code_for(Visitor("ada", "acme"))
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
        visitors = run.serving.pages.visitors
        cookie = visitors.cookie_for(visitors.code_for(Visitor("ada", "acme", frozenset({"member"}))))
        other_site = {
            "Cookie": f"{visitors.cookie}={cookie}",
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


def test_a_session_cookie_is_valid_on_every_server_with_the_same_secret(tmp_path: Path) -> None:
    first, second = (Serving(settings_for(tmp_path / name)) for name in ("first", "second"))
    visitors = first.pages.visitors
    cookie = visitors.cookie_for(visitors.code_for(Visitor("ada", "acme")))
    stranger = Serving(settings_for(tmp_path / "third", jwt_secret="x" * 40))

    assert cookie is not None
    assert second.pages.visitors.visitor({second.pages.visitors.cookie: cookie}) == Visitor("ada", "acme")
    assert stranger.pages.visitors.visitor({stranger.pages.visitors.cookie: cookie}) is None
