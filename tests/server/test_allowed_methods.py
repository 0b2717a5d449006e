"""405 responses list exactly the methods of the path."""

from pathlib import Path

import pytest

from choice.testing.scripted_model import ScriptedModel
from tests.server.clients import error_of
from tests.server.service import running, settings_for

ID = "3f2c8a52-6d0e-4b6b-9a43-6c1f6a9f2f10"
ALLOWED = (
    ("PUT", "/api/threads", "GET, HEAD, POST"),
    ("PUT", f"/api/threads/{ID}", "DELETE, GET, HEAD, PATCH"),
    ("GET", f"/api/threads/{ID}/chat", "POST"),
    ("PUT", f"/chatbot/conversation/{ID}", "DELETE, GET, HEAD"),
    ("DELETE", "/api/interactions", "GET, HEAD, POST"),
    ("HEAD", "/chatbot/chat", "POST"),
    ("TRACE", "/healthz", "GET, HEAD"),
    ("PROPFIND", "/api/threads", "GET, HEAD, POST"),
    ("TRACE", f"/api/threads/{ID}", "DELETE, GET, HEAD, PATCH"),
    ("PUT", "/sign-in", "GET, HEAD, POST"),
)


@pytest.mark.requirement("CH8", "CH15")
async def test_method_not_allowed_lists_all_methods_of_the_path(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        client = run.client()
        replies = [await client.request(method, path) for method, path, _ in ALLOWED]

    assert [reply.status_code for reply in replies] == [405] * len(ALLOWED)
    assert [reply.headers["allow"] for reply in replies] == [allowed for _, _, allowed in ALLOWED]
    assert {error_of(reply)["code"] for reply in replies if reply.content} == {"method_not_allowed"}
    assert [error_of(reply)["message"] for reply in replies if reply.content] == [
        f"Method not allowed. Allowed methods: {allowed}."
        for method, _, allowed in ALLOWED
        if method != "HEAD"
    ]


@pytest.mark.parametrize("method", ["PUT", "TRACE"])
async def test_an_unknown_path_returns_404_without_an_allow_header(tmp_path: Path, method: str) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        reply = await run.client().request(method, "/nowhere")

    assert (reply.status_code, error_of(reply)["code"]) == (404, "not_found")
    assert "allow" not in reply.headers
