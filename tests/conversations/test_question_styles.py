"""Questions as text, as cards, or as the model wrote them."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from choice.providers import AssistantTurn, ToolCall, ToolResult, UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.thread_client import fence
from tests.server.service import data_events, named_events, running, settings_for, text_of

pytestmark = pytest.mark.requirement("DI3", "CH14")
BEFORE = "All but 14 articles are imported.\n\n"
BLOCK = (
    '```choices\n{"question": "Replace them?", "context": "They have newer texts.", "options": ['
    '{"label": "Replace", "value": "yes", "recommended": true, "description": "The old texts are lost"}, '
    '{"label": "Keep", "value": "no"}]}\n```\n'
)
WRITTEN = (
    "\n**Replace them?**\n\nThey have newer texts.\n\n"
    "1. Replace (recommended) — The old texts are lost\n2. Keep\n\n"
)
LIST = "Where should the queue live?\n\nIt must survive a restart.\n\n(A) In SQLite\n(B) In PostgreSQL\n"
CALL = ToolCall(
    "c1",
    "present_question",
    json.dumps({"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}),
)
FORM = json.dumps(
    {
        "type": "user_choice_group",
        "question": "First deployment",
        "context": "Both can be changed later.",
        "choices": [
            {
                "type": "user_choice",
                "question": f"Question {name}?",
                "options": [{"id": "1", "label": f"{name}1"}, {"id": "2", "label": f"{name}2"}],
            }
            for name in ("A", "B")
        ],
    }
)


async def said(client: httpx.AsyncClient, message: str, **more: object) -> tuple[str, list[dict[str, Any]]]:
    """Send a message to the chat endpoint; return the text of the answer, and all events."""
    reply = await client.post("/chatbot/chat-stream", json={"message": message, **more})
    assert reply.status_code == 200, reply.text
    events = data_events(reply.text)
    return "".join(event["content"] for event in events if event["type"] == "token"), events


@pytest.mark.parametrize("length", [1, 4, 1000])
async def test_a_block_is_written_out_as_a_list_and_a_typed_number_answers_it(
    length: int, tmp_path: Path
) -> None:
    model = ScriptedModel([BEFORE + BLOCK, "Kept."], token_length=length)
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        text, events = await said(client, "Import")
        session = events[0]["sessionId"]
        after, _ = await said(client, "2", sessionId=session)
        kept = (await client.get(f"/chatbot/conversation/{session}")).json()["messages"]

    assert text == BEFORE + WRITTEN
    assert [event["type"] for event in events][-2:] == ["question_card", "done"]
    assert after == "Kept."
    assert model.requests[1].turns[-1] == UserTurn("no")
    assert kept[1]["content"] == BEFORE + WRITTEN
    assert kept[1]["cards"][0]["state"] == "answered"
    # The model gets what it wrote, not what was shown.
    assert model.requests[1].turns[1] == AssistantTurn(BEFORE + BLOCK)


async def test_the_question_of_a_tool_call_is_written_out(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply("Let me ask.", (CALL,)), "Fine."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        text, events = await said(client, "Plan")
        await said(client, "postgresql", sessionId=events[0]["sessionId"])
        whole = (await client.post("/chatbot/chat", json={"message": "Hello"})).status_code

    assert text == "Let me ask.\n\n**Which store?**\n\n1. SQLite\n2. PostgreSQL\n"
    assert model.requests[1].turns[-1] == ToolResult("c1", "present_question", "PostgreSQL")
    assert whole == 500  # The script has no further reply.


async def test_a_list_that_the_model_wrote_stays_as_it_is(tmp_path: Path) -> None:
    model = ScriptedModel([LIST, "Good."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        text, events = await said(client, "Plan", mode="discovery")
        after, _ = await said(client, "B", sessionId=events[0]["sessionId"])

    assert text == LIST
    assert [event["type"] for event in events][-2:] == ["question_card", "done"]
    assert after == "Good."
    assert model.requests[1].turns[-1] == UserTurn("In PostgreSQL")


async def test_a_form_is_answered_one_typed_reply_at_a_time(tmp_path: Path) -> None:
    model = ScriptedModel([f"Two things.\n\n```json\n{FORM}\n```\n", "Good."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        text, events = await said(client, "Deploy")
        session = events[0]["sessionId"]
        second, _ = await said(client, "2", sessionId=session)
        last, _ = await said(client, "1", sessionId=session)

    assert text == (
        "Two things.\n\n\n**First deployment**\n\nBoth can be changed later.\n\n"
        "**(1/2) Question A?**\n\n1. A1\n2. A2\n\n**(2/2) Question B?**\n\n1. B1\n2. B2\n\n"
    )
    assert second == "**Question B?**\n\n1. B1\n2. B2"
    assert last == "Good."
    assert model.requests[1].turns[-1] == UserTurn("Question A?: 2. A2\nQuestion B?: 1. B1")


@pytest.mark.parametrize("written", [BEFORE + BLOCK, LIST, f"A.\n\n```json\n{FORM}\n```\nB.", "~~~choices\n"])
@pytest.mark.parametrize("length", [1, 7])
async def test_the_source_is_shown_byte_for_byte(written: str, length: int, tmp_path: Path) -> None:
    model = ScriptedModel([written], token_length=length)
    async with running(settings_for(tmp_path), model) as run:
        text, _ = await said(run.client(), "Go", mode="discovery", questions="source")

    assert text == written
    assert [tool.tool_name for tool in model.requests[0].tools] == ["look_up"]


async def test_a_click_that_sends_the_value_answers_a_question_shown_as_source(tmp_path: Path) -> None:
    model = ScriptedModel([fence("Import all?"), "Imported."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        text, events = await said(client, "Import", questions="source")
        await said(client, "yes", sessionId=events[0]["sessionId"], questions="source")

    assert text == fence("Import all?")
    assert model.requests[1].turns[-1] == UserTurn("yes")


async def test_with_cards_the_text_of_a_question_is_suppressed(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([BEFORE + BLOCK])) as run:
        text, events = await said(run.client(), "Import", questions="cards")

    assert text.strip() == BEFORE.strip()
    assert [event["type"] for event in events][-2:] == ["question_card", "done"]


async def test_threads_choose_as_well_and_get_cards_by_default(tmp_path: Path) -> None:
    model = ScriptedModel([BLOCK, BLOCK, BLOCK])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        texts = []
        for more in ({}, {"questions": "text"}, {"questions": "source"}):
            thread = (await client.post("/api/threads", json={})).json()["id"]
            reply = await client.post(f"/api/threads/{thread}/chat", json={"content": "Import", **more})
            texts.append(text_of(named_events(reply.text)))

    assert texts == ["\n", WRITTEN, BLOCK]


async def test_an_answer_that_breaks_off_shows_its_question_once(tmp_path: Path) -> None:
    for style, expected in (("text", BEFORE + WRITTEN), ("source", BEFORE + BLOCK)):
        model = ScriptedModel([ScriptedReply(BEFORE + BLOCK, failure=ConnectionError())])
        async with running(settings_for(tmp_path), model) as run:
            text, events = await said(run.client(), "Import", questions=style)

        assert text == expected
        assert events[-1]["type"] == "error"


async def test_an_unknown_style_is_rejected(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        reply = await run.client().post("/chatbot/chat", json={"message": "Hi", "questions": "buttons"})

    assert reply.status_code == 422
    assert reply.json()["error"]["field"] == "questions"
