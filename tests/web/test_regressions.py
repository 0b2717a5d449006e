"""Regression tests of the page server."""

import asyncio
import json
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from choice.demo.model import EmbeddedModel
from tests.server.service import running, settings_for
from tests.web.test_pages import FORM, signed_in


async def test_the_websocket_is_reachable_and_sends_every_open_question(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run, asyncio.timeout(20):
        client, agent = await signed_in(run), run.client("bot", roles=("agent",))
        asked = {(await agent.post("/api/interactions", json={"request": FORM})).json()["id"] for _ in "12"}
        name = run.serving.pages.sessions.cookie
        cookie = {"Cookie": f"{name}={client.cookies[name]}"}
        async with connect(
            run.url.replace("http", "ws") + "/ws",
            origin=run.url,  # type: ignore[arg-type]  # a plain text is one
            additional_headers=cookie,
        ) as socket:
            await socket.send('{"type":"hello"}')
            told = json.loads(await socket.recv())

    assert told["type"] == "snapshot"
    assert {one["id"] for one in told["interactions"]} == asked


@pytest.mark.requirement("UP13")
@pytest.mark.parametrize("foreign", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
async def test_requests_with_another_host_or_origin_are_rejected(
    tmp_path: Path, foreign: dict[str, str]
) -> None:
    settings = settings_for(tmp_path)
    async with running(settings, EmbeddedModel(None)) as run:
        client, agent = await signed_in(run), run.client("bot", roles=("agent",))
        asked = (await agent.post("/api/interactions", json={"request": FORM})).json()["id"]
        answer = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}
        answered = await client.post(f"/api/interactions/{asked}/answer", json=answer, headers=foreign)
        without_token = await run.client().get("/api/interactions", headers={"Authorization": ""})
        state = (await agent.get(f"/api/interactions/{asked}")).json()["state"]

    assert answered.status_code in {400, 401, 403, 421}
    assert without_token.status_code == 401
    assert state == "open"
