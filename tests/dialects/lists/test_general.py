"""Questions about a matter in general: a list under one of them answers it."""

import pytest

from choice.dialects.lists.general import (
    ends_quotation,
    has_answer,
    is_general,
    is_in_quotation,
    is_quoted,
    is_told,
)

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "What problems does it solve?",
        "So, what can they do?",
        "What does this mean for your team?",
        "What should you bring?",
        "What's next?",
        "So, what's the fix?",
        "Which banks use COBOL?",
        "Which doubts remain?",
        'You asked: "Which one is faster?"',
        "Q: Which plan is right for me?",
        "Which tests fail and why?",
        "What can you cook with leftover rice?",
        "What tools will you need?",
        "What are your rights?",
        "What's the best way to learn it?",
        "Which one is the cheapest?",
        "Which server is older?",
        "What would a lawyer say?",
        "What would this look like?",
        "Was bringt das Ihrem Unternehmen?",
        "Wie richtet man das ein?",
        "Welche Regeln gelten hier?",
        "Wie läuft die Bewerbung ab?",
        "Welche Probleme gibt es?",
        "¿Qué problemas resuelve?",
        "¿Qué aprenderás en este curso?",
        "¿Cómo empezar?",
        "어떤 문제를 해결하나요?",
        "왜 백업이 중요할까요?",
        "어떤 서류가 필요한가요?",
        "如何申请退款？",
        "学完之后你能做什么？",
        "失眠怎么办？",
        "この機能で何ができますか？",
        "誰が使うべきですか？",
        "どんな人に向いていますか？",
        "ما المشكلات التي يحلها هذا النظام؟",
        "كيف أسجل في الموقع؟",
    ],
)
def test_a_question_about_a_matter_in_general_is_answered_by_its_list(question: str) -> None:
    assert is_general(question)


@pytest.mark.parametrize(
    "question",
    [
        "What would you like to do?",
        "What can you spend on it?",
        "What's the best way to reach you?",
        "What's the best way to proceed?",
        "Which one is closest to your idea?",
        "What would work for the team?",
        "Wie möchtest du vorgehen?",
        "Wie arbeitet ihr derzeit?",
        "What problems do you want to solve?",
        "Who should approve a refund?",
        "What is the budget?",
        "Which lane?",
        "Which teams use the calendar?",
        "Which features have priority?",
        "Where are the files kept today?",
        "Wie groß ist das Team?",
        "Was ist das Hauptziel?",
        "Was soll mit den alten Dateien passieren?",
        "Wie hoch ist Ihr Budget?",
        "¿Cómo seguimos?",
        "接下来怎么办？",
        "كم عدد الأشخاص؟",
        "¿Qué tono quieres que use?",
        "이 파일을 어떻게 할까요?",
        "회의를 어떻게 잡을까",
        "어떤 배송 방법을 원하시나요?",
        "오늘 할까?",
        "按钮用什么颜色？",
        "どのプランにしますか？",
        "كيف تفضل الدفع؟",
    ],
)
def test_a_question_that_turns_to_the_reader_is_not_general(question: str) -> None:
    assert not is_general(question)


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


@pytest.mark.parametrize(
    "question",
    [
        'you asked: "which one is faster?"',
        "you asked which one is faster?",
        'let me repeat what you said: "should we move?"',
        'common question: "do i need it?"',
        "the customer wrote: “who can help me?”",
        "die kundin fragte: „welcher tarif ist günstiger?“",
        "客户问：“哪个更快？”",
        '"어느 것이 더 빠른가요?"라고 물으셨죠?',
        "「どちらが速いですか？」と聞かれましたか？",
    ],
)
def test_a_question_of_somebody_else_is_quoted(question: str) -> None:
    assert is_quoted(question)


@pytest.mark.parametrize(
    "question",
    [
        "which one is faster?",
        '"which one is faster?"',
        'my question: "which one is faster?"',
        "you asked for a lighter table, so which wood do you prefer?",
        'which colour should the button that says "ready?" have?',
        'what should follow the line that says "ready?"',
        'which page comes behind the one called "who are we?" in the menu of the shop?',
    ],
)
def test_a_question_of_the_writer_is_not(question: str) -> None:
    assert not is_quoted(question)


@pytest.mark.parametrize(
    "question",
    ["q: which plan is right for me?", "f: welche karten gelten nachts?", "问：哪些票有效？"],
)
def test_a_question_may_be_marked_as_answered(question: str) -> None:
    assert has_answer(question)


@pytest.mark.parametrize(
    "question",
    ["q: which plan do you want?", "q1: which plan?", "which plan?", "question: which plan?"],
)
def test_a_mark_for_questions_to_the_reader_is_another(question: str) -> None:
    assert not has_answer(question)


@pytest.mark.parametrize("question", ['What brings you here?"', "Which one?”", "どれですか？」"])
def test_a_question_may_end_a_quotation_that_began_before(question: str) -> None:
    assert ends_quotation(question)


@pytest.mark.parametrize("question", ["Which one?", '"Which one?"', "“Which one?”", "Which one?'"])
def test_other_quotations_begin_with_the_question(question: str) -> None:
    assert not ends_quotation(question)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (['"Thank you for calling.'], "How can we help you?"),
        ([], '"How can we help you?'),
        (["“Welcome.”", "“Thank you for calling."], "How can we help you?"),
        (["„Willkommen."], "Was möchten Sie tun?"),
        (["「いらっしゃいませ。"], "何になさいますか？"),
    ],
)
def test_a_quotation_may_still_be_open(before: list[str], question: str) -> None:
    assert is_in_quotation(question, before)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([], "Which one?"),
        (['"Thank you."'], "Which one?"),
        (['It has a 13" screen.'], "Which one?"),
        ([], "Soll der Knopf „Weiter“ heißen?"),
        ([], "Soll der Knopf »Weiter« heißen?"),
        ([], "Should it say “Go”?"),
    ],
)
def test_a_quotation_that_is_closed_says_nothing_about_the_question(before: list[str], question: str) -> None:
    assert not is_in_quotation(question, before)
