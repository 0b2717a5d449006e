"""Parsing of the JSON dialects."""

import json

import pytest

from choice.dialects.json_blocks import read_fence, read_json
from choice.models import Form

pytestmark = pytest.mark.requirement("SL1", "SL2")


QUESTION = {
    "question": "Which store?",
    "options": [{"id": "1", "label": "SQLite"}, {"id": "2", "label": "PostgreSQL"}],
}
SINGLE = {"type": "user_choice", **QUESTION}


def form_of(value: object) -> Form:
    """Return the form that a JSON value asks for."""
    found = read_json(json.dumps(value), "discovery")
    assert found is not None
    return found[1]


def dialect_of(value: object) -> str | None:
    """Return the dialect of a JSON value, or None where it asks nothing."""
    found = read_json(json.dumps(value), None)
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("value", "dialect"),
    [
        (SINGLE, "user_choice"),
        ({"type": "user_choice", "question": "Q?", "choices": ["a"]}, "user_choice"),
        (
            {"type": "user_choice_group", "question": "T", "choices": [QUESTION, QUESTION]},
            "user_choice_group",
        ),
        ({"question": "T", "choices": [QUESTION, QUESTION]}, "user_choice_group"),
        ({"type": "user_choices", "title": "T", "questions": [QUESTION]}, "user_choices"),
        ([SINGLE], "user_choice"),
        ([SINGLE, SINGLE], "user_choice_group"),
        ({"params": {"payload": SINGLE}}, "user_choice"),
        ({"payload": SINGLE}, "user_choice"),
        ({"command": "ask", "arguments": [SINGLE]}, "user_choice"),
        ([{"payload": SINGLE}], "user_choice"),
        ({"a": {"b": SINGLE}}, "user_choice"),
        ({"result": SINGLE, "id": 7}, "user_choice"),
        ({"tool": "ask", "arguments": json.dumps(SINGLE)}, "user_choice"),
        ({"type": "tool_use", "name": "ask", "input": SINGLE}, "user_choice"),
        ({"first": SINGLE, "second": SINGLE}, "user_choice_group"),
        ({"questions": [SINGLE, SINGLE]}, "user_choice_group"),
    ],
)
def test_a_choice_is_found_bare_in_an_array_and_in_a_wrapper(value: object, dialect: str) -> None:
    assert dialect_of(value) == dialect


@pytest.mark.parametrize(
    "value",
    [
        1,
        [],
        {},
        [1, 2],
        [SINGLE, 1],
        QUESTION,
        {"type": "user_choice", "options": ["a"]},
        {"type": "user_choice", "question": "Q?", "options": []},
        {"type": "user_choice", "question": "Q?", "options": "a"},
        {"type": "user_choice", "question": "Q" * 8001, "options": ["a"]},
        {"type": "user_choice", "question": "Q?", "options": ["a"] * 101},
        {"type": "user_choice_group", "question": "T", "choices": [QUESTION, 1]},
        {"type": "user_choice_group", "question": "T", "choices": []},
        {"type": "user_choice_group", "question": "T", "choices": [QUESTION] * 21},
        {"type": "user_choices", "title": "T" * 8001, "questions": [QUESTION]},
        {"type": {"a": 1}, "question": "Q?", "options": ["a"]},
        {"type": "object", "question": "T", "choices": [QUESTION]},
        {"question": "Q?", "choices": ["a", "b"]},
        {"a": {"type": "b"}, "c": 1},
        {"example": SINGLE},
        [QUESTION, SINGLE],
        {"a": [SINGLE], "b": [SINGLE]},
        {"payload": {"payload": {"payload": {"payload": SINGLE}}}},
        [SINGLE, {"type": "user_choice"}],
    ],
)
def test_an_incomplete_choice_is_ignored(value: object) -> None:
    assert dialect_of(value) is None


@pytest.mark.parametrize(
    "text", ["", "{", '{"type":"user_choice",}', '{"a":NaN}', "[" * 5000, '{"a":' + "9" * 5000 + "}"]
)
def test_text_that_is_not_json_is_ignored(text: str) -> None:
    assert read_json(text, None) is None
    assert read_fence(text, None) is None


def test_options_are_numbered_made_unique_and_dropped_without_a_label() -> None:
    options = [
        {"label": "a"},
        {"id": "1", "label": "b"},
        {"id": "1", "label": "c"},
        {"id": "4"},
        None,
        7,
        "d",
    ]

    form = form_of({"type": "user_choice", "question": "Q?", "options": options})

    assert [(option.id, option.label) for option in form.questions[0].options] == [
        ("1-2", "a"),
        ("1", "b"),
        ("1-3", "c"),
        ("4", "7"),
        ("5", "d"),
    ]


