"""Tool calls in a thread: their order in the stream, their terms and their results."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from choice.conversations.writing import Writing
from choice.demo.model import EmbeddedModel
from choice.providers import ToolCall, ToolResult, UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.wire import CardStream
from tests.conversations.thread_client import open_thread
from tests.server.service import cards_in, named_events, running, settings_for, text_of

CALL = ToolCall(
    "c1",
    "present_question",
    json.dumps({"question": "How many?", "options": [{"label": "One"}, {"label": "Two"}]}),
)
LIST = "Which store should we use?\n\n(A) SQLite\n(B) PostgreSQL"


class Heard:
    """A reader that takes everything as soon as it can be had."""

    is_full = False

    def __init__(self) -> None:
        self.text = ""
        self._more: Callable[[], str] | None = None

    def push(self, frames: str) -> None:
        """Take frames."""
        self.draw()
        self.text += frames

    def finish(self, frames: str) -> None:
        """Take the last frames."""
        self.push(frames)

    def expect(self, more: Callable[[], str]) -> None:
        """Remember whom to call for frames."""
        self._more = more

    def draw(self) -> None:
        """Take what is written by now."""
        if self._more is not None:
            more, self._more = self._more, None
            self.text += more()

    async def drain(self) -> None:
        """Wait for nothing."""


@pytest.mark.requirement("CH15", "QC6")
async def test_text_before_a_tool_call_is_sent_before_it(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply("Let me look at that", (CALL,))])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)

    names = [name for name, _ in events]
    assert text_of(events[: names.index("tool_executing")]) == "Let me look at that"
    assert names[names.index("tool_executing") :] == ["tool_executing", "question_card", "message_complete"]


@pytest.mark.requirement("CH15", "QC6", "QC7")
async def test_a_list_before_a_tool_call_becomes_a_card_before_that_of_the_call(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply(LIST, (CALL,))])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)

    assert [card["question_text"] for card in cards_in(events)] == ["Which store should we use?", "How many?"]
    assert text_of(events) == ""


@pytest.mark.requirement("CH15")
async def test_text_after_a_tool_call_is_parsed_as_a_new_text() -> None:
    heard = Heard()
    writing = Writing("discovery", CardStream(), heard)
    for piece in ("I look", CALL, "Found it", CALL, LIST):
        writing.write(piece)
        heard.draw()
    writing.end()

    events = named_events(heard.text)
    assert [data.get("text", name) for name, data in events] == [
        "I look",
        "tool_executing",
        "Found it",
        "tool_executing",
    ]
    assert [found.form.questions[0].text for found in writing.forms] == ["Which store should we use?"]
    assert writing.whole == f"I lookFound it{LIST}"
    assert writing.shown == "I lookFound it"


@pytest.mark.requirement("CH15")
async def test_a_question_before_a_tool_call_is_shown_as_text_if_the_answer_is_interrupted() -> None:
    heard = Heard()
    writing = Writing("discovery", CardStream(), heard)
    for piece in ("Hello.\n\n", LIST, CALL):
        writing.write(piece)
    writing.end(interrupted=True)

    assert writing.forms == []
    assert writing.shown == writing.whole == f"Hello.\n\n{LIST}"


def provided(**more: object) -> ToolCall:
    """Return a call that asks for a store with every setting there is."""
    asked: dict[str, object] = {
        "title": "Store",
        "prompt": "The service needs a store. Which one?",
        "selection_mode": "single",
        "options": [
            {"id": "sqlite", "label": "SQLite", "recommended": True},
            {"id": "postgres", "label": "PostgreSQL"},
        ],
    }
    return ToolCall("c1", "provide_choice", json.dumps(asked | more))


def result_in(model: ScriptedModel) -> dict[str, Any]:
    """Return what the last request tells the model of its call."""
    (told,) = [turn for turn in model.requests[-1].turns if isinstance(turn, ToolResult)]
    result: dict[str, Any] = json.loads(told.text)
    return result


@pytest.mark.requirement("QC1", "QC14", "PC3")
@pytest.mark.parametrize("mode", ["single", "multi"])
async def test_a_provide_choice_card_accepts_free_text(tmp_path: Path, database_url: str, mode: str) -> None:
    model = ScriptedModel([provided(selection_mode=mode), "As you wish."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        answer = {"question_id": card["question_id"], "custom_text": "A text file"}
        reply = await thread.post(answer=answer)
        kept = await thread.stored()

    assert card["allow_free_text"] is True
    assert reply.status_code == 200
    result = result_in(model)
    assert result["action_status"] == "custom_input"
    assert (result["selection"]["custom_input"], result["selection"]["selected_ids"]) == ("A text file", [])
    assert kept["messages"][2]["is_custom"] is True


@pytest.mark.requirement("QC1", "PC3")
async def test_cards_accept_free_text_on_other_surfaces(tmp_path: Path) -> None:
    model = ScriptedModel([provided(), "As you wish."])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        place = f"/api/interactions/{card['metadata']['interaction_id']}/answer"
        answers = [{"question_id": "q1", "custom_text": "A text file"}]
        reply = await thread.client.post(place, json={"answers": answers})
        async with asyncio.timeout(20):
            await model.until(lambda: len(model.requests) == 2)

    assert reply.status_code == 200
    assert result_in(model)["selection"]["custom_input"] == "A text file"


@pytest.mark.requirement("PC1", "PC3", "PC7")
async def test_a_tool_call_with_a_deadline_times_out_and_the_model_gets_the_result(
    tmp_path: Path, database_url: str
) -> None:
    model = ScriptedModel([provided(timeout_seconds=1), "Then I wait."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        place = f"/api/interactions/{card['metadata']['interaction_id']}"
        ended = (await thread.client.get(place, params={"wait": 20})).json()
        await run.service.turns.resuming.join()
        await thread.say("What now?")

    assert (ended["state"], ended["policy"], ended["outcome"]["used_defaults"]) == (
        "timed_out",
        "fail",
        False,
    )
    assert result_in(model)["action_status"] == "timeout"
    assert model.requests[-1].turns[-1] == UserTurn("What now?")


@pytest.mark.requirement("PC1", "PC3", "PC7")
async def test_a_timeout_with_defaults_reports_them_as_not_chosen(tmp_path: Path, database_url: str) -> None:
    asked = provided(timeout_seconds=1, use_defaults=True, default_selection_ids=["postgres"])
    model = ScriptedModel([asked, "PostgreSQL then."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        place = f"/api/interactions/{card['metadata']['interaction_id']}"
        ended = (await thread.client.get(place, params={"wait": 20})).json()
        async with asyncio.timeout(20):
            await model.until(lambda: len(model.requests) == 2)

    assert (ended["state"], ended["outcome"]["used_defaults"]) == ("timed_out", True)
    result = result_in(model)
    assert result["action_status"] == "timeout"
    assert result["selection"]["timed_out_with_defaults"] is True
    assert result["selection"]["selected_ids"] == ["postgres"]


@pytest.mark.requirement("PC1", "PC7")
async def test_a_tool_call_without_a_deadline_never_times_out(tmp_path: Path) -> None:
    model = ScriptedModel([provided()])
    async with running(settings_for(tmp_path), model) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        asked = (await thread.client.get(f"/api/interactions/{card['metadata']['interaction_id']}")).json()

    assert asked["policy"] == "wait"
    assert asked["remaining_seconds"] > 24 * 3600


@pytest.mark.requirement("QC10", "PC1")
@pytest.mark.parametrize(
    ("wish", "tool", "cards"),
    [
        ("Ask me using provide_choice", "provide_choice", 1),
        ("Ask me with AskUserQuestion", "AskUserQuestion", 3),
    ],
)
async def test_the_demo_model_uses_every_tool_and_its_result(
    tmp_path: Path, wish: str, tool: str, cards: int
) -> None:
    async with running(settings_for(tmp_path), EmbeddedModel(None)) as run:
        thread = await open_thread(run.client())
        asked = named_events((await thread.post(content=wish)).text)
        replies = [await thread.choose(card, card["options"][1]["id"]) for card in cards_in(asked)]

    assert ("tool_executing", {"tool": tool}) in asked
    assert len(cards_in(asked)) == cards
    assert all(
        [option["is_default"] for option in card["options"]].count(True) == 1 for card in cards_in(asked)
    )
    assert "Noted: **Faster delivery" in text_of(named_events(replies[-1].text))
