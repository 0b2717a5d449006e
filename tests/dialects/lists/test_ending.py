"""Questions that are decided at the end of a message: light buttons under text that stays."""

import pytest

from choice.models import Question
from choice.stream import Splitter, detect
from tests.fuzz.laws import check_laws


def light(text: str) -> list[Question]:
    """Return the light questions of a text, none of which may change it."""
    detection = detect(text)
    assert detection.text == text
    check_laws(text, list(text), "discovery")
    return [question for form in detection.forms for question in form.questions]


@pytest.mark.requirement("HE3", "QC6")
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Done. Shall I deploy it now?", ["Yes", "No"]),
        ("Fertig. Soll ich es jetzt ausliefern?", ["Ja", "Nein"]),
        ("Listo. ¿Quieres que lo despliegue ahora?", ["Sí", "No"]),
        ("Pronto. Você quer que eu publique agora?", ["Sim", "Não"]),
        ("Готово. Хотите, чтобы я продолжил?", ["Да", "Нет"]),
        ("改好了。需要我继续吗？", ["是", "否"]),
        ("Would you like to use SQLite, or should I set up PostgreSQL?", ["SQLite", "set up PostgreSQL"]),
    ],
)
def test_a_closing_question_gets_light_buttons(text: str, labels: list[str]) -> None:
    (question,) = light(text)

    assert question.weight == "quick"
    assert [option.label for option in question.options] == labels


@pytest.mark.requirement("HE1")
def test_a_question_below_its_list_gets_the_labels_as_buttons() -> None:
    text = "Two ways:\n\n1. Patch the test\n2. Rework the parser\n\nI'd go with 2. Which do you prefer?"

    (question,) = light(text)

    assert (question.text, question.weight) == ("Which do you prefer?", "quick")
    assert [(option.label, option.recommended) for option in question.options] == [
        ("Patch the test", False),
        ("Rework the parser", True),
    ]


@pytest.mark.requirement("HE3")
def test_closing_questions_get_no_buttons_in_chat_or_if_they_are_turned_off() -> None:
    text = "Done. Shall I deploy it now?"
    splitter = Splitter(quick_questions=False)

    assert detect(text, "chat").forms == []
    assert detect(text).forms != []
    assert [type(segment).__name__ for segment in splitter.feed(text) + splitter.flush()] == ["Text", "Text"]


@pytest.mark.requirement("HE7")
@pytest.mark.parametrize("tag", ["think", "thinking", "reasoning"])
def test_reasoning_is_never_a_question(tag: str) -> None:
    text = f"<{tag}>\nWhich store should we use?\n\n(A) SQLite\n(B) PostgreSQL\n</{tag}>\n\nI use SQLite.\n"

    assert light(text) == []


@pytest.mark.requirement("HE4")
def test_questions_beside_a_read_one_are_carried_in_the_same_message() -> None:
    text = (
        "A few questions:\n\n1. Which store should we use?\n   a) SQLite\n   b) PostgreSQL\n"
        "2. Should it run in Docker?\n3. What is the name of the service?\n"
    )

    asked = [question for form in detect(text).forms for question in form.questions]

    assert [(question.text, len(question.options)) for question in asked] == [
        ("Which store should we use?", 2),
        ("Should it run in Docker?", 2),
        ("What is the name of the service?", 0),
    ]
    check_laws(text, list(text), "discovery")
