"""Calls of a model in a thread: what is shown before them, on which terms they ask, and what they get back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from choice.chat.model_client import ToolCall
from choice.chat.writing import Writing
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.wire.card_stream import CardStream
from tests.chat.service import cards_in, named_events, running, settings_for, text_of
from tests.chat.talking import talk

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

    async def room(self) -> None:
        """Wait for nothing."""


@pytest.mark.requirement("CH15", "QC6")
async def test_what_a_model_writes_before_a_call_is_shown_before_the_call(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply("Let me look at that", (CALL,))])
    async with running(settings_for(tmp_path), model) as run:
        thread = await talk(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)

    names = [name for name, _ in events]
    assert text_of(events[: names.index("tool_executing")]) == "Let me look at that"
    assert names[names.index("tool_executing") :] == ["tool_executing", "question_card", "message_complete"]


@pytest.mark.requirement("CH15", "QC6", "QC7")
async def test_a_list_that_ends_with_a_call_is_a_card_before_that_of_the_call(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply(LIST, (CALL,))])
    async with running(settings_for(tmp_path), model) as run:
        thread = await talk(run.client(), "discovery")
        events = named_events((await thread.post(content="Go")).text)

    assert [card["question_text"] for card in cards_in(events)] == ["Which store should we use?", "How many?"]
    assert text_of(events) == ""


@pytest.mark.requirement("CH15")
def test_what_follows_a_call_is_read_as_a_text_of_its_own() -> None:
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
def test_a_question_before_a_call_is_shown_as_text_where_the_answer_breaks_off() -> None:
    heard = Heard()
    writing = Writing("discovery", CardStream(), heard)
    for piece in ("Hello.\n\n", LIST, CALL):
        writing.write(piece)
    writing.end(broken_off=True)

    assert writing.forms == []
    assert writing.shown == writing.whole == f"Hello.\n\n{LIST}"
