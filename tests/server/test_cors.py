"""Pages of other origins call the API from a browser, if a setting allows it."""

from dataclasses import replace
from pathlib import Path

import pytest

from choice.testing.scripted_model import ScriptedModel
from tests.server.service import running, settings_for

pytestmark = pytest.mark.requirement("DI4")
APP = "https://app.example.org"


def preflight(origin: str) -> dict[str, str]:
    return {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, x-own",
    }


async def test_without_the_setting_no_other_origin_is_allowed(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello"])) as run:
        reply = await run.client().options("/chatbot/chat-stream", headers=preflight(APP))
        answered = await run.client().post("/chatbot/chat", json={"message": "Hi"}, headers={"Origin": APP})

    assert reply.status_code == 405
    assert not [name for name in (*reply.headers, *answered.headers) if name.startswith("access-control")]


async def test_a_listed_origin_may_send_a_token_and_read_streams_and_errors(tmp_path: Path) -> None:
    settings = replace(settings_for(tmp_path), cors_origins=frozenset({APP}))
    async with running(settings, ScriptedModel(["Hello"])) as run:
        client = run.client()
        asked = await client.options("/chatbot/chat-stream", headers=preflight(APP))
        streamed = await client.post("/chatbot/chat-stream", json={"message": "Hi"}, headers={"Origin": APP})
        failed = await client.post("/chatbot/chat-stream", json={}, headers={"Origin": APP})
        unknown = await client.post(
            "/chatbot/chat", json={}, headers={"Origin": APP, "Authorization": "Bearer x"}
        )

    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == APP
    assert asked.headers["access-control-allow-credentials"] == "true"
    assert "x-own" in asked.headers["access-control-allow-headers"]
    assert "x-request-id" in asked.headers
    assert [reply.status_code for reply in (streamed, failed, unknown)] == [200, 422, 401]
    for reply in (streamed, failed, unknown):
        assert reply.headers["access-control-allow-origin"] == APP
        assert "Origin" in reply.headers["vary"]
        assert "X-Request-ID" in reply.headers["access-control-expose-headers"]


async def test_an_origin_that_is_not_listed_is_not_allowed(tmp_path: Path) -> None:
    settings = replace(settings_for(tmp_path), cors_origins=frozenset({APP}))
    async with running(settings, ScriptedModel(["Hello"])) as run:
        for origin in (f"{APP}.evil.example", "null", "http://app.example.org", f"{APP}:8443"):
            asked = await run.client().options("/chatbot/chat-stream", headers=preflight(origin))

            assert asked.status_code == 400
            assert "access-control-allow-origin" not in asked.headers


async def test_any_origin_may_be_allowed_but_then_without_cookies(tmp_path: Path) -> None:
    settings = replace(settings_for(tmp_path), cors_origins=frozenset({"*"}))
    async with running(settings, ScriptedModel(["Hello"])) as run:
        asked = await run.client().options("/api/threads", headers=preflight("https://any.example"))
        made = await run.client().post("/api/threads", json={}, headers={"Origin": "https://any.example"})

    assert asked.headers["access-control-allow-origin"] == "*"
    assert made.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in {**asked.headers, **made.headers}


async def test_the_session_cookie_of_the_pages_is_not_accepted_from_an_allowed_origin(tmp_path: Path) -> None:
    settings = replace(settings_for(tmp_path), cors_origins=frozenset({APP}))
    async with running(settings, ScriptedModel(["Hello"])) as run:
        client = run.client()
        del client.headers["Authorization"]
        code = run.serving.sign_in_link().partition("#")[2]
        own = {"Origin": run.url, "X-Choice-Client": "1"}
        signed_in = await client.post("/sign-in", json={"code": code}, headers=own)
        inside = await client.get("/api/threads")
        outside = await client.post("/api/threads", json={}, headers={**own, "Origin": APP})

    assert signed_in.status_code in {200, 204}
    assert inside.status_code == 200
    assert outside.status_code == 401
