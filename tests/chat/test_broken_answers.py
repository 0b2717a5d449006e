"""An answer that does not come to its end stays in its order, and who deleted it is told so."""

import asyncio
from pathlib import Path

import pytest

import choice
from choice.chat.model_client import ModelFailed
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.chat.service import named_events, running, settings_for, text_of
from tests.chat.talking import fence, talk

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
