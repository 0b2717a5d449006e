"""Questions that plainly ask for a decision."""

import pytest

from choice.dialects.text.asking_plainly import asks_plainly

pytestmark = pytest.mark.requirement("QC2", "QC3")


@pytest.mark.parametrize(
    "question",
    [
        "Which one should we use?",
        "How should errors, if any, be shown?",
        "What do you want?",
        "Where shall it go?",
    ],
)
def test_a_decision_may_be_asked_for(question: str) -> None:
    assert asks_plainly(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which should you buy?",
        "What should a test prove?",
        "Should I go on?",
        'He asked "what should we do?"',
    ],
)
def test_other_questions_do_not_plainly(question: str) -> None:
    assert not asks_plainly(question)
