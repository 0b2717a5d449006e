"""Questions that lead over to what their writer tells, and those like them that ask the reader."""

import pytest

from choice.dialects.text.told_question import is_told

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "what will i look at first?",
        "which tools do i recommend?",
        "what's my advice?",
        "was würde ich ändern?",
        "¿qué voy a hacer?",
        "我会怎么做？",
        "私は次に何をしますか？",
        "제가 추천하는 것은 무엇인가요?",
        "بماذا أنصح؟",
    ],
)
def test_a_question_about_the_writer_is_told(question: str) -> None:
    assert is_told(question)


@pytest.mark.parametrize(
    "question",
    [
        "what is rest?",
        "what's ci/cd?",
        "what is a good commit message?",
        "docker란 무엇인가요?",
        "dockerとは何ですか？",
        "ما هو docker؟",
        "docker是什么？",
    ],
)
def test_a_question_for_a_definition_is_told(question: str) -> None:
    assert is_told(question)


@pytest.mark.parametrize(
    "question",
    [
        "where do we stand?",
        "what is the status?",
        "what do we know so far?",
        "was haben wir gelernt?",
        "¿qué hemos aprendido?",
        "我们学到了什么？",
        "ماذا تعلمنا؟",
        "進捗はどうですか？",
        "진행 상황은 어떤가요?",
    ],
)
def test_a_question_for_a_report_is_told(question: str) -> None:
    assert is_told(question)


@pytest.mark.parametrize(
    "question",
    [
        "which languages are most popular?",
        "what are the best restaurants in rome?",
        "who are the speakers?",
        "welche firmen nutzen rust?",
        "¿quiénes son los ponentes?",
        "哪些公司使用rust？",
        "どの会社がrustを使っていますか？",
        "가장 유명한 식당은 어디인가요?",
        "ما الشركات التي تستخدم rust؟",
    ],
)
def test_a_question_for_facts_of_the_world_is_told(question: str) -> None:
    assert is_told(question)


@pytest.mark.parametrize(
    "question",
    [
        "what's the fix?",
        "what is the workflow?",
        "tl;dr?",
        "the result?",
        "was ist der nächste schritt?",
        "¿cuál es el siguiente paso?",
        "다음 단계는 무엇인가요?",
        "次のステップは何ですか？",
        "下一步是什么？",
        "ما الخطوة التالية؟",
    ],
)
def test_a_question_for_steps_is_told(question: str) -> None:
    assert is_told(question)


@pytest.mark.parametrize(
    "question",
    [
        "what should i do next?",
        "which file do i edit first?",
        "what is the budget?",
        "what is important?",
        "what is a good time to call?",
        "where do we start?",
        "what do we have to change?",
        "which features are most important?",
        "which editors are most popular in your team?",
        "who are the users?",
        "was soll der nächste schritt sein?",
        "welche banken nutzen sie?",
        "¿quiénes son los usuarios?",
        "¿cómo va a pagar?",
        "목표는 무엇인가요?",
        "남은 작업 중 어떤 것을 먼저 할까요?",
        "您最常用的编辑器是什么？",
        "残りのタスクのうち、どれを先にしますか？",
        "ما الهدف؟",
    ],
)
def test_a_question_to_the_reader_is_not(question: str) -> None:
    assert not is_told(question)