@pytest.mark.parametrize(
    "options",
    [
        ["A", "A", "B"],
        ["A", " a ", "B"],
        ["A", "Ａ", "B"],
        [{"id": "1", "label": "A"}, {"id": "1", "label": "A"}, {"id": "2", "label": "B"}],
        ["A", "A (recommended)", "B"],
    ],
)
def test_a_duplicate_option_is_shown_once(options: list[object]) -> None:
    question = form_of({**SINGLE, "options": options}).questions[0]

    assert [option.label for option in question.options] == ["A", "B"]
    assert question.options[0].recommended == ("A (recommended)" in options)


@pytest.mark.parametrize(
    "options",
    [
        [{"id": "1", "label": "A"}, {"id": "2", "label": "A"}],
        [{"label": "A", "value": "x"}, {"label": "a", "value": "y"}],
        [{"label": "A", "description": "this"}, {"label": "A", "description": "that"}],
    ],
)
def test_different_options_that_look_alike_are_ignored(options: list[object]) -> None:
    assert dialect_of({**SINGLE, "options": options}) is None


@pytest.mark.requirement("SL9")
def test_a_boolean_id_is_sent_as_text() -> None:
    options = [{"id": True, "label": "Yes"}, {"id": False, "label": "No"}]

    question = form_of({**SINGLE, "options": options, "recommendedChoiceId": False}).questions[0]

    assert question.option_ids == ("true", "false")
    assert [option.recommended for option in question.options] == [False, True]


@pytest.mark.parametrize("others", [["SQLite", "PostgreSQL"], json.dumps(QUESTION["options"][:1])])
def test_different_options_and_choices_are_ambiguous(others: object) -> None:
    assert dialect_of({**SINGLE, "choices": others}) is None


@pytest.mark.parametrize("others", [QUESTION["options"], json.dumps(QUESTION["options"]), [], None])
def test_options_and_choices_may_be_equal(others: object) -> None:
    assert form_of({**SINGLE, "choices": others}) == form_of(SINGLE)


@pytest.mark.requirement("FB4")
def test_a_value_of_another_type_is_sent_as_text() -> None:
    options = [
        {"label": "Yes", "value": True},
        {"label": "No", "value": False},
        {"label": "Twice", "value": 2},
    ]

    question = form_of({**SINGLE, "options": options}).questions[0]

    assert [option.value for option in question.options] == ["true", "false", "2"]


def test_a_group_keeps_its_heading_and_its_questions() -> None:
    form = form_of(
        {"type": "user_choice_group", "question": "Set-up", "context": "Why", "choices": [QUESTION, QUESTION]}
    )

    assert (form.title, form.context) == ("Set-up", "Why")
    assert [question.id for question in form.questions] == ["q1", "q2"]
    assert {question.category for question in form.questions} == {"discovery"}


def test_questions_keep_their_ids_unless_two_are_the_same() -> None:
    own = form_of(
        {"type": "user_choices", "questions": [{"id": "db", **QUESTION}, {"id": "auth", **QUESTION}]}
    )
    double = form_of(
        {"type": "user_choices", "questions": [{"id": "db", **QUESTION}, {"id": "db", **QUESTION}]}
    )

    assert [question.id for question in own.questions] == ["db", "auth"]
    assert [question.id for question in double.questions] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("context", "expected"),
    [(None, "T" * 201), ("Why", "T" * 201 + "\n\nWhy")],
    ids=["alone", "with context"],
)
def test_a_title_that_is_too_long_becomes_context(context: str | None, expected: str) -> None:
    form = form_of(
        {"type": "user_choices", "title": "T" * 201, "description": context, "questions": [QUESTION]}
    )

    assert (form.title, form.context) == (None, expected)


