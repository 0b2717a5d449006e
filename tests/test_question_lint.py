import pytest

from choice.dialects import instructions
from choice.lint import advise
from choice.models import Form, Option, Question
from choice.stream import detect

pytestmark = pytest.mark.requirement("UP12")


def form(*labels: str, recommended: tuple[int, ...] = (0,), **more: object) -> Form:
    options = tuple(
        Option(id=str(at + 1), label=label, recommended=at in recommended) for at, label in enumerate(labels)
    )
    given = {"text": "Which store?", "context": "Moving later costs a day.", "options": options, **more}
    return Form(questions=(Question.model_validate(given),))


def rules(asked: Form) -> list[str]:
    return [advice.rule for advice in advise(asked)]


def test_a_good_question_needs_no_advice() -> None:
    assert advise(form("SQLite", "PostgreSQL")) == ()


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (form("One file", "A server", "Memory", "Cloud", "Paper"), "too_many_options"),
        (form("SQLite"), "one_option"),
        (form("SQLite", "PostgreSQL", context=None), "no_context"),
        (form("SQLite", "PostgreSQL", recommended=()), "none_recommended"),
        (form("SQLite", "PostgreSQL", recommended=(0, 1)), "several_recommended"),
        (form("SQLite", "sqlite"), "same_labels"),
        (form("SQLite", "Option B"), "empty_label"),
        (form("SQLite", "b"), "empty_label"),
        (form("SQLite", "선택지 2"), "empty_label"),
        (form("SQLite", "Something else…"), "needless_option"),
        (form("SQLite", "기타"), "needless_option"),
    ],
)
def test_each_weakness_is_named(asked: Form, rule: str) -> None:
    [advice] = advise(asked)

    assert (advice.question_id, advice.rule) == ("q1", rule)
    assert advice.words.endswith(".")


@pytest.mark.parametrize(
    "asked",
    [
        form("SQLite", "PostgreSQL", context=None, text="We need a place for the data. Which store?"),
        form("SQLite", "PostgreSQL", context=None, text="데이터를 둘 곳이 필요합니다。어디에 둘까요?"),
        form("Ja", "Nein", "Vielleicht"),
        form("1", "2", text="How many copies?"),
        form("A day", "One file", "Option prices"),
        form("Tea", "Milk", recommended=(0, 1), selection_mode="multi"),
        form("Tea", "Other", allow_free_text=False),
        form(recommended=(), selection_mode="text_input"),
    ],
)
def test_good_questions_that_look_weak_get_no_advice(asked: Form) -> None:
    assert rules(asked) == []


def test_the_context_of_the_form_counts_for_its_questions() -> None:
    asked = form("SQLite", "PostgreSQL", context=None)

    assert rules(asked.model_copy(update={"context": "Both can be changed later."})) == []


@pytest.mark.parametrize(
    "name", [name for name in instructions.names() if detect(instructions.example(name)).forms]
)
def test_the_examples_that_teach_models_need_no_advice(name: str) -> None:
    for found in detect(instructions.example(name)).forms:
        assert [rule for rule in rules(found) if rule not in {"none_recommended", "no_context"}] == []
