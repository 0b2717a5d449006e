"""Questions of a quiz."""

import pytest

from choice.dialects.text.quiz_question import is_quiz

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "what is the capital of france?",
        "question 2: who painted the night watch?",
        "which of the following is a prime number?",
        "which planet is closest to the sun?",
        "wie heißt die hauptstadt von peru?",
        "¿en qué año terminó la guerra?",
        "프랑스의 수도는 어디인가요?",
        "ما هي عاصمة مصر؟",
    ],
)
def test_facts_of_the_world_are_asked_in_a_quiz(question: str) -> None:
    assert is_quiz(question)


@pytest.mark.parametrize(
    "question",
    [
        "which of the following is a must?",
        "which planet would you visit?",
        "what is the budget?",
        "question 2: what is the goal?",
        "누가 승인하나요?",
    ],
)
def test_matters_of_the_reader_are_not(question: str) -> None:
    assert not is_quiz(question)
