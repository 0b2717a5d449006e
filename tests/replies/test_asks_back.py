"""A question back or a condition leaves a question open; answers and other messages do not."""

import pytest

from choice.models import Question
from choice.replies.match import asks_back

STORE = Question(text="Which store?", options=["SQLite", "PostgreSQL"])
pytestmark = pytest.mark.requirement("DI11", "HE7")


@pytest.mark.parametrize(
    "text",
    [
        "what is the difference?",
        "Not sure, which one is cheaper?",
        "차이가 뭐예요?",
        "区别是什么？",
        "Was ist der Unterschied?",
        "¿cuál es la diferencia?",
        "PostgreSQL if it is free",
        "only if the tests pass",
    ],
)
def test_a_question_or_a_condition_asks_back(text: str) -> None:
    assert asks_back(text, STORE)


@pytest.mark.parametrize(
    "text", ["2", "the second one", "PostgreSQL, but not today", "never mind", "Thanks!", ""]
)
def test_an_answer_or_another_message_does_not_ask_back(text: str) -> None:
    assert not asks_back(text, STORE)
