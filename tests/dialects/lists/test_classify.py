"""Whether a list under a question offers options or answers the question."""

import pytest

from choice.dialects.lists.classify import (
    are_statements,
    gives_amounts,
    is_told_by_letters,
    is_told_by_numbers,
    reports,
)
from choice.dialects.lists.questions import wants_all

THINGS = ["A red one", "A blue one"]
SENTENCES = ["It is red.", "It is blue."]


@pytest.mark.requirement("QC3", "QC8")
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


@pytest.mark.requirement("QC3", "QC8")
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


@pytest.mark.requirement("QC3", "QC8")
def test_an_answer_of_a_reader_is_offered() -> None:
    assert not is_told_by_numbers("Which tests failed?", ["The first", "I don't know"])


@pytest.mark.requirement("QC3", "QC8")
@pytest.mark.parametrize("question", ["Where is it?", "Which one is right for you?"])
def test_sentences_are_statements(question: str) -> None:
    assert are_statements(question, SENTENCES)


@pytest.mark.requirement("QC3", "QC8")
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


@pytest.mark.requirement("QC3", "QC8")
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


@pytest.mark.requirement("QC2", "QC8")
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


@pytest.mark.requirement("QC2", "QC8")
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


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize("question", ["Who is it for?", "Not sure where to begin?", "Which tests failed?"])
def test_sentences_under_letters_explain_more(question: str) -> None:
    assert is_told_by_letters(question, SENTENCES)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize("question", ["How should we paint it?", "Which one do you prefer?"])
def test_sentences_are_offered_where_a_decision_is_asked_for(question: str) -> None:
    assert not is_told_by_letters(question, SENTENCES)


@pytest.mark.requirement("QC2", "QC8")
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


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "What was done?",
        "So, which tests failed?",
        "What is included in the release?",
        "Which services are affected?",
        "Where does the data come from?",
        "Which companies use it?",
        "Was wurde geändert?",
        "¿Qué ha cambiado?",
        "¿Qué pruebas fallaron?",
        "무엇이 달라졌나요?",
        "有哪些变化？",
        "何が変わりましたか？",
        "ماذا تغير؟",
    ],
)
def test_a_question_about_what_was_or_is_reports(question: str) -> None:
    assert reports(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "Which files should I change?",
        "What was the error you saw?",
        "Which environment is affected?",
        "What is the main goal?",
        "Welche Änderung soll zuerst kommen?",
        "¿Qué cambio prefieres?",
        "어떤 버전을 설치하셨나요?",
        "您想要哪些变化？",
        "どの色にしますか？",
        "ما الهدف الأهم؟",
        "Shall I go on?",
    ],
)
def test_a_question_that_wants_a_decision_does_not(question: str) -> None:
    assert not reports(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "May I ask you for some information?",
        "Could you please provide the following?",
        "Könnten Sie mir folgende Angaben machen?",
        "¿Podrías darme la siguiente información?",
        "다음 정보를 알려주시겠어요?",
        "能否提供以下信息？",
        "以下の情報を教えていただけますか？",
        "هل يمكنك تزويدي بالمعلومات التالية؟",
    ],
)
def test_a_request_wants_all_of_it(question: str) -> None:
    assert wants_all(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    ["Could you tell me which one?", "Can you swim?", "다음 중 하나를 알려주시겠어요?", "能否选择一个？"],
)
def test_other_questions_do_not(question: str) -> None:
    assert not wants_all(question)


DAYS = ["By air: 2–3 days", "By sea - about 20 days"]


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "How long does shipping take?",
        "Wie lange dauert der Versand?",
        "¿Cuánto tarda el envío?",
        "배송은 얼마나 걸리나요?",
        "快递要多久？",
        "配送にはどのくらいかかりますか？",
        "كم يستغرق الشحن؟",
    ],
)
def test_each_item_says_of_what_and_how_much(question: str) -> None:
    assert gives_amounts(question, DAYS)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "How long should it take?",
        "How much time do you have?",
        "Wie lange brauchen Sie?",
        "您希望多久更新一次？",
        "예산은 얼마인가요?",
        "Which way do you want?",
    ],
)
def test_an_amount_is_asked_of_the_reader(question: str) -> None:
    assert not gives_amounts(question, DAYS)


@pytest.mark.requirement("QC8")
def test_amounts_alone_may_be_chosen() -> None:
    assert not gives_amounts("How long does shipping take?", ["2–3 days", "About 20 days"])