@pytest.mark.parametrize(
    ("extra", "mode", "most"),
    [
        ({}, "single", 1),
        ({"multiSelect": True}, "multi", 2),
        ({"multi_select": True}, "multi", 2),
        ({"multiple": True}, "multi", 2),
        ({"max_selections": 2}, "multi", 2),
        ({"max_selections": 9}, "multi", 2),
        ({"max_selections": 0}, "single", 1),
        ({"max_selections": True}, "single", 1),
        ({"maxSelections": 1}, "single", 1),
        ({"max_selections": "2"}, "multi", 2),
        ({"allow_multiple": True}, "multi", 2),
        ({"allowMultiple": "true"}, "multi", 2),
        ({"selection_mode": "multi"}, "multi", 2),
        ({"selectionMode": "Multiple"}, "multi", 2),
        ({"selection_mode": "hurried"}, "single", 1),
        ({"min_selections": 2}, "multi", 2),
        ({"min_selections": 2, "max_selections": 1}, "multi", 2),
        ({"min_selections": 0}, "single", 1),
        ({"question": "Which? (select all that apply)"}, "multi", 2),
        ({"context": "Pick two."}, "multi", 2),
        ({"question": "Which? (select all that apply)", "multiSelect": False}, "single", 1),
    ],
)
def test_an_object_may_allow_several_options(extra: dict[str, object], mode: str, most: int) -> None:
    question = form_of({**SINGLE, **extra}).questions[0]

    assert (question.selection_mode, question.max_selections) == (mode, most)


@pytest.mark.parametrize(
    ("extra", "least"),
    [
        ({"multiSelect": True}, 1),
        ({"min_selections": 2}, 2),
        ({"minSelections": 9}, 2),
        ({"multiSelect": True, "min_selections": 0}, 0),
        ({"min_selections": 0}, 1),
        ({"question": "Which stores? Pick two."}, 2),
    ],
)
def test_an_object_may_set_the_minimum(extra: dict[str, object], least: int) -> None:
    assert form_of({**SINGLE, **extra}).questions[0].min_selections == least


def test_a_recommended_id_marks_its_option() -> None:
    question = form_of({**SINGLE, "recommendedChoiceId": "2"}).questions[0]

    assert [option.recommended for option in question.options] == [False, True]


@pytest.mark.parametrize(
    ("metadata", "kept"),
    [
        ({"phase": "scope", "n": 1}, {"phase": "scope", "n": 1}),
        ("text", {}),
        ({"x": "y" * 5000}, {}),
        ({str(number): 1 for number in range(33)}, {}),
        ({"x": "\ud800"}, {}),
    ],
    ids=["small", "no object", "too large", "too many", "not writable"],
)
@pytest.mark.requirement("QC11")
def test_small_metadata_is_kept(metadata: object, kept: dict[str, object]) -> None:
    assert form_of({**SINGLE, "metadata": metadata}).questions[0].metadata == kept


@pytest.mark.requirement("FB1")
def test_a_fence_has_a_question_whose_options_have_values() -> None:
    found = read_fence(
        '{"question":"How?","options":[{"label":"Feed","value":"rss"},{"label":"Agent","value":"agentic"}]}',
        None,
    )

    assert found is not None
    dialect, form = found
    assert dialect == "choices_fence"
    assert [(option.id, option.value) for option in form.questions[0].options] == [
        ("1", "rss"),
        ("2", "agentic"),
    ]


@pytest.mark.requirement("FB7")
@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"question":"How?"}',
        '{"options":["a"]}',
        '{"question":"How?","options":[{"label":"Fast","value":{"mode":"fast"}}]}',
        '{"question":"How?","options":"[{\\"label\\":\\"Fast\\",\\"value\\":[1]}]"}',
        '{"question":"How?","choices":["Slow",{"label":"Fast","value":["fast"]}]}',
        '{"question":"How?","options":[{"label":"Fast","value":"x"},{"label":"Slow","value":"x"}]}',
        '{"question":"How?","options":[{"label":"Fast","value":"Slow"},"Slow"]}',
    ],
)
def test_a_malformed_fence_is_ignored(text: str) -> None:
    assert read_fence(text, None) is None


@pytest.mark.requirement("FB1", "SL2")
@pytest.mark.parametrize("wrapped", ["[%s]", '{"payload": %s}', '{"params": {"payload": [%s]}}'])
def test_a_fence_is_read_through_its_wrappers(wrapped: str) -> None:
    block = '{"question":"How?","options":[{"label":"Fast","value":"f"},"Slow"]}'

    assert read_fence(wrapped % block, None) == read_fence(block, None) is not None


@pytest.mark.requirement("SL1")
@pytest.mark.parametrize("between", ["", "\n", "\n\n  "])
def test_several_choices_in_one_text_form_a_group(between: str) -> None:
    block = '{"type":"user_choice","question":"How?","options":["a","b"]}'

    assert read_json(f"\n{block}{between}{block} ", None) == read_json(f"[{block},{block}]", None) is not None


@pytest.mark.parametrize("text", ["", " \n", "{}{", '{"question":"How?","options":["a"]} and more'])
def test_incomplete_json_is_ignored(text: str) -> None:
    assert read_json(text, None) is None
    assert read_fence(text, None) is None
