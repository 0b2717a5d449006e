"""A message that asks back goes to the model; the question stays open and its answer arrives once."""

import json
from pathlib import Path

import pytest

from choice.conversations.model_input import ASKED_BACK
from choice.providers import ModelFailed, ToolCall, ToolResult, UserTurn
from choice.testing.scripted_model import ScriptedModel
from tests.conversations.thread_client import ThreadClient, fence, open_thread
from tests.server.service import running, settings_for

pytestmark = pytest.mark.requirement("DI11", "HE7")
DIFFERENCE = "What is the difference?"


def call(question: str = "Which store?", call_id: str = "call_1") -> ToolCall:
    asked = {"question": question, "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}
    return ToolCall(call_id, "present_question", json.dumps(asked))


async def states(thread: ThreadClient) -> list[str]:
    """Return the states of the cards of a thread."""
    stored = await thread.stored()
    return [card["state"] for message in stored["messages"] for card in message.get("cards") or ()]


@pytest.mark.parametrize("asked", [DIFFERENCE, "차이가 뭐예요?", "only if it is free"])
async def test_a_tool_call_stays_open_and_its_answer_follows_as_a_message(
    tmp_path: Path, database_url: str, asked: str
) -> None:
    model = ScriptedModel([call(), "One is a file.", "Done.", "You're welcome."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        await thread.say(asked)
        between = await thread.stored()
        open_states = await states(thread)
        answered = await thread.choose(card, "2")
        repeated = await thread.choose(card, "2")
        await thread.say("Thanks.")
        after = await states(thread)

    assert (between["state"], open_states, after) == ("waiting", ["open"], ["answered"])
    assert (answered.status_code, repeated.status_code) == (200, 409)
    result = ToolResult("call_1", "present_question", ASKED_BACK)
    assert model.requests[1].turns[-2:] == (result, UserTurn(asked))
    assert result in model.requests[2].turns
    assert model.requests[2].turns[-1] == UserTurn("Which store?: PostgreSQL")
    told = [turn for turn in model.requests[3].turns if "PostgreSQL" in getattr(turn, "text", "")]
    assert told == [UserTurn("Which store?: PostgreSQL")]


async def test_a_typed_answer_after_several_counter_questions_is_taken(tmp_path: Path) -> None:
    model = ScriptedModel([fence("Go on?"), "It takes an hour.", "It is free.", "Done."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        await thread.say("Go")
        await thread.say("How long does it take?")
        await thread.say("What does it cost?")
        await thread.say("yes")
        after = await states(thread)

    assert after == ["answered"]
    assert model.requests[1].turns[-1] == UserTurn(f"How long does it take?\n\n({ASKED_BACK})")
    assert model.requests[3].turns[-1] == UserTurn("Go on?: yes")


async def test_an_ordinary_message_after_a_counter_question_supersedes_the_question(tmp_path: Path) -> None:
    model = ScriptedModel([call(), "One is a file.", "Fine."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        await thread.say("Go")
        await thread.say(DIFFERENCE)
        await thread.say("I have to think about something else now.")
        after = await thread.stored()
        closed = await states(thread)

    assert (after["state"], closed) == ("idle", ["superseded"])
    assert [getattr(turn, "text", "") for turn in model.requests[2].turns[-2:]] == [
        "Which store?: (not answered)",
        "I have to think about something else now.",
    ]


async def test_a_new_question_of_the_model_replaces_the_open_one(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([call(), call("Which store, then?", "call_2"), "Done."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        await thread.say("Go")
        (card,) = await thread.say(DIFFERENCE)
        between = await states(thread)
        await thread.choose(card, "1")
        after = await thread.stored()

    assert between == ["superseded", "open"]
    assert after["state"] == "idle"
    assert model.requests[2].turns[-1] == ToolResult("call_2", "present_question", "SQLite")


async def test_a_form_keeps_its_draft_while_the_person_asks_back(tmp_path: Path) -> None:
    model = ScriptedModel([fence("Delete it?") + fence("Send it?"), "To the team.", "Done."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        first, second = await thread.say("Go")
        await thread.choose(first, "1")
        await thread.say("Who gets it?")
        await thread.choose(second, "2")
        after = await thread.stored()

    assert after["state"] == "idle"
    assert [getattr(turn, "text", "") for turn in model.requests[2].turns[-4:]] == [
        "Delete it?: yes",
        f"Who gets it?\n\n({ASKED_BACK})",
        "To the team.",
        "Send it?: no",
    ]


async def test_a_failed_reply_to_a_counter_question_can_be_retried(tmp_path: Path) -> None:
    model = ScriptedModel([call(), ModelFailed("MODEL_ERROR", "no"), "One is a file.", "Done."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        await thread.say(DIFFERENCE)
        failed = (await thread.stored())["state"]
        await thread.post(retry=True)
        retried = (await thread.stored())["state"]
        await thread.choose(card, "2")

    assert (failed, retried) == ("waiting", "waiting")
    assert model.requests[3].turns[-1] == UserTurn("Which store?: PostgreSQL")


async def test_an_answer_on_another_surface_during_the_reply_is_delivered_after_it(tmp_path: Path) -> None:
    model = ScriptedModel([call(), "One is a file.", "Done."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = await open_thread(client)
        (card,) = await thread.say("Go")
        await thread.say(DIFFERENCE)
        body = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}
        path = f"/api/interactions/{card['metadata']['interaction_id']}/answer"
        assert (await client.post(path, json=body)).status_code == 200
        await run.service.turns.resuming.join()
        after = await thread.stored()

    assert after["state"] == "idle"
    assert len(model.requests) == 3
    assert model.requests[2].turns[-1] == UserTurn("Which store?: SQLite")
