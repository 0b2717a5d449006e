"""Outcomes as messages: answers are shown to users, other endings only to the model."""

from datetime import UTC, datetime

import pytest

from choice.conversations.cards import AskedCard, has_answer
from choice.conversations.model_input import outcome_messages
from choice.conversations.models import CardReference
from choice.desk import Asker, Interaction
from choice.dialects.replies import CANCELLED, DEFAULTS, NOT_ANSWERED
from choice.models import Answer, Answered, Cancelled, Form, Outcome, Question, Superseded, TimedOut

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)
YES = (Answer(question_id="q1", option_ids=("1",)),)


def card(outcome: Outcome, name: str | None = None, dialect: str = "choices_fence") -> AskedCard:
    form = Form(questions=(Question(text="Go?", options=["Yes", "No"]),))
    interaction = Interaction(
        id="i1",
        form=form,
        asked_at=NOON,
        deadline=NOON,
        asked_by=Asker(),
        dialect=dialect,
        outcome=outcome,
    )
    return AskedCard(CardReference(interaction_id="i1", question_ids=("q1",)), interaction, name)


@pytest.mark.requirement("UP3", "PC3")
def test_defaults_are_an_answer_but_not_a_message_of_the_user() -> None:
    defaults = card(TimedOut(answers=YES, used_defaults=True, policy="use_defaults"))
    (message,) = outcome_messages([defaults])

    assert has_answer([], [defaults])
    assert message.content == ""
    assert message.details.model_text == f"{DEFAULTS}\nYes"
    assert message.details.reported == ("i1",)
    assert not message.as_message().is_shown


@pytest.mark.parametrize(
    ("outcome", "name", "words"),
    [
        (Cancelled(), None, CANCELLED),
        (Cancelled(), "Go?", f"Go?: {CANCELLED}"),
        (Superseded(), "Go?", f"Go?: {NOT_ANSWERED}"),
    ],
)
def test_an_unanswered_question_is_reported_in_a_sentence(
    outcome: Outcome, name: str | None, words: str
) -> None:
    (message,) = outcome_messages([card(outcome, name)])

    assert not has_answer([], [card(outcome, name)])
    assert (message.content, message.details.model_text) == ("", words)


def test_a_single_superseded_question_and_a_mode_question_are_not_reported() -> None:
    assert outcome_messages([card(Superseded())]) == ()
    assert outcome_messages([card(Cancelled(), dialect="mode_selection")]) == ()


def test_the_model_gets_the_label_of_the_question_with_the_answer() -> None:
    (message,) = outcome_messages([card(Answered(answers=YES), "Go?")])

    assert (message.content, message.details.model_text) == ("Yes", "Go?: Yes")
