"""Pages behind a proxy, and at several servers: who signed in is signed in, and the cookie stays on TLS."""

from pathlib import Path

import httpx
import pytest

from choice.assembly.server import Serving
from choice.testing.scripted_model import ScriptedModel
from choice.web.request_guard import CLIENT_HEADER
from choice.web.visitors import COOKIE, Visitor
from tests.chat.service import running, settings_for

HOST = "chat.example.org"


@pytest.mark.parametrize("scheme", ["https", "http"])
async def test_a_cookie_given_behind_tls_is_sent_over_tls_only(scheme: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, allowed_hosts=frozenset({HOST}))
    async with running(settings, ScriptedModel([])) as run, httpx.AsyncClient(base_url=run.url) as browser:
        code = run.serving.pages.visitors.code_for(Visitor("ada", "acme"))
        headers = {"Host": HOST, "Origin": f"{scheme}://{HOST}", CLIENT_HEADER: "page"}
        reply = await browser.post("/sign-in", json={"code": code}, headers=headers)

    assert reply.status_code == 200
    given = reply.headers["set-cookie"].lower()
    assert ("secure" in given.split("; ")) == (scheme == "https")
    assert {"httponly", "samesite=strict"} <= set(given.split("; "))


def test_a_page_that_signed_in_at_one_server_is_signed_in_at_all_with_the_same_secret(tmp_path: Path) -> None:
    first, second = (Serving(settings_for(tmp_path / name)) for name in ("first", "second"))
    visitors = first.pages.visitors
    cookie = visitors.cookie_for(visitors.code_for(Visitor("ada", "acme")))
    stranger = Serving(settings_for(tmp_path / "third", jwt_secret="x" * 40))

    assert cookie is not None
    assert second.pages.visitors.visitor({COOKIE: cookie}) == Visitor("ada", "acme")
    assert stranger.pages.visitors.visitor({COOKIE: cookie}) is None
