"""A question directly after the list of another one is treated like that one."""

import pytest

from choice.stream import detect
from tests.stream.pieces import check_sizes

pytestmark = pytest.mark.requirement("QC7", "QC8")

SIZES = [*range(1, 12), 17, 40, 1000]
ASKED = "Which plan do you want?\n\n1. Free\n2. Paid\n\n"
TOLD = "What went well?\n\n1. The release\n2. The tests\n\n"
JOINED = "And what about the tests?\n\n1. Keep them\n2. Drop them\n"
ANY = "What will we do differently?\n\n1. The colour\n2. The size\n"


def asked(text: str) -> list[str]:
    """Return the questions of a text, after checking the laws on it."""
    check_sizes(text, SIZES, "discovery")
    return [form.questions[0].text for form in detect(text).forms]


def test_a_question_that_continues_an_asked_one_is_asked() -> None:
    assert asked(ASKED + JOINED) == ["Which plan do you want?", "And what about the tests?"]


@pytest.mark.parametrize(
    "between", ["Thank you.\n\n", "Thank you. ", "## Tests\n\n", "> Thank you.\n\n", "- Thank you\n\n", TOLD]
)
def test_text_between_two_questions_separates_them(between: str) -> None:
    assert asked(ASKED + between + JOINED) == ["Which plan do you want?"]


def test_the_first_question_of_a_text_continues_no_other() -> None:
    assert asked(JOINED) == []


def test_a_question_that_continues_one_left_as_text_stays_text() -> None:
    assert asked(ANY) == ["What will we do differently?"]
    assert asked(TOLD + ANY) == []


@pytest.mark.parametrize(
    "question",
    [
        "Which of these should we keep?\n\n1. The first\n2. The second\n",
        "What will we do differently?\n\n1. The colour\n2. Not sure\n",
        "What will we do differently? Pick one:\n\n1. The colour\n2. The size\n",
    ],
)
def test_a_plain_question_is_asked_after_a_list_left_as_text(question: str) -> None:
    assert len(asked(TOLD + question)) == 1


def test_prose_ends_a_list_left_as_text() -> None:
    assert asked(f"{TOLD}So much for that.\n\n{ANY}") == ["What will we do differently?"]
