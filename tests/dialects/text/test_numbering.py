"""Sentences that number what follows, and those that say something."""

import pytest

from choice.dialects.text.numbering import only_numbers, without_number

pytestmark = pytest.mark.requirement("QC11")


@pytest.mark.parametrize(
    "sentence",
    [
        "Q1.",
        "**Q1.**",
        "Question 1.",
        "Question 1 of 3.",
        "Question one.",
        "First question.",
        "Step 2.",
        "Part II.",
        "1/3.",
        "①.",
        "B.",
        "🎉",
        "Frage 1.",
        "Schritt 2 von 3.",
        "Pregunta 1.",
        "Paso 2 de 3.",
        "질문 1.",
        "1단계.",
        "첫 번째 질문.",
        "问题1。",
        "第一步。",
        "第2问。",
        "質問1。",
        "ステップ2。",
        "السؤال 1.",
        "الخطوة الثانية.",
    ],
)
def test_a_number_of_what_follows_says_nothing(sentence: str) -> None:
    assert only_numbers(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It must be quick.",
        "Step 2 is the data store.",
        "Question 1 decides the cost.",
        "**Data store.**",
        "저장소를 정합니다.",
        "第一步很重要。",
        "1 " * 30,
        "A third.",
        "One.",
        "Next.",
    ],
)
def test_other_sentences_say_something(sentence: str) -> None:
    assert not only_numbers(sentence)


@pytest.mark.parametrize(
    "question",
    [
        "Q1: Which one?",
        "Question 2 of 3: Which one?",
        "Frage 2 – Which one?",
        "Step 2: Which one?",
        "问题1：Which one?",
        "第2问：Which one?",
        "Which one?",
    ],
)
def test_a_question_is_asked_without_its_number(question: str) -> None:
    assert without_number(question) == "Which one?"


@pytest.mark.parametrize(
    "question",
    [
        "Budget: how much?",
        "10:30 or noon?",
        "One thing: which one?",
        "One last question: which one?",
        "1 – 2?",
    ],
)
def test_other_words_before_a_question_belong_to_it(question: str) -> None:
    assert without_number(question) == question
