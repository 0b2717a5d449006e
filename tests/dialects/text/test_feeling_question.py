"""Questions that guess how the reader feels, and short ones without a word that asks."""

import pytest

from choice.dialects.text.feeling_question import guesses_feeling, is_elliptic

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    ["too complicated?", "looking for more?", "running into trouble?", "overwhelmed?", "zu teuer?", "太难？"],
)
def test_a_question_may_guess_a_feeling(question: str) -> None:
    assert guesses_feeling(question)


@pytest.mark.parametrize("question", ["speed?", "hosting plan?", "which one?", "billing cycle?"])
def test_a_question_may_name_a_matter(question: str) -> None:
    assert not guesses_feeling(question)


@pytest.mark.parametrize("question", ["still hungry?", "sound familiar?", "还在犹豫"])
def test_a_short_question_may_ask_for_nothing(question: str) -> None:
    assert is_elliptic(question)


@pytest.mark.parametrize(
    "question",
    [
        "budget?",
        "team size?",
        "tea or coffee?",
        "for lunch, what?",
        "quelle couleur?",
        "预算",
        "¿té?",
        "x" * 61,
    ],
)
def test_a_short_question_may_ask_all_the_same(question: str) -> None:
    assert not is_elliptic(question)
