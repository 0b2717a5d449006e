"""Headline and order of interactions in a list."""

from datetime import timedelta

import pytest

from choice.desk import Asker, Interaction, headline, most_urgent_first
from choice.models import Form, Question
from choice.testing.manual_clock import NOON

MINUTE = timedelta(minutes=1)
TEA = Question(text="Tea?", options=["Yes", "No"])


def asked(name: str, minutes: float, **more: object) -> Interaction:
    deadline = NOON + minutes * MINUTE
    form = Form(questions=(TEA,))
    return Interaction(id=name, asked_by=Asker(), asked_at=NOON, deadline=deadline, form=form, **more)  # type: ignore[arg-type] # by name


def test_interactions_are_sorted_by_urgency_and_time_left_with_snoozed_ones_last() -> None:
    aside = asked("aside", 1, urgency="high").snoozed(10 * MINUTE, NOON)
    listed = [aside, asked("long", 9), asked("short", 2), asked("urgent", 30, urgency="high")]

    assert [one.id for one in most_urgent_first(listed, NOON)] == ["urgent", "short", "long", "aside"]


@pytest.mark.parametrize(
    ("form", "line"),
    [
        (Form(questions=(TEA,)), "Tea?"),
        (Form(title="Breakfast", questions=(TEA,)), "Breakfast: Tea?"),
        (Form(title="Tea?", questions=(TEA,)), "Tea?"),
        (
            Form(title="Breakfast", questions=(TEA, Question(id="q2", text="Bread?", options=["A", "B"]))),
            "Breakfast",
        ),
    ],
)
def test_a_headline_has_the_title_and_the_question(form: Form, line: str) -> None:
    assert headline(form) == line
