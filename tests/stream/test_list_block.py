"""The lines behind a question: which of them belong to its options, however they arrive."""

import pytest

from choice.dialects.text.option_list import MAX_RATIONALE
from choice.models import Question
from choice.stream.held_text import HOLD_LIMIT
from choice.stream.segments import FormFound
from tests.fuzz.laws import check_laws, split_pieces
from tests.stream.watched import check_sizes

pytestmark = pytest.mark.requirement("QC2")

SIZES = [*range(1, 12), 17, 30, 1000]


def asked(text: str) -> list[Question]:
    """Return the questions that a text asks."""
    found = [each for each in split_pieces([text], "discovery") if isinstance(each, FormFound)]
    return [question for each in found for question in each.form.questions]


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        ("(A) red  \n(B) blue \n(C) green\t\n", ["red", "blue", "green"]),
        ("(A) red\r\n(B) blue\r\n(C) green\r\n", ["red", "blue", "green"]),
        ("(A) red\n\tand more\n(B) blue\n", ["red and more", "blue"]),
        ("(A) red\n  and more\n(B) blue\n", ["red and more", "blue"]),
        ("(A) red\n(B) blue\n(C) green\n  and more\n(D) white\n", ["red", "blue", "green and more", "white"]),
        ("(A) red\n\n(B) blue\n(C) green\n  and more\n", ["red", "blue", "green and more"]),
        ("(A) red\n\n(B) blue\n(C) green\n\n  and more\n", ["red", "blue", "green"]),
        ("  (A) red\n  (B) blue\n (C) green\n   (D) white\n", ["red", "blue", "green", "white"]),
        ("(A) red\n(B)  blue\n(C) green\n", ["red", "blue", "green"]),
        ("(A) red\n(B) blue\n(A) green\n(B) white\n", ["red", "blue"]),
        ("(A) red\n(B) blue\n and more\n", ["red", "blue"]),
        ("**Option A: red**\n\nIt is warm.\n\n**Option B: blue**\n\nIt is cold.\n", ["red", "blue"]),
        ("**Option A: red**\n\n**Option B: blue**\n\nIt is cold.\n", ["red", "blue"]),
        ("[A] red\n[B] blue\n", ["red", "blue"]),
        ("**A**: red\n**B**: blue\n", ["red", "blue"]),
        ("가. red\n나. blue\n", ["red", "blue"]),
        (
            "1. red\n2. blue\n3. green\n4. white\n5. black\n6. grey\n",
            ["red", "blue", "green", "white", "black", "grey"],
        ),
    ],
    ids=range(17),
)
def test_options_are_found(lines: str, options: list[str]) -> None:
    text = f"Which one?\n\n{lines}\nGood.\n"

    check_sizes(text, SIZES, "discovery")
    assert [option.label for option in asked(text)[0].options] == options


@pytest.mark.parametrize(
    "lines",
    [
        "(A) red\n  (B) blue\n",
        "(A) red\n(B) blue?\n(C) green\n(D) white\n",
        "(A) red\n(B) blue\n(C) green?\n(D) white\n",
        "(A) red\n(A) blue\n",
        "(A) red\n(B) blue\n(D) white\n",
    ],
    ids=range(5),
)
def test_what_is_no_list_of_options_is_text(lines: str) -> None:
    text = f"Which one?\n\n{lines}\nGood.\n"

    check_sizes(text, SIZES, "discovery")
    assert asked(text) == []


@pytest.mark.parametrize("underline", ["---", "==="])
def test_a_question_may_be_an_underlined_heading(underline: str) -> None:
    assert len(asked(f"Which one?\n{underline}\n\n(A) red\n(B) blue\n")) == 1


def test_words_behind_the_question_and_the_line_before_the_options_both_instruct() -> None:
    (question,) = asked("Which ones? Choose up to 2.\nThe options:\n(A) red\n(B) blue\n(C) green\n")

    assert question.max_selections == 2


@pytest.mark.parametrize(("length", "questions"), [(MAX_RATIONALE, 1), (MAX_RATIONALE + 1, 0)])
def test_a_rationale_is_no_longer_than_may_be_shown(length: int, questions: int) -> None:
    rationale = ("word " * length)[: length - 1] + "."

    assert len(asked(f"Which one?\n\n{rationale}\n\n(A) red\n(B) blue\n")) == questions


@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize("begins", [9, 50, -9])
def test_a_list_is_held_up_to_the_limit(over: int, begins: int) -> None:
    lines = "Which one?\n(A) red\n(B) blue\n(C) "
    text = lines + "x" * (HOLD_LIMIT - len(lines) + over) + "\n\nGood.\n"

    check_laws(text, [text[:begins], text[begins:]], "discovery")
    check_laws(f"Good.\n{text}", [f"Good.\n{text}"[:begins], f"Good.\n{text}"[begins:]], "discovery")
