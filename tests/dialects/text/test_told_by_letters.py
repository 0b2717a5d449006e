"""Questions over letters, asked or explained."""

import pytest

from choice.dialects.text.told_by_letters import is_told_by_letters

pytestmark = pytest.mark.requirement("QC2", "QC8")

THINGS = ["A red one", "A blue one"]
SENTENCES = ["It is red.", "It is blue."]


@pytest.mark.parametrize(
    "question",
    [
        "Who is it for?",
        "How will users sign in?",
        "How is the data stored?",
        "How will it be paid?",
        "How do you get there?",
        "Why are you building this?",
        "Why is your door open?",
        "What does success look like?",
        "Warum wechseln Sie?",
        "¿Por qué estás aquí?",
        "왜 이사를 하시나요?",
        "Which one?",
        "Do you like it?",
    ],
)
def test_things_under_letters_are_offered(question: str) -> None:
    assert not is_told_by_letters(question, THINGS)


@pytest.mark.parametrize(
    "question",
    [
        "How does it work?",
        "How will it work?",
        "How do you know?",
        "Why is it slow?",
        "What's the difference?",
        "When should you use it?",
        "Does it float?",
        "Can I sell it?",
        'You asked: "Which one is faster?"',
    ],
)
def test_some_questions_are_explained_over_letters_too(question: str) -> None:
    assert is_told_by_letters(question, THINGS)


@pytest.mark.parametrize("question", ["Who is it for?", "Not sure where to begin?", "Which tests failed?"])
def test_sentences_under_letters_explain_more(question: str) -> None:
    assert is_told_by_letters(question, SENTENCES)


@pytest.mark.parametrize("question", ["How should we paint it?", "Which one do you prefer?"])
def test_sentences_are_offered_where_a_decision_is_asked_for(question: str) -> None:
    assert not is_told_by_letters(question, SENTENCES)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Can I assume it?", ["Yes", "No"]),
        ("Does it float?", ["Yes", "No"]),
        ("Why is it slow?", ["The disk", "Not sure"]),
    ],
)
def test_answers_of_a_reader_are_offered(question: str, labels: list[str]) -> None:
    assert not is_told_by_letters(question, labels)
