"""Questions over numbers, asked or explained."""

import pytest

from choice.dialects.text.told_by_numbers import are_statements, is_told_by_numbers

pytestmark = pytest.mark.requirement("QC3", "QC8")

THINGS = ["A red one", "A blue one"]
SENTENCES = ["It is red.", "It is blue."]


@pytest.mark.parametrize(
    "question",
    [
        "How will users sign in?",
        "What's the latest?",
        "Too complicated?",
        "What stood out?",
        "What can we conclude?",
        "And the downsides?",
        "Which one wins?",
        "Which should you buy?",
        "Where could it improve?",
        "Was gibt es Neues?",
        "最近有什么新消息？",
    ],
)
def test_things_under_numbers_explain(question: str) -> None:
    assert is_told_by_numbers(question, THINGS)


@pytest.mark.parametrize(
    "question",
    [
        "How should users sign in?",
        "What would you like?",
        "How many people will use it?",
        "When did it start?",
        "What comes first for you?",
        "Which lane?",
        "Budget?",
    ],
)
def test_things_under_numbers_are_offered(question: str) -> None:
    assert not is_told_by_numbers(question, THINGS)


def test_an_answer_of_a_reader_is_offered() -> None:
    assert not is_told_by_numbers("Which tests failed?", ["The first", "I don't know"])


@pytest.mark.parametrize("question", ["Where is it?", "Which one is right for you?"])
def test_sentences_are_statements(question: str) -> None:
    assert are_statements(question, SENTENCES)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which one do you want?", SENTENCES),
        ("How should it look?", SENTENCES),
        ("Is it dry?", ["Yes, it is.", "No, it is wet."]),
        ("Where is it?", ["It is here.", "Not sure."]),
        ("Where is it?", THINGS),
        ("Is it dry?", ["Yes ✅", "No ❌"]),
    ],
)
def test_what_is_to_be_chosen_is_no_statement(question: str, labels: list[str]) -> None:
    assert not are_statements(question, labels)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Whence the delay?", True),
        ("What sounds good?", False),
        ("Which delay?", False),
        ("Red or blue?", False),
        ("What's the deadline?", False),
        ("¿Cuándo florece?", True),
        ("¿Cuándo te conviene?", False),
        ("水管几时会冻裂？", True),
        ("几时去最好？", False),
    ],
)
def test_long_items_are_told_where_nothing_turns_to_the_reader(question: str, *, told: bool) -> None:
    assert is_told_by_numbers(question, ["A truck stood at the border", "The papers lay elsewhere"]) is told
