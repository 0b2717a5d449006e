"""From clicks to answers; what a forged click names is not there."""

import pytest

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.models import Form, Option, Question
from choice.slack.events.actions import (
    ChooseOptions,
    FreeText,
    chosen_answer,
    free_text_answer,
    recommended_answers,
)
from choice.validation import check_answer
from tests.slack.forms import labelled, store_question

FORM = Form(questions=(store_question(1), labelled(3, mode="hybrid").model_copy(update={"id": "q2"})))


@pytest.mark.parametrize(
    ("question", "options", "expected"),
    [
        (0, (1,), Answer(question_id="q1", option_ids=("lite",))),
        (1, (0, 2), Answer(question_id="q2", option_ids=("o0", "o2"))),
        (1, (), Answer(question_id="q2", option_ids=())),
        (0, (2,), None),
        (0, (99,), None),
        (2, (0,), None),
        (99, (), None),
    ],
)
def test_positions_name_options(question: int, options: tuple[int, ...], expected: Answer | None) -> None:
    assert chosen_answer(ChooseOptions("h", "v", question, options), FORM) == expected


@pytest.mark.requirement("SL9")
def test_own_words_stay_whole_and_stand_alone() -> None:
    words = "Neither of them: " + "because " * 300

    assert free_text_answer(FreeText("h", "v", 0, words, (1,)), FORM) == Answer(
        question_id="q1", option_ids=(), custom_text=words
    )


def test_own_words_stand_beside_options_where_a_question_takes_both() -> None:
    assert free_text_answer(FreeText("h", "v", 1, "more", (1,)), FORM) == Answer(
        question_id="q2", option_ids=("o1",), custom_text="more"
    )


@pytest.mark.parametrize("words", [FreeText("h", "v", 9, "x"), FreeText("h", "v", 1, "x", (3,))])
def test_own_words_for_what_is_not_there_are_no_answer(words: FreeText) -> None:
    assert free_text_answer(words, FORM) is None


def test_what_a_click_gives_passes_the_desks_rules() -> None:
    chosen = chosen_answer(ChooseOptions("h", "v", 0, (0,)), FORM)
    written = free_text_answer(FreeText("h", "v", 1, "", (2,)), FORM)

    assert chosen is not None
    assert written is not None
    assert check_answer(FORM.questions[0], chosen) == chosen
    assert check_answer(FORM.questions[1], written) == written


def test_recommendations_fill_what_is_open_and_leave_the_rest_alone() -> None:
    form = Form(questions=(store_question(1), store_question(2)))
    draft = Draft((Answer(question_id="q1", option_ids=("lite",)),))

    assert recommended_answers(form, draft) == (Answer(question_id="q2", option_ids=("pg",)),)
    assert [answer.question_id for answer in recommended_answers(form, Draft())] == ["q1", "q2"]


def test_nothing_is_recommended_where_one_question_does_not_or_does_too_much() -> None:
    two = Question(
        id="q2",
        text="Which?",
        options=[Option(id="a", label="A", recommended=True), Option(id="b", label="B", recommended=True)],
    )

    assert (
        recommended_answers(
            Form(questions=(store_question(1), labelled(2).model_copy(update={"id": "q2"}))), Draft()
        )
        == ()
    )
    assert recommended_answers(Form(questions=(store_question(1), two)), Draft()) == ()
    full = Draft((Answer(question_id="q1", option_ids=("pg",)),))
    assert recommended_answers(Form(questions=(store_question(1),)), full) == ()
