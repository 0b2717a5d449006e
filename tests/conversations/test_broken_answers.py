"""An answer that does not come to its end stays in its order, and who deleted it is told so."""

import asyncio
from pathlib import Path

import pytest

import choice
from choice.providers import ModelFailed, ToolCall, UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.talking import fence, talk
from tests.server.service import data_events, named_events, running, settings_for, text_of

FAILURE = ModelFailed("MODEL_ERROR", "The model failed.")
LIST = "Which store?\n\n(A) SQLite\n(B) PostgreSQL\n"
AFTER = "\nAnd then I will start with the import. Which"


@pytest.mark.requirement("QC6", "CH3")
@pytest.mark.parametrize("question", [LIST, fence("Go on?"), fence("Go on?") + fence("And on?")])
async def test_an_answer_that_breaks_off_behind_a_question_is_kept_in_order(
    tmp_path: Path, question: str
) -> None:
    written = f"Intro.\n\n{question}{AFTER}"
    model = ScriptedModel([ScriptedReply(written, failure=FAILURE)])
    async with running(settings_for(tmp_path), model) as run:
        thread = await talk(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)
        kept = await thread.kept()

    assert events[-1][1]["code"] == "MODEL_ERROR"
    assert kept["messages"][-1]["content"] == written
    assert text_of(events) == choice.detect(written, mode="discovery").text != written


