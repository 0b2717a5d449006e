"""The blocks in the documentation are those that the code renders."""

import json
import re
from pathlib import Path

import pytest

from choice.desk import Draft
from choice.models import Answer, Answered, Option, Question
from choice.slack.render.messages import closed_messages, open_messages
from choice.slack.render.text import Block
from choice.testing.manual_clock import NOON
from tests.slack.forms import ENGLISH, HANDLE, STORES, interaction_of, labelled, store_question

PAGE = Path(__file__).resolve().parents[2] / "docs" / "surfaces" / "slack.md"
STORE = interaction_of(
    Question(text="Which **store** should we use?", context="It holds all orders.", options=STORES)
)
FORM = interaction_of(store_question(1), store_question(2), title="Storage")


def opened() -> list[Block]:
    return list(open_messages(HANDLE, STORE, Draft(), ENGLISH, "U123")[0].blocks)


def answered() -> list[Block]:
    outcome = Answered(answers=(Answer(question_id="q1", option_ids=("pg",)),), surface="slack")
    return list(closed_messages(STORE.ended(outcome, NOON), ENGLISH, "U123")[0].blocks)[-2:]


def long_labels() -> list[Block]:
    options = [
        Option(id="a", label="Move everything tonight, with an hour of downtime"),
        Option(id="b", label="Wait"),
    ]
    message = open_messages(
        HANDLE, interaction_of(Question(text="When?", options=options)), Draft(), ENGLISH
    )[0]
    return [message.blocks[2]["elements"][0]]


def five_options() -> list[Block]:
    return list(open_messages(HANDLE, interaction_of(labelled(5)), Draft(), ENGLISH)[0].blocks)[2:4]


def form_row() -> list[Block]:
    draft = Draft(tuple([Answer(question_id=name, option_ids=("pg",)) for name in ("q1", "q2")]))
    return [open_messages(HANDLE, FORM, draft, ENGLISH)[0].blocks[-2]]


EXAMPLES = {
    "one question": opened,
    "answered": answered,
    "long labels": long_labels,
    "five options": five_options,
    "form row": form_row,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_documented_blocks_are_those_that_are_sent(name: str) -> None:
    shown = re.search(rf"<!-- blocks: {name} -->\n```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)

    assert shown is not None
    assert json.loads(shown[1]) == json.loads(json.dumps(EXAMPLES[name]()))
