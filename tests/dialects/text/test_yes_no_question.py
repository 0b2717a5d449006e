"""Questions that take a yes or a no, and lists that answer them."""

import pytest

from choice.dialects.text.yes_no_question import answer_it, asks_yes_or_no

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "Shall I go ahead with this plan?",
        "Before I start, is this correct?",
        "You want one invoice per order, right?",
        "Was it the cable?",
        "Ready to start?",
        "Stuck?",
        "First time here?",
        "Is this a good plan, or a bad one?",
        "Neu hier?",
        "赶时间？",
        "お急ぎ？",
        "مستعجل؟",
        "Ist das so richtig?",
        "Soll ich so vorgehen?",
        "¿Continúo con este plan?",
        "이대로 진행할까요?",
        "我的理解对吗？",
        "是否继续？",
        "この手順で進めてもよろしいですか？",
        "この内容で大丈夫？",
        "هل هذا صحيح؟",
    ],
)
def test_some_questions_take_yes_or_no(question: str) -> None:
    assert asks_yes_or_no(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which plan should I follow?",
        "However you like it, which one?",
        "Would you like me to do one of these?",
        "Do you have a preference?",
        "Is this for internal or external use?",
        "Ist das für den Verkauf oder die Werkstatt?",
        "¿Es para uso interno o externo?",
        "هل هذا للاستخدام الداخلي أم الخارجي؟",
        "Was ist das Ziel?",
        "Wo sollen die Daten liegen?",
        "¿Qué plan prefiere?",
        "어떤 방식으로 진행할까요?",
        "예산은요?",
        "什么时候上线？",
        "どの色にしますか？",
        "予算は？",
        "أي خطة نعتمد؟",
        "🤔?",
    ],
)
def test_others_ask_for_more(question: str) -> None:
    assert not asks_yes_or_no(question)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Is it urgent?", ["Yes, today", "Next week"]),
        ("Shall I go on?", ["✅ Yes", "❌ No"]),
        ("Shall I go on?", ["Run all of it", "Stop here"]),
        ("Soll ich weitermachen?", ["Alles ausführen", "Weiß nicht"]),
        ("Shall I go on?", ["Cancel - keep the files", "Run all of it"]),
        ("Shall I send it?", ["Everyone gets it", "Only the leads"]),
        ("Shall I use SQLite or PostgreSQL?", ["SQLite", "PostgreSQL"]),
        ("用 SQLite 还是文件？", ["SQLite", "文件"]),
        ("需要离线功能吗？", ["需要", "不需要"]),
    ],
)
def test_a_decision_answers_such_a_question(question: str, labels: list[str]) -> None:
    assert answer_it(labels, question)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Shall I go ahead?", ["Create the table", "Drop the column"]),
        ("Should I worry?", ["No data was lost", "The bug is fixed"]),
        ("Does that work, or should I change something?", ["Move the file", "Read it once"]),
    ],
)
def test_steps_and_facts_do_not(question: str, labels: list[str]) -> None:
    assert not answer_it(labels, question)
