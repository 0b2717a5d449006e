"""Questions that are decided at the end of a message: light buttons under text that stays."""

import pytest

from choice.dialects.lists.ending import chosen_lists
from choice.dialects.lists.markers import read_lines
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


@pytest.mark.requirement("HE3", "QC6")
def test_two_short_closing_questions_are_one_question_with_two_alternatives() -> None:
    (question,) = light("Done. Shall I use SQLite? Or should I set up PostgreSQL?")

    assert question.text == "Shall I use SQLite? Or should I set up PostgreSQL?"
    assert [option.label for option in question.options] == ["SQLite", "set up PostgreSQL"]


@pytest.mark.requirement("HE3")
def test_alternatives_that_differ_only_in_case_get_no_buttons() -> None:
    assert light("Done. Would you like to use SQLite, or should I use sqlite?") == []
    assert len(light("Done. Would you like to use SQLite, or should I use PostgreSQL?")) == 1


def chosen_labels(text: str) -> list[tuple[str, ...]]:
    """Return the labels of the lists that become light buttons, best first."""
    return [each.candidate.labels for each in chosen_lists(read_lines(text))]


@pytest.mark.requirement("HE1")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            "Option A: Use SQLite\nOption B: Use PostgreSQL", "1. Docker\n2. systemd", id="other options"
        ),
        pytest.param(
            "Option A: Use SQLite\nOption B: Use PostgreSQL",
            "1. Docker\n2. systemd\n3. cron",
            id="more options",
        ),
        pytest.param(
            "Option A: Use SQLite\nOption B: Use PostgreSQL",
            "1. SQLite\n2. PostgreSQL",
            id="the same options",
        ),
    ],
)
def test_of_two_lists_above_one_question_only_the_better_one_gets_buttons(first: str, second: str) -> None:
    text = f"Two options:\n\n{first}\n\nThe options:\n\n{second}\n\nWhich option do you prefer?"

    assert chosen_labels(text) == [tuple(line.split(maxsplit=1)[1] for line in second.split("\n"))]


@pytest.mark.requirement("HE1")
def test_lists_under_questions_of_their_own_all_get_buttons() -> None:
    text = (
        "Which store should we use?\n\nA) SQLite\nB) PostgreSQL\n\n"
        "How should we run it?\n\nA) Docker\nB) systemd\n"
    )

    assert chosen_labels(text) == [("Docker", "systemd"), ("SQLite", "PostgreSQL")]


@pytest.mark.requirement("HE1")
@pytest.mark.parametrize(
    ("table", "labels"),
    [
        (
            "| Store | Good for |\n|---|---|\n| SQLite | one server |\n| PostgreSQL | many servers |",
            [("SQLite", "one server"), ("PostgreSQL", "many servers")],
        ),
        (
            "| No. | Store |\n|---|---|\n| 1 | SQLite |\n| 2 | PostgreSQL |",
            [("1. SQLite", None), ("2. PostgreSQL", None)],
        ),
    ],
)
def test_the_rows_of_a_table_above_a_question_get_buttons(
    table: str, labels: list[tuple[str, str | None]]
) -> None:
    (question,) = light(f"Options:\n\n{table}\n\nWhich option do you prefer?")

    assert [(option.label, option.description) for option in question.options] == labels


@pytest.mark.requirement("HE4")
def test_a_sibling_question_that_is_too_long_is_not_carried_along() -> None:
    long = f"What is the name {'of the service ' * 80}?"
    text = f"A few questions:\n\n1. Which store should we use?\n   a) SQLite\n   b) PostgreSQL\n2. {long}\n"

    asked = [question.text for form in detect(text).forms for question in form.questions]

    assert asked == ["Which store should we use?"]
