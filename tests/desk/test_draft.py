"""Drafts of answers."""

import pytest

from choice.desk import Choose, Clear, Draft, Reset
from choice.errors import InvalidAnswer, UnknownQuestion
from choice.models import Answer, Form, Question

FORM = Form(
    questions=(
        Question(id="drink", text="Drink?", options=["Tea", "Coffee"]),
        Question(id="name", text="Name?", selection_mode="text_input"),
    )
)
TEA = Answer(question_id="drink", option_ids=("1",))
COFFEE = Answer(question_id="drink", option_ids=("2",))
NAME = Answer(question_id="name", custom_text="Anna")


@pytest.mark.requirement("SL10")
def test_a_draft_keeps_answers_in_the_order_of_the_form() -> None:
    draft = Draft().after(Choose(NAME), FORM).after(Choose(TEA), FORM)

    assert draft == Draft((TEA, NAME), step=2)
    assert draft.complete(FORM) == (TEA, NAME)


@pytest.mark.requirement("SL10")
def test_an_answer_can_be_changed_cleared_and_all_of_them_reset() -> None:
    chosen = Draft().after(Choose(TEA), FORM)

    assert chosen.after(Choose(COFFEE), FORM).answers == (COFFEE,)
    assert chosen.after(Clear("drink"), FORM).answers == ()
    assert chosen.after(Choose(NAME), FORM).after(Reset(), FORM) == Draft(step=3)


def test_a_draft_is_complete_only_with_every_answer() -> None:
    draft = Draft().after(Choose(TEA), FORM)

    with pytest.raises(InvalidAnswer, match="'name'"):
        draft.complete(FORM)


@pytest.mark.parametrize("step", [Clear("other"), Choose(Answer(question_id="other"))])
def test_a_step_for_an_unknown_question_is_rejected(step: Clear | Choose) -> None:
    with pytest.raises(UnknownQuestion):
        Draft().after(step, FORM)
