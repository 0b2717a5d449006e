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

    titled = [
        {"const": "a", "title": "Alpha (recommended)"},
        {"const": "b", "title": "Beta – The second"},
    ]
    assert schema["properties"] == {"q1": {"title": "Which?", "type": "string", "oneOf": titled}}
    assert schema["required"] == ["q1"]


def test_an_older_client_gets_enum_with_enum_names() -> None:
    field = schema_of(SINGLE, knows_titles=False)["properties"]["q1"]

    assert field["enum"] == ["a", "b"]
    assert field["enumNames"] == ["Alpha (recommended)", "Beta – The second"]
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


PROMPT = "The service needs a database before it starts. The old one is full. Which store should it use?"
LONG = Form(title="Store", questions=(Question(text=PROMPT, options=OPTIONS, placeholder="Another store"),))
THREE = Form(
    title="Release",
    context="Version 2 is ready.",
    questions=(
        Question(id="q1", text="Which day?", options=OPTIONS, metadata={"header": "Day"}),
        Question(id="q2", text="Who announces it?", selection_mode="text_input"),
        Question(id="q3", text="Really?", context="It cannot be undone.", options=OPTIONS),
    ),
)


@pytest.mark.requirement("IN5")
def test_the_message_is_the_context_and_the_field_the_question() -> None:
    fields = schema_of(LONG)["properties"]

    assert message_of(LONG) == "The service needs a database before it starts. The old one is full."
    assert (fields["q1"]["title"], fields["q1"]["description"]) == ("Store", "Which store should it use?")
    assert fields["q1_own_words"] == {
        "type": "string",
        "title": "In your own words",
        "description": "Another store",
    }


@pytest.mark.requirement("IN5")
def test_a_question_of_one_sentence_is_shown_once() -> None:
    assert message_of(SINGLE, "It must be a or b.") == "Please check your answer: It must be a or b.\nWhich?"
    assert "description" not in schema_of(SINGLE)["properties"]["q1"]


@pytest.mark.requirement("IN5")
def test_each_question_of_a_form_has_its_own_title_and_its_own_words() -> None:
    fields = schema_of(THREE)["properties"]

    assert message_of(THREE) == "Version 2 is ready."
    assert list(fields) == ["q1", "q1_own_words", "q2", "q3", "q3_own_words"]
    assert (fields["q1"]["title"], fields["q1"]["description"]) == ("Day", "Which day?")
    assert fields["q1_own_words"]["title"] == "Day: in your own words"
    assert fields["q2"] == {"type": "string", "title": "Who announces it?"}
    assert fields["q3"]["description"] == "It cannot be undone.\nReally?"


@pytest.mark.requirement("IN5")
def test_a_form_is_in_the_language_of_the_person() -> None:
    fields = schema_of(LONG, language="ko")["properties"]

    assert fields["q1"]["oneOf"][0]["title"] == "Alpha (추천)"
    assert fields["q1_own_words"]["title"] == "직접 쓰기"


@pytest.mark.parametrize(
    ("words", "is_secret"),
    [
        ("Type the password", True),
        ("Which API key?", True),
        ("Which key on the keyboard?", False),
        ("Why?", False),
        ("Should we pin the lodash version?", False),
        ("What should the API key variable be called?", False),
        ("How long may a password be?", False),
    ],
)
def test_a_question_for_a_secret_is_detected(words: str, *, is_secret: bool) -> None:
    form = Form(questions=(Question(text=words, selection_mode="text_input"),))

    assert asks_for_a_secret(form) is is_secret


def test_a_question_with_options_asks_for_no_secret() -> None:
    form = Form(questions=(Question(text="Which secret store, or API key?", options=OPTIONS),))

    assert not asks_for_a_secret(form)


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
