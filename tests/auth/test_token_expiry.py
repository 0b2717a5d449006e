"""Responses in progress are cancelled when their token expires."""

import asyncio
from pathlib import Path

import pytest

from choice.auth.tokens import LEEWAY
from choice.testing import ManualClock
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import HOUR, data_events, running, settings_for


@pytest.mark.requirement("CH6")
async def test_a_stream_ends_with_an_error_event_when_its_token_expires(tmp_path: Path) -> None:
    clock, never = ManualClock(), asyncio.Event()
    model = ScriptedModel([ScriptedReply("Half ", released=never, stops_after=1)])
    async with running(settings_for(tmp_path), model, clock=clock) as run:
        client = run.client()
        reading = asyncio.create_task(client.post("/chatbot/chat-stream", json={"message": "Hello"}))
        await model.asked.wait()
        clock.advance(HOUR + LEEWAY - 1)
        await run.service.turns.running.stop_unauthorized()
        in_time = reading.done()
        clock.advance(2)
        await run.service.turns.running.stop_unauthorized()
        async with asyncio.timeout(20):
            events = data_events((await reading).text)

    assert not in_time
    assert events[0]["type"] == "metadata"
    assert events[-1]["type"] == "error"
    assert events[-1]["code"] == "CANCELLED"
    assert "Sign in again" in events[-1]["message"]


async def test_a_response_without_streaming_is_cancelled_when_its_token_expires(tmp_path: Path) -> None:
    clock, never = ManualClock(), asyncio.Event()
    model = ScriptedModel([ScriptedReply("Half ", released=never, stops_after=0), "Whole."])
    async with running(settings_for(tmp_path), model, clock=clock) as run:
        waiting = asyncio.create_task(run.client().post("/chatbot/chat", json={"message": "Hello"}))
        await model.asked.wait()
        clock.advance(2 * HOUR)
        await run.service.turns.running.stop_unauthorized()
        ended = await waiting
        again = await run.client().post("/chatbot/chat", json={"message": "Hello"})

    assert ended.status_code == 503
    assert ended.json()["error"]["code"] == "CANCELLED"
    assert again.json()["message"] == "Whole."
