"""Elicitation schemas of forms, and parsing of results."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.errors import InvalidAnswer
from choice.mcp.elicitation import asks_for_a_secret, message_of, schema_of, submission_of
from choice.models import Answer, Form, Option, Question
from choice.validation import check_answers

OPTIONS = [
    Option(id="a", label="Alpha", recommended=True),
    Option(id="b", label="Beta", description="The second"),
]
SINGLE = Form(questions=(Question(text="Which?", options=OPTIONS, allow_free_text=False),))
SEVERAL = Form(
    questions=(
        Question(
            text="Which?",
            options=OPTIONS,
            selection_mode="multi",
            default_selection_ids=("b",),
            max_selections=2,
        ),
    )
)
HYBRID = Form(questions=(Question(text="Which?", options=OPTIONS, selection_mode="hybrid"),))
TEXT = Form(questions=(Question(text="What?", selection_mode="text_input"),))


def test_a_single_choice_is_a_required_titled_enum() -> None:
    schema = schema_of(SINGLE)

    titled = [{"const": "a", "title": "Alpha (recommended)"}, {"const": "b", "title": "Beta"}]
    assert schema["properties"] == {"q1": {"title": "Which?", "type": "string", "oneOf": titled}}
    assert schema["required"] == ["q1"]


def test_an_older_client_gets_enum_with_enum_names() -> None:
    field = schema_of(SINGLE, knows_titles=False)["properties"]["q1"]

    assert field["enum"] == ["a", "b"]
    assert field["enumNames"] == ["Alpha (recommended)", "Beta"]
    assert "oneOf" not in field


def taken(form: Form, content: Mapping[str, str | int | float | bool | list[str] | None]) -> Answer:
    """Return the one answer that the desk takes from what a person filled in."""
    (answer,) = check_answers(form, submission_of(form, content).answers)
    return answer


def test_an_older_client_gets_a_boolean_per_option() -> None:
    properties = schema_of(SEVERAL, knows_titles=False)["properties"]

    assert properties["q1.a"] == {"type": "boolean", "title": "Alpha (recommended)", "default": False}
    assert properties["q1.b"]["default"] is True
    chosen = submission_of(SEVERAL, {"q1.a": True, "q1.b": False})
    assert chosen.answers[0].option_ids == ("a",)


def test_a_multiple_choice_is_an_array_with_limits() -> None:
    field = schema_of(SEVERAL)["properties"]["q1"]

    assert (field["type"], field["minItems"], field["maxItems"], field["default"]) == ("array", 0, 2, ["b"])
    assert taken(SEVERAL, {"q1": ["b", "a"]}).option_ids == ("a", "b")


def test_free_text_has_a_field_of_its_own() -> None:
    beside = taken(HYBRID, {"q1": ["a"], "q1_own_words": "and tea"})
    instead = taken(SEVERAL, {"q1": ["b"], "q1_own_words": "neither"})
    alone = taken(TEXT, {"q1": "words"})

    assert (beside.option_ids, beside.custom_text) == (("a",), "and tea")
    assert (instead.option_ids, instead.custom_text) == ((), "neither")
    assert alone.custom_text == "words"


def test_option_descriptions_are_in_the_message() -> None:
    assert message_of(SINGLE, "Try again.") == "Try again.\nWhich?\n- Beta: The second"


@pytest.mark.parametrize(
    ("words", "is_secret"),
    [
        ("Type the password", True),
        ("Which API key?", True),
        ("Which key on the keyboard?", False),
        ("Why?", False),
    ],
)
def test_a_question_for_a_secret_is_detected(words: str, *, is_secret: bool) -> None:
    form = Form(questions=(Question(text=words, selection_mode="text_input"),))

    assert asks_for_a_secret(form) is is_secret


@given(
    st.dictionaries(
        st.sampled_from(["q1", "q1.a", "q1.b", "q1_own_words", "other"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()),
    ),
    st.sampled_from([SINGLE, SEVERAL, HYBRID, TEXT]),
)
def test_any_result_gives_a_valid_answer_or_an_error(
    content: dict[str, str | int | float | bool | list[str] | None], form: Form
) -> None:
    try:
        answer = taken(form, content)
    except InvalidAnswer:
        return
    assert set(answer.option_ids) <= set(form.questions[0].option_ids)
