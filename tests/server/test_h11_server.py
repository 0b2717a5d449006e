"""The application on uvicorn with h11 instead of our own protocol: streams have the same events."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import uvicorn

from choice.assembly.server import Serving
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import Running, data_events, settings_for


@asynccontextmanager
async def plainly_served(folder: Path, model: ScriptedModel) -> AsyncIterator[httpx.AsyncClient]:
    """Serve with an unmodified uvicorn, and return a client."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        settings = replace(settings_for(folder), port=port)
        serving = Serving(settings, model=model)
        config = uvicorn.Config(serving.app(), http="h11", log_config=None, lifespan="on", ws="none")
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        run = Running(f"http://127.0.0.1:{port}", settings, serving, server)  # type: ignore[arg-type]  # only asked for a client
        client = run.client()
        try:
            yield client
        finally:
            await client.aclose()
            server.should_exit = True
            await task


@pytest.mark.requirement("CH4")
async def test_a_stream_is_complete_with_h11(tmp_path: Path) -> None:
    async with plainly_served(tmp_path, ScriptedModel(["Hello there."])) as client:
        reply = await client.post("/chatbot/chat-stream", json={"message": "Hi"})

    events = data_events(reply.text)
    assert [event["type"] for event in events] == ["metadata", "token", "token", "token", "done"]
    assert "".join([event["content"] for event in events[1:-1]]) == "Hello there."


@pytest.mark.requirement("CH4")
async def test_the_model_call_is_cancelled_when_the_client_disconnects_from_h11(tmp_path: Path) -> None:
    never = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Half ", released=never, stops_after=1)])
    async with plainly_served(tmp_path, model) as client, asyncio.timeout(30):
        async with client.stream("POST", "/chatbot/chat-stream", json={"message": "Hi"}) as reply:
            async for piece in reply.aiter_text():
                if "Half" in piece:
                    break
        while not model.abandoned:  # noqa: ASYNC110 - the server does it
            await asyncio.sleep(0.01)

    assert model.abandoned == 1
