"""Questions that yes or no answers, and those that their writer answers."""

import pytest

from choice.dialects.lists.yes_no import (
    answer_it,
    asks_yes_or_no,
    guesses_feeling,
    is_elliptic,
    is_self_answered,
)

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


@pytest.mark.parametrize(
    "question",
    ["too complicated?", "looking for more?", "running into trouble?", "overwhelmed?", "zu teuer?", "太难？"],
)
def test_a_question_may_guess_a_feeling(question: str) -> None:
    assert guesses_feeling(question)


@pytest.mark.parametrize("question", ["speed?", "hosting plan?", "which one?", "billing cycle?"])
def test_a_question_may_name_a_matter(question: str) -> None:
    assert not guesses_feeling(question)


@pytest.mark.parametrize("question", ["still hungry?", "sound familiar?", "还在犹豫"])
def test_a_short_question_may_ask_for_nothing(question: str) -> None:
    assert is_elliptic(question)


@pytest.mark.parametrize(
    "question",
    [
        "budget?",
        "team size?",
        "tea or coffee?",
        "for lunch, what?",
        "quelle couleur?",
        "预算",
        "¿té?",
        "x" * 61,
    ],
)
def test_a_short_question_may_ask_all_the_same(question: str) -> None:
    assert not is_elliptic(question)


ANSWER = ["Yes, everything in it can be fetched again.", "Just run the installer afterwards."]


def test_sentences_with_a_yes_and_no_no_answer_it() -> None:
    assert is_self_answered("Is it safe to delete the folder?", ANSWER)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Is it safe to delete your folder?", ANSWER),
        ("¿Es seguro?", ANSWER),
        ("Is it safe to delete the folder?", ["Yes, delete it.", "No, keep it."]),
        ("Is it safe to delete the folder?", ["Yes, it is.", "Skip"]),
        ("Is it safe to delete the folder?", ["Yes", "Only its cache"]),
    ],
)
def test_a_reader_is_asked(question: str, labels: list[str]) -> None:
    assert not is_self_answered(question, labels)
