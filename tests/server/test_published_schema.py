"""Messages of the service match the output of `choicewire schema`."""

import asyncio
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from choice.providers import ModelFailed, ToolCall
from choice.server.app import REQUEST_MODELS, RESPONSE_MODELS
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.wire import schema_of
from tests.cli.choicewire import choicewire
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import data_events, named_events, running, settings_for

CALL = ToolCall("c1", "present_question", '{"question": "How many?", "options": ["One", "Two"]}')
DOWN = ModelFailed("MODEL_ERROR", "It is down.")
THREAD_EVENTS = ["text_delta", "tool_executing", "question_card", "message_complete", "error"]
FRAMES = ["metadata", "token", "question_card", "done", "error"]


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """The schema, as the command prints it."""
    published: dict[str, Any] = json.loads(choicewire("schema").stdout)
    return published


def problems(name: str, value: object, whole: dict[str, Any]) -> list[str]:
    """Return what a definition finds wrong with a value."""
    validator = jsonschema_rs.validator_for(schema_of(name, whole))
    return [f"{name}: {error.message}" for error in validator.iter_errors(value)]


@pytest.mark.requirement("CH15", "QC1")
async def test_every_event_of_a_thread_matches_the_schema(tmp_path: Path, whole: dict[str, Any]) -> None:
    model = ScriptedModel([ScriptedReply("Let me look.", (CALL,)), "Done.", DOWN])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        asked = named_events((await thread.post(content="Go")).text)
        card = next(data for name, data in asked if name == "question_card")
        answered = named_events((await thread.choose(card, card["options"][0]["id"])).text)
        failed = named_events((await thread.post(content="And now?")).text)

    events = [*asked, *answered, *failed]
    names = whole["$defs"]["ThreadEvents"]["properties"]
    assert {name for name, _ in events} == set(names) == set(THREAD_EVENTS)
    for name, data in events:
        assert problems(names[name]["$ref"].rpartition("/")[2], data, whole) == []


@pytest.mark.requirement("CH2", "CH3", "CH4", "CH14")
async def test_every_frame_of_the_chat_stream_matches_the_schema(
    tmp_path: Path, whole: dict[str, Any]
) -> None:
    model = ScriptedModel([f"A question:\n\n{fence('Tea?')}", DOWN])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        frames = [
            frame
            for words in ("Go", "And now?")
            for frame in data_events(
                (await client.post("/chatbot/chat-stream", json={"message": words})).text
            )
        ]

    assert {frame["type"] for frame in frames} == set(FRAMES)
    for frame in frames:
        assert problems("ChatStreamFrame", frame, whole) == []


@pytest.mark.requirement("CH15", "CH10")
async def test_threads_and_their_messages_match_the_schema(tmp_path: Path, whole: dict[str, Any]) -> None:
    model = ScriptedModel([ScriptedReply("Well.", (CALL,)), "Good.", DOWN, fence("Milk?")])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = await open_thread(client)
        (card,) = await thread.say("Go")
        await thread.choose(card, card["options"][0]["id"])
        await thread.say("And now?")
        kept = await thread.stored()
        listed = (await client.get("/api/threads")).json()
        answer = (await client.post("/chatbot/chat", json={"message": "Hello"})).json()
        conversation = (await client.get(f"/chatbot/conversation/{answer['sessionId']}")).json()
        refused = (await client.get("/api/threads/unknown")).json()

    replies = [
        ("Thread", kept),
        ("Threads", listed),
        ("WholeAnswer", answer),
        ("KeptConversation", conversation),
        ("ErrorBody", refused),
    ]
    assert [problem for name, reply in replies for problem in problems(name, reply, whole)] == []
    assert [message.get("question_response") for message in kept["messages"]][:3] == [False, None, True]


@pytest.mark.requirement("CH15")
async def test_the_last_event_of_a_stopped_stream_matches_the_schema(
    tmp_path: Path, whole: dict[str, Any]
) -> None:
    held = asyncio.Event()
    model = ScriptedModel([ScriptedReply("Some words", released=held, stops_after=1)])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        answering = asyncio.create_task(thread.post(content="Go"))
        await model.asked.wait()
        run.server.should_exit = True
        events = named_events((await answering).text)

    assert events[-1][0] == "error"
    assert problems("ErrorEvent", events[-1][1], whole) == []


def test_every_request_and_response_body_is_in_the_schema() -> None:
    defined = json.loads(choicewire("schema").stdout)["$defs"]

    assert {model.__name__ for model in RESPONSE_MODELS} <= set(defined)
    assert {f"{model.__name__}Input" for model in REQUEST_MODELS} <= set(defined)
