"""Every ending of a question is reported to the model and ends the wait of the thread."""

import asyncio
import json
from pathlib import Path

import pytest

from choice.conversations import Owner
from choice.desk import Person
from choice.dialects.replies import CANCELLED, NOT_ANSWERED, SUPERSEDED, TIMED_OUT
from choice.providers import AssistantTurn, ToolCall, ToolResult, UserTurn
from choice.testing import ScriptedPerson
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.thread_client import ThreadClient, fence, open_thread
from tests.server.service import Running, running, settings_for

TWO = fence("Delete the backup?") + fence("Send a report?")


def call(question: str, call_id: str = "call_1") -> ToolCall:
    asked = {"question": question, "options": [{"label": "One"}, {"label": "Two"}]}
    return ToolCall(call_id, "present_question", json.dumps(asked))


async def state_of(thread: ThreadClient, state: str) -> None:
    """Wait until a thread is in a state that another task gives it."""
    async with asyncio.timeout(20):
        while (await thread.stored())["state"] != state:  # noqa: ASYNC110 - another does it
            await asyncio.sleep(0.01)


@pytest.mark.requirement("QC10", "UP1")
async def test_a_reused_call_id_loses_no_answer(tmp_path: Path, database_url: str) -> None:
    first, second = call("First?"), call("Second?")
    model = ScriptedModel([first, "One.", second, "Two.", call("Third?"), "Three."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        await thread.choose(card, "1")
        (card,) = await thread.say("Go on")
        clicked = await thread.choose(card, "2")
        await thread.say("And on")
        typed = await thread.post(content="one")

    assert (clicked.status_code, typed.status_code) == (200, 200)
    results = [turn for turn in model.requests[-1].turns if isinstance(turn, ToolResult)]
    assert [result.text for result in results] == ["One", "Two", "One"]
    assert model.requests[3].turns[-2:] == (
        AssistantTurn("", (second,)),
        ToolResult("call_1", "present_question", "Two"),
    )


@pytest.mark.requirement("QC7", "FB4", "QC14")
async def test_answers_to_several_questions_name_their_question(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([TWO, "Done."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        backup, report = await thread.say("Go")
        await thread.choose(report, "1")
        await thread.choose(backup, "2")
        kept = await thread.stored()

    assert model.requests[1].turns[2:] == (
        UserTurn("Send a report?: yes"),
        UserTurn("Delete the backup?: no"),
    )
    assert [message["content"] for message in kept["messages"][2:]] == ["yes", "no", "Done."]


@pytest.mark.requirement("QC7")
async def test_questions_with_the_same_text_are_numbered(tmp_path: Path) -> None:
    model = ScriptedModel([fence("Go on?") + fence("Go on?"), "Done."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        first, second = await thread.say("Go")
        await thread.choose(second, "1")
        await thread.choose(first, "2")

    assert model.requests[1].turns[2:] == (UserTurn("Go on? (2 of 2): yes"), UserTurn("Go on? (1 of 2): no"))


@pytest.mark.requirement("QC7", "FB5")
async def test_superseded_questions_of_several_are_reported(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([TWO, "As you wish.", "Yes?"])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        _, report = await thread.say("Go")
        await thread.choose(report, "1")
        await thread.say("never mind the other")
        await thread.say("Hello")
        kept = await thread.stored()

    told = (
        UserTurn("Send a report?: yes"),
        UserTurn(f"Delete the backup?: {NOT_ANSWERED}"),
        UserTurn("never mind the other"),
    )
    assert model.requests[1].turns[2:] == told
    assert model.requests[2].turns[2:] == (*told, AssistantTurn("As you wish."), UserTurn("Hello"))
    said = [message["content"] for message in kept["messages"] if message["role"] == "user"]
    assert said == ["Go", "yes", "never mind the other", "Hello"]


@pytest.mark.requirement("SL10", "FB5")
async def test_answers_in_a_superseded_form_are_reported(tmp_path: Path) -> None:
    choices = [{"question": f"{name}?", "options": ["Yes", "No"]} for name in ("Tea", "Milk")]
    form = json.dumps({"type": "user_choice_group", "title": "Break", "questions": choices})
    model = ScriptedModel([form, "As you wish."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        tea, _ = await thread.say("Go")
        await thread.choose(tea, tea["options"][0]["id"])
        await thread.say("rather something else")

    assert model.requests[1].turns[2:] == (
        UserTurn(f"Tea?: 1. Yes\nMilk?: {NOT_ANSWERED}"),
        UserTurn("rather something else"),
    )


@pytest.mark.requirement("QC10", "QC7")
async def test_a_tool_call_answered_after_a_text_question_keeps_its_result(tmp_path: Path) -> None:
    asked = call("How many?")
    model = ScriptedModel([ScriptedReply(fence("Publish?"), (asked,)), "Done."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        written, called = await thread.say("Go")
        await thread.choose(written, "1")
        await thread.choose(called, "2")

    assert model.requests[1].turns[2:] == (
        ToolResult("call_1", "present_question", "Two"),
        UserTurn("Publish?: yes"),
    )


@pytest.mark.requirement("UP3", "SL12")
async def test_a_cancelled_question_ends_the_wait_and_is_reported(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([fence("Delete everything?"), "I did nothing.", "Yes?"])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        await thread.cancel(card)
        await state_of(thread, "idle")
        late = await thread.choose(card, "1")
        await thread.say("yes")
        await thread.say("Hello")
        kept = await thread.stored()

    assert late.status_code == 409
    assert model.requests[1].turns[2:] == (UserTurn(CANCELLED), UserTurn("yes"))
    assert [turn.text for turn in model.requests[2].turns[2:] if isinstance(turn, UserTurn)] == [
        CANCELLED,
        "yes",
        "Hello",
    ]
    assert [message["content"] for message in kept["messages"][2:4]] == ["yes", "I did nothing."]
    assert kept["messages"][1]["cards"][0]["state"] == "cancelled"


@pytest.mark.requirement("UP3", "QC15")
async def test_a_question_that_timed_out_is_reported_after_a_restart(
    tmp_path: Path, database_url: str
) -> None:
    settings = settings_for(tmp_path, database_url)
    asked = call("How many?")
    async with running(settings, ScriptedModel([asked])) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        place = f"/api/interactions/{card['metadata']['interaction_id']}"
        await thread.client.post(f"{place}/deadline", json={"seconds": 1})
        assert (await thread.client.get(place, params={"wait": 20})).json()["state"] == "timed_out"
        await _restored(run, thread)
    model = ScriptedModel(["Then I wait."])
    async with running(settings, model) as run:
        thread = ThreadClient(run.client(), thread.path)
        await state_of(thread, "idle")
        await thread.say("two")

    assert model.requests[0].turns[1:] == (
        AssistantTurn("", (asked,)),
        ToolResult("call_1", "present_question", TIMED_OUT),
        UserTurn("two"),
    )


async def _restored(run: Running, thread: ThreadClient) -> None:
    """Leave the thread as a server does that dies before it learns of the outcome."""
    await state_of(thread, "idle")
    await run.service.turns.resuming.join()
    conversations, lease = run.service.conversations, "of the dead"
    taken = await conversations.acquire(thread.path.rpartition("/")[2], Owner("acme", "ada"), lease)
    await conversations.release(taken.conversation, lease, "waiting")


@pytest.mark.requirement("UP1", "UP3")
async def test_cancelling_the_last_open_question_resumes_the_model(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([TWO, "I sent it."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        backup, report = await thread.say("Go")
        await thread.choose(report, "1")
        await thread.cancel(backup)
        await model.until(lambda: len(model.requests) == 2 and not model.open_replies)
        await state_of(thread, "idle")

    assert model.requests[1].turns[2:] == (
        UserTurn("Send a report?: yes"),
        UserTurn(f"Delete the backup?: {CANCELLED}"),
    )


async def test_a_message_that_supersedes_one_question_is_sent_as_it_is(tmp_path: Path) -> None:
    asked = call("How many?")
    model = ScriptedModel([fence("Publish?"), asked, "Well."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        await thread.say("Go")
        await thread.say("Hello there.")
        await thread.say("Good evening.")

    assert model.requests[1].turns[2:] == (UserTurn("Hello there."),)
    assert model.requests[2].turns[3:] == (
        AssistantTurn("", (asked,)),
        ToolResult(
            "call_1", "present_question", f"{SUPERSEDED} The reason given: The conversation continued."
        ),
        UserTurn("Good evening."),
    )


@pytest.mark.requirement("UP1", "UP2")
async def test_an_answer_given_before_the_asking_turn_ends_is_reported(
    tmp_path: Path, database_url: str
) -> None:
    rounds = 5
    model = ScriptedModel([fence("Publish?"), "Published."] * rounds)
    async with running(settings_for(tmp_path, database_url), model) as run:
        desk = run.service.desk
        await desk.attach(ScriptedPerson(desk, {"Publish?": "Yes"}, Person("ada", "acme")))
        for _ in range(rounds):
            thread = await open_thread(run.client())
            await thread.say("Go")
            await state_of(thread, "idle")

            assert (await thread.stored())["messages"][-1]["content"] == "Published."
