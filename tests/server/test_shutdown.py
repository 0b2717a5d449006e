"""Graceful shutdown: streams end with an event, new requests are rejected, and the process exits in time."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.providers.openai_events import text
from tests.providers.server import provider
from tests.server.children import child
from tests.server.service import data_events, named_events

LONGEST = 10.0
ASKED = {
    "title": "Release",
    "prompt": "The tests are green. Release now?",
    "selection_mode": "single",
    "options": [{"id": "go", "label": "Release now", "recommended": True}, {"id": "wait", "label": "Wait"}],
}
HELD = replace(text(("Half ",)), writes=text(("Half ",)).writes[:2], ending="hold")


@pytest.mark.requirement("CH4", "CH11")
async def test_sigterm_ends_every_stream_with_an_event_and_the_process_exits(tmp_path: Path) -> None:
    async with (
        provider(HELD) as model,
        child(
            tmp_path / "server",
            CHOICE_MODEL="openai:test",
            OPENAI_BASE_URL=f"{model.url}/v1",
            OPENAI_API_KEY="key",
        ) as server,
    ):
        kept_open = server.client("carl")
        await kept_open.get("/healthz")
        agent = server.client("bot", roles=("agent",))
        asked = (await agent.post("/api/interactions", json={"request": ASKED})).json()
        place = f"/api/interactions/{asked['id']}"
        waiting = asyncio.create_task(agent.get(place, params={"wait": 60}))
        thread = (await server.client().post("/api/threads", json={})).json()["id"]
        begun = [asyncio.Event() for _ in range(5)]
        streams = [
            asyncio.create_task(_read(server.client(user), "/chatbot/chat-stream", {"message": "Hi"}, one))
            for user, one in zip(("ada", "ada", "bob", "bob"), begun, strict=False)
        ]
        path = f"/api/threads/{thread}/chat"
        streams.append(asyncio.create_task(_read(server.client(), path, {"content": "Hi"}, begun[-1])))
        await asyncio.gather(*[one.wait() for one in begun])

        told = time.monotonic()
        server.terminate()
        done, _pending = await asyncio.wait(streams, return_when=asyncio.FIRST_COMPLETED)
        refused = await kept_open.post("/chatbot/chat", json={"message": "Hello"})
        bodies = await asyncio.gather(*streams)
        waited = await waiting
        await server.process.wait()
        took = time.monotonic() - told

    assert done
    assert took <= LONGEST
    assert (waited.status_code, waited.json()["state"]) == (200, "open")
    assert refused.status_code == 503
    assert refused.headers["connection"] == "close"
    assert refused.json()["error"]["code"] == "unavailable"
    assert all(body.endswith("\n\n") for body in bodies)
    for body in bodies[:4]:
        events = data_events(body)
        assert [event["type"] for event in events] == ["metadata", "token", "error"]
        assert events[-1]["code"] == "CANCELLED"
    named = named_events(bodies[4])
    assert [name for name, _ in named] == ["text_delta", "error"]
    assert named[-1][1]["code"] == "CANCELLED"


async def _read(client: httpx.AsyncClient, path: str, body: dict[str, str], begun: asyncio.Event) -> str:
    """Read a stream to its end, which must be a valid end of the HTTP response."""
    seen = ""
    async with client.stream("POST", path, json=body) as reply:
        assert reply.status_code == 200
        async for piece in reply.aiter_text():
            seen += piece
            if "Half" in seen:
                begun.set()
    return seen
