"""Interrupted, stopped and empty answers: what is stored, shown and can be retried."""

import asyncio
from pathlib import Path

import pytest

import choice
from choice.providers import ModelFailed, ToolCall, UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import data_events, named_events, running, settings_for, text_of

FAILURE = ModelFailed("MODEL_ERROR", "The model failed.")
LIST = "Which store?\n\n(A) SQLite\n(B) PostgreSQL\n"
AFTER = "\nAnd then I will start with the import.\n\nIt takes a minute. Which"


@pytest.mark.requirement("QC6", "CH3")
@pytest.mark.parametrize("question", [LIST, fence("Go on?"), fence("Go on?") + fence("And on?")])
async def test_an_answer_interrupted_after_a_question_is_stored_in_order(
    tmp_path: Path, question: str
) -> None:
    written = f"Intro.\n\n{question}{AFTER}"
    model = ScriptedModel([ScriptedReply(written, failure=FAILURE)])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)
        kept = await thread.stored()

    assert events[-1][1]["code"] == "MODEL_ERROR"
    assert kept["messages"][-1]["content"] == written
    assert text_of(events) == choice.detect(written, mode="discovery").text != written


@pytest.mark.requirement("CH3", "CH4")
@pytest.mark.parametrize("odd", ["\0", "\ud83d"], ids=["nul", "half_a_character"])
async def test_characters_that_databases_reject_are_replaced(
    tmp_path: Path, database_url: str, odd: str
) -> None:
    model = ScriptedModel([f"It is {odd} here.", "Go on."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="Go")).text)
        again = named_events((await thread.post(content="And?")).text)
        kept = await thread.stored()

    assert (text_of(events), events[-1][0]) == (f"It is {odd} here.", "message_complete")
    assert again[-1][0] == "message_complete"
    assert kept["messages"][1]["content"] == "It is \ufffd here."


@pytest.mark.requirement("CH4")
async def test_an_answer_that_cannot_be_stored_ends_with_an_error_event(tmp_path: Path) -> None:
    # Nothing that names this model can be written.
    model = ScriptedModel(["Written in vain."], name="half \ud83d")
    async with running(settings_for(tmp_path), model) as run:
        reply = await run.client().post("/chatbot/chat-stream", json={"message": "Go"})

    last = data_events(reply.text)[-1]
    assert (last["type"], last["code"]) == ("error", "INTERNAL")


@pytest.mark.requirement("QC6", "CH3")
@pytest.mark.parametrize("question", [LIST, fence("Go on?").rstrip()])
async def test_an_answer_interrupted_within_a_question_shows_it_as_text(
    tmp_path: Path, question: str
) -> None:
    written = f"Intro.\n\n{question}"
    model = ScriptedModel([ScriptedReply(written, failure=FAILURE)])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)
        kept = await thread.stored()

    assert text_of(events) == kept["messages"][-1]["content"] == written
    assert kept["messages"][-1]["cards"] == []


@pytest.mark.requirement("CH10")
async def test_deleting_a_thread_stops_its_answer_with_an_event(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([ScriptedReply(f"Intro.\n\n{LIST}", released=asyncio.Event(), stops_after=2)])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client(), "discovery")
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
async def test_deleting_a_thread_on_another_server_stops_its_answer_with_an_event(
    tmp_path: Path, database_url: str
) -> None:
    settings, gate = settings_for(tmp_path, database_url), asyncio.Event()
    model = ScriptedModel([ScriptedReply(f"Intro.\n\n{LIST}", released=gate, stops_after=2)])
    async with running(settings, model) as run, running(settings, ScriptedModel([])) as other:
        thread = await open_thread(run.client(), "discovery")
        reply = asyncio.create_task(thread.post(content="Go"))
        await model.asked.wait()
        await other.client().delete(thread.path)
        gate.set()
        events = named_events((await reply).text)
        left = (await thread.client.get("/api/interactions")).json()["interactions"]

    assert events[-1][1]["code"] == "CANCELLED"
    assert left == []


@pytest.mark.requirement("CH11", "UP6")
async def test_text_held_back_is_sent_before_the_timeout_error(tmp_path: Path) -> None:
    written = 'Intro.\n\n```choices\n{"question":"Go on?","opt'
    model = ScriptedModel([ScriptedReply((written,), released=asyncio.Event(), stops_after=1)])
    async with running(settings_for(tmp_path), model, idle_seconds=0.05) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="Go")).text)

    assert text_of(events) == written
    assert events[-1][1]["code"] == "TIMEOUT"


@pytest.mark.requirement("CH4", "CH15")
@pytest.mark.parametrize("nothing", ["", " \n\n"])
async def test_an_empty_answer_is_an_error_that_can_be_retried(
    tmp_path: Path, database_url: str, nothing: str
) -> None:
    model = ScriptedModel([ScriptedReply(nothing), "Here I am."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        first = named_events((await thread.post(content="Go")).text)
        state = (await thread.stored())["state"]
        again = await thread.post(retry=True)

    assert first[-1][0] == "error"
    assert first[-1][1]["code"] == "MODEL_ERROR"
    assert "Try again" in first[-1][1]["message"]
    assert state == "idle"
    assert (again.status_code, text_of(named_events(again.text))) == (200, "Here I am.")
    assert model.requests[1].turns == (UserTurn("Go"),)


@pytest.mark.requirement("CH4")
async def test_an_empty_answer_without_streaming_is_a_model_error(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([ScriptedReply()])) as run:
        reply = await run.client().post("/chatbot/chat", json={"message": "Go"})

    assert reply.status_code == 502


@pytest.mark.requirement("CH15")
async def test_an_empty_answer_after_a_tool_result_can_be_retried(tmp_path: Path) -> None:
    unknown = ToolCall("c1", "no_such_tool", "{}")
    model = ScriptedModel([ScriptedReply("One moment.", (unknown,)), ScriptedReply(), "Without it, then."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        first = named_events((await thread.post(content="Go")).text)
        again = await thread.post(retry=True)

    assert first[-1][1]["code"] == "MODEL_ERROR"
    assert (again.status_code, text_of(named_events(again.text))) == (200, "Without it, then.")
    assert model.requests[2].turns == model.requests[1].turns


@pytest.mark.requirement("CH15")
async def test_an_answered_message_cannot_be_retried(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello."])) as run:
        thread = await open_thread(run.client())
        await thread.say("Go")
        again = await thread.post(retry=True)

    assert (again.status_code, again.json()["error"]["code"]) == (409, "nothing_to_retry")


async def test_a_stopped_answer_can_be_retried_without_a_second_message(tmp_path: Path) -> None:
    cut = ScriptedReply(("The first lines.\n\n", "The rest."), released=asyncio.Event(), stops_after=1)
    model = ScriptedModel([cut, "All of it."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        path = f"/api/threads/{(await client.post('/api/threads', json={})).json()['id']}"
        async with client.stream("POST", f"{path}/chat", json={"content": "Tell me"}) as reply:
            async for line in reply.aiter_lines():
                if "first lines" in line:
                    break
        await model.until(lambda: model.abandoned == 1)
        while (await client.get(path)).json()["state"] == "working":
            pass
        again = named_events((await client.post(f"{path}/chat", json={"retry": True})).text)
        kept = (await client.get(path)).json()["messages"]

    assert text_of(again) == "All of it."
    assert model.requests[1].turns == (UserTurn("Tell me"),)
    assert [(one["role"], one.get("state")) for one in kept] == [
        ("user", None),
        ("assistant", "stopped"),
        ("assistant", "complete"),
    ]
