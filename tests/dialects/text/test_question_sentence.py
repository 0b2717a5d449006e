"""Sentences that ask, and sentences that only look like it."""

import pytest

from choice.dialects.text.data_request import wants_all
from choice.dialects.text.question_sentence import (
    answers,
    invites_choice,
    is_explained,
    is_question,
    is_topic,
    question_text,
)

pytestmark = pytest.mark.requirement("QC2", "QC8")


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (" Which store?", "Which store?"),
        ("## Which store?", "Which store?"),
        ("**Which store?**", "Which store?"),
        ("1. Which store?", "Which store?"),
        ("**2. Which store?**", "Which store?"),
        ("- Which\n store?", "Which store?"),
        ("*Which store?*", "Which store?"),
        ("Which **store** is it?", "Which store is it?"),
    ],
)
def test_a_question_is_shown_without_its_marks(sentence: str, text: str) -> None:
    assert question_text(sentence) == text


@pytest.mark.parametrize("sentence", ["a?", "a？", "a؟", "a?**", 'a?"', "a?) ", "a?!", "a?\r"])
def test_question_marks_of_all_scripts_end_a_question(sentence: str) -> None:
    assert is_question(sentence)


@pytest.mark.parametrize("sentence", ["a.", "", "a? b", "?a"])
def test_other_ends_do_not(sentence: str) -> None:
    assert not is_question(sentence)


@pytest.mark.parametrize(
    "words",
    [
        "",
        " 🤔",
        "Pick one:",
        "(select one)",
        "For example:",
        "하나를 선택하세요",
        "例如：",
        "Zum Beispiel:",
        "(A/B/C)",
    ],
)
def test_words_that_invite_to_choose_do_not_answer(words: str) -> None:
    assert invites_choice(words)


@pytest.mark.parametrize("words", ["It is simple.", "Because of two things:", "Here is the thing"])
def test_other_words_do(words: str) -> None:
    assert not invites_choice(words)


@pytest.mark.parametrize(
    ("words", "answering"),
    [
        ("Because it is so.", True),
        ("There are two reasons:", False),
        ("This decides the rest.", False),
        ("Some options:", False),
        ("因为有两个原因", True),
    ],
)
def test_a_paragraph_may_answer_the_question_before_it(words: str, *, answering: bool) -> None:
    assert answers(words) is answering


@pytest.mark.parametrize(
    ("question", "explained"),
    [
        ("Why should I care?", True),
        ("How does it work?", True),
        ("Why did it fail?", True),
        ("¿Por qué falló?", True),
        ("왜 실패했나요?", True),
        ("How should we deploy?", False),
        ("Why do you want this?", False),
        ("Which store?", False),
        ("What is the main goal?", False),
        ("What is a closure?", True),
        ("What is a good time to call?", False),
        ("What are the main features?", True),
        ("What exactly is a closure?", True),
        ("What did we ship?", True),
        ("What makes it quick?", True),
        ("What makes you happy?", False),
        ("What have you tried so far?", False),
    ],
)
def test_some_questions_are_asked_to_be_explained(question: str, *, explained: bool) -> None:
    assert is_explained(question) is explained


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Could you please send the following?", True),
        ("Können Sie mir Folgendes schicken?", True),
        ("Could you tell me which one you prefer?", False),
        ("Which one?", False),
    ],
)
def test_a_request_for_everything_is_no_choice(question: str, *, expected: bool) -> None:
    assert wants_all(question) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"), [("## Topics?", True), ("## Which one?", False), ("Topics?", False)]
)
def test_a_heading_may_announce_a_topic(sentence: str, *, expected: bool) -> None:
    assert is_topic(sentence) is expected
