"""A question and its listed options, put together or left as text."""

import pytest

from choice.dialects.lists.form import ListedOption, ListedQuestion, read
from choice.dialects.lists.markers import marker_of
from choice.models import Question

pytestmark = pytest.mark.requirement("QC2", "QC3", "QC8")


def listed(
    *lines: str, sentence: str = "Which store?", before: list[str] | None = None, between: str = ""
) -> ListedQuestion:
    """Return a question with its option lines as they stand in the text."""
    options = []
    for line in lines:
        marker = marker_of(line)
        assert marker is not None
        options.append(ListedOption(marker, [line[marker.text_at :]]))
    return ListedQuestion(sentence, before or [], between, "", options, {})


def question_of(question: ListedQuestion) -> Question:
    """Return the question that is read."""
    found = read(question, "discovery")
    assert found is not None
    return found[1].questions[0]


def test_letters_and_numbers_give_the_ids_and_the_dialect() -> None:
    lettered = read(listed("(a) x", "(b) y"), None)
    numbered = read(listed("1. x", "2. y"), None)

    assert lettered is not None
    assert numbered is not None
    assert (lettered[0], lettered[1].questions[0].option_ids) == ("lettered_list", ("A", "B"))
    assert (numbered[0], numbered[1].questions[0].option_ids) == ("numbered_list", ("1", "2"))


@pytest.mark.parametrize(
    "question",
    [
        listed("(A) x"),
        listed(*(f"{number}. option {number}" for number in range(1, 8))),
        listed("(A) x", "(B) y", sentence="?" * 5),
        listed("(A) x", "(B) y", sentence="x" * 1001 + "?"),
        listed("(A) " + "x" * 501, "(B) y"),
        listed("(A) x?", "(B) y"),
        listed("(A) same", "(B) Same"),
        listed("1. x", "2. y", sentence="How does it work?"),
        listed("1. First, x", "2. Then y"),
        listed("1. x", "2. y", sentence="## Topics?"),
    ],
    ids=[
        "one",
        "seven",
        "no words",
        "too long",
        "label too long",
        "asks",
        "same",
        "explained",
        "steps",
        "topic",
    ],
)
def test_what_is_better_shown_as_text_is_none(question: ListedQuestion) -> None:
    assert read(question, None) is None


@pytest.mark.requirement("QC11")
def test_the_rationale_is_the_paragraph_between_else_the_sentences_before_that_fit() -> None:
    options = ("(A) x", "(B) y")

    assert question_of(listed(*options, between="*It  decides*")).context == "It decides"
    assert (
        question_of(listed(*options, before=["We begin.", "It matters."])).context == "We begin. It matters."
    )
    assert question_of(listed(*options, before=["z" * 490, "Short one."])).context == "Short one."
    assert question_of(listed(*options)).context is None