@pytest.mark.requirement("CH3", "CH4")
@pytest.mark.parametrize("odd", ["\0", "\ud83d"], ids=["nul", "half_a_character"])
async def test_a_character_that_not_every_database_keeps_costs_no_answer(
    tmp_path: Path, database_url: str, odd: str
) -> None:
    model = ScriptedModel([f"It is {odd} here.", "Go on."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await talk(run.client())
        events = named_events((await thread.post(content="Go")).text)
        again = named_events((await thread.post(content="And?")).text)
        kept = await thread.kept()

    assert (text_of(events), events[-1][0]) == (f"It is {odd} here.", "message_complete")
    assert again[-1][0] == "message_complete"
    assert kept["messages"][1]["content"] == "It is \ufffd here."


@pytest.mark.requirement("CH4")
async def test_an_answer_of_which_nothing_can_be_kept_has_a_last_event_all_the_same(tmp_path: Path) -> None:
    # Nothing that names this model can be written.
    model = ScriptedModel(["Written in vain."], name="half \ud83d")
    async with running(settings_for(tmp_path), model) as run:
        reply = await run.client().post("/chatbot/chat-stream", json={"message": "Go"})

    last = data_events(reply.text)[-1]
    assert (last["type"], last["code"]) == ("error", "INTERNAL")


@pytest.mark.requirement("QC6", "CH3")
@pytest.mark.parametrize("question", [LIST, fence("Go on?").rstrip()])
async def test_an_answer_that_breaks_off_with_a_question_shows_it_as_text(
    tmp_path: Path, question: str
) -> None:
    written = f"Intro.\n\n{question}"
    model = ScriptedModel([ScriptedReply(written, failure=FAILURE)])
    async with running(settings_for(tmp_path), model) as run:
        thread = await talk(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)
        kept = await thread.kept()

    assert text_of(events) == kept["messages"][-1]["content"] == written
    assert kept["messages"][-1]["cards"] == []


@pytest.mark.requirement("CH10")
async def test_a_thread_that_is_deleted_while_it_is_answered_ends_by_saying_so(
    tmp_path: Path, database_url: str
) -> None:
    model = ScriptedModel([ScriptedReply(f"Intro.\n\n{LIST}", released=asyncio.Event(), stops_after=2)])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await talk(run.client(), "discovery")
        reply = asyncio.create_task(thread.post(content="Go"))
        await model.asked.wait()
        deleted = await thread.client.delete(thread.path)
        events = named_events((await reply).text)
        gone = await thread.client.get(thread.path)
        left = (await thread.client.get("/api/interactions")).json()["interactions"]

    assert (deleted.status_code, gone.status_code) == (204, 404)
    assert events[-1][0] == "error"
    assert events[-1][1]["code"] == "CANCELLED"
    assert "deleted" in events[-1][1]["message"]
    assert model.abandoned == 1
    assert left == []


@pytest.mark.requirement("CH10")
async def test_a_thread_that_another_server_deletes_ends_by_saying_so(
    tmp_path: Path, database_url: str
) -> None:
    settings, gate = settings_for(tmp_path, database_url), asyncio.Event()
    model = ScriptedModel([ScriptedReply(f"Intro.\n\n{LIST}", released=gate, stops_after=2)])
    async with running(settings, model) as run, running(settings, ScriptedModel([])) as other:
        thread = await talk(run.client(), "discovery")
        reply = asyncio.create_task(thread.post(content="Go"))
        await model.asked.wait()
        await other.client().delete(thread.path)
        gate.set()
        events = named_events((await reply).text)
        left = (await thread.client.get("/api/interactions")).json()["interactions"]

    assert events[-1][1]["code"] == "CANCELLED"
    assert left == []


@pytest.mark.requirement("CH11", "UP6")
async def test_what_was_held_when_a_model_fell_silent_is_shown_before_the_error(tmp_path: Path) -> None:
    written = 'Intro.\n\n```choices\n{"question":"Go on?","opt'
    model = ScriptedModel([ScriptedReply((written,), released=asyncio.Event(), stops_after=1)])
    async with running(settings_for(tmp_path), model, idle_seconds=0.05) as run:
        thread = await talk(run.client())
        events = named_events((await thread.post(content="Go")).text)

    assert text_of(events) == written
    assert events[-1][1]["code"] == "TIMEOUT"


@pytest.mark.requirement("CH4", "CH15")
@pytest.mark.parametrize("nothing", ["", " \n\n"])
async def test_an_answer_of_nothing_is_a_failure_that_can_be_tried_again(
    tmp_path: Path, database_url: str, nothing: str
) -> None:
    model = ScriptedModel([ScriptedReply(nothing), "Here I am."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await talk(run.client())
        first = named_events((await thread.post(content="Go")).text)
        state = (await thread.kept())["state"]
        again = await thread.post(retry=True)

    assert first[-1][0] == "error"
    assert first[-1][1]["code"] == "MODEL_ERROR"
    assert "try again" in first[-1][1]["message"]
    assert state == "idle"
    assert (again.status_code, text_of(named_events(again.text))) == (200, "Here I am.")
    assert model.requests[1].turns == (UserTurn("Go"),)


@pytest.mark.requirement("CH4")
async def test_an_answer_of_nothing_given_whole_is_a_fault_of_the_model(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([ScriptedReply()])) as run:
        reply = await run.client().post("/chatbot/chat", json={"message": "Go"})

    assert reply.status_code == 502


@pytest.mark.requirement("CH15")
async def test_a_model_that_says_nothing_to_the_result_of_its_call_can_be_tried_again(tmp_path: Path) -> None:
    unknown = ToolCall("c1", "no_such_tool", "{}")
    model = ScriptedModel([ScriptedReply("One moment.", (unknown,)), ScriptedReply(), "Without it, then."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await talk(run.client())
        first = named_events((await thread.post(content="Go")).text)
        again = await thread.post(retry=True)

    assert first[-1][1]["code"] == "MODEL_ERROR"
    assert (again.status_code, text_of(named_events(again.text))) == (200, "Without it, then.")
    assert model.requests[2].turns == model.requests[1].turns


@pytest.mark.requirement("CH15")
async def test_after_an_answer_there_is_nothing_to_try_again(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello."])) as run:
        thread = await talk(run.client())
        await thread.say("Go")
        again = await thread.post(retry=True)

    assert (again.status_code, again.json()["error"]["code"]) == (409, "nothing_to_retry")
