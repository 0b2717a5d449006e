"""Histories of any length and shape that real clients send."""

from pathlib import Path
from typing import Any

import pytest

from choice.providers import AssistantTurn, ModelTurn, UserTurn
from choice.testing.scripted_model import ScriptedModel
from tests.server.service import data_events, running, settings_for

pytestmark = pytest.mark.requirement("DI5")


def past(turns: tuple[ModelTurn, ...]) -> list[tuple[str, str]]:
    return [
        ("user" if isinstance(turn, UserTurn) else "assistant", turn.text)
        for turn in turns[:-1]
        if isinstance(turn, UserTurn | AssistantTurn)
    ]


async def sent(folder: Path, history: Any, **more: object) -> list[tuple[str, str]]:  # noqa: ANN401 - any JSON
    """Send a history with a new session; return what the model got of it."""
    model = ScriptedModel(["Fine."])
    async with running(settings_for(folder), model) as run:
        body = {"message": "Go on", "conversationHistory": history, **more}
        reply = await run.client().post("/chatbot/chat-stream", json=body)
        assert reply.status_code == 200, reply.text
        assert data_events(reply.text)[-1] == {"type": "done"}
    return past(model.requests[0].turns)


async def test_the_newest_fifty_messages_are_used(tmp_path: Path) -> None:
    history = [
        {"role": "user" if number % 2 == 0 else "assistant", "content": f"message {number}"}
        for number in range(130)
    ]

    got = await sent(tmp_path, history)

    assert [text for _role, text in got] == [f"message {number}" for number in range(80, 130)]
    assert got[0][0] == "user"
    assert got[-1][0] == "assistant"


async def test_a_message_of_twelve_thousand_characters_is_cut(tmp_path: Path) -> None:
    got = await sent(tmp_path, [{"role": "assistant", "content": "x" * 12_000}])

    assert len(got[0][1]) == 8000
    assert got[0][1].endswith("…")


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        (None, []),
        ([], []),
        ({"0": {"role": "user", "content": "a"}}, [("user", "a")]),
        ([{"role": "user", "content": "a", "timestamp": 1707645600000}], [("user", "a")]),
        ([{"role": "user", "content": "a", "timestamp": None}], [("user", "a")]),
        ([{"role": "user", "content": "a", "id": "m1", "sources": {"signals": 1}}], [("user", "a")]),
        ([{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}]}], [("user", "a")]),
        ([{"role": "assistant", "content": ""}, {"role": "user", "content": "a"}], [("user", "a")]),
        (["a", 1, None, {}, {"role": ["user"], "content": "x"}], []),
    ],
)
async def test_every_shape_of_a_history_is_accepted(
    history: object, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert await sent(tmp_path, history) == expected


async def test_a_history_larger_than_other_requests_is_accepted(tmp_path: Path) -> None:
    history = [{"role": "user", "content": "x" * 7000, "id": f"m{number}"} for number in range(200)]

    assert len(await sent(tmp_path, history)) == 50


async def test_a_history_that_is_no_list_is_rejected(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        reply = await run.client().post(
            "/chatbot/chat", json={"message": "Hi", "conversationHistory": "Earlier I said hello"}
        )

    assert reply.status_code == 422
    assert reply.json()["error"]["field"] == "conversationHistory"


async def test_a_history_stays_with_a_session_that_the_client_continues(tmp_path: Path) -> None:
    session = "550e8400-e29b-41d4-a716-446655440000"
    model = ScriptedModel(["Fine.", "Good."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        history: list[dict[str, str]] = [{"role": "user", "content": "My name is Ada"}]
        for message in ("Go on", "And my name?"):
            body = {"message": message, "sessionId": session, "conversationHistory": history}
            assert (await client.post("/chatbot/chat", json=body)).status_code == 200
            history += [{"role": "user", "content": "not this"}]

    assert past(model.requests[1].turns) == [
        ("user", "My name is Ada"),
        ("user", "Go on"),
        ("assistant", "Fine."),
    ]


async def test_the_answer_without_streaming_has_the_names_that_clients_read(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello!"])) as run:
        body = (await run.client().post("/chatbot/chat", json={"message": "Hi"})).json()

    assert body["response"] == body["message"] == "Hello!"
    assert body["timestamp"].endswith("+00:00")
