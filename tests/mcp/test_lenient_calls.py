"""Which calls are accepted, and how rejected calls are corrected."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from choice.errors import InvalidRequest
from choice.mcp.correction import InvalidCall
from choice.mcp.tools import ToolRequest, parse_call, session_in, tools
from tests.mcp.sloppy_calls import CHOICE_CALLS, GOOD, LITE, PG, STRICT_FILLINGS, TEXT

MEANINGLESS = {"inverted limits", "equal labels", "an unknown default", "an empty prompt"}


def rejection(call: Mapping[str, Any]) -> InvalidCall | None:
    try:
        parse_call("provide_choice", call)
    except InvalidCall as error:
        return error
    return None


@pytest.mark.requirement("IN3")
def test_sloppy_calls_are_accepted_unless_they_mean_nothing() -> None:
    rejected = {name for name, call in CHOICE_CALLS.items() if rejection(call) is not None}

    assert len(CHOICE_CALLS) >= 60
    assert rejected == MEANINGLESS


@pytest.mark.requirement("IN3", "PC2")
@pytest.mark.parametrize(
    "call",
    [
        *[CHOICE_CALLS[name] for name in sorted(MEANINGLESS)],
        GOOD | {"options": [PG, {"id": "x", "label": "Other"}]},
        {},
        {"title": "x" * 300, "prompt": "", "options": ["A", "A"], "default_selection_ids": ["B"]},
        GOOD | {"prompt": "x" * 9000},
        GOOD | {"options": [LITE, {"id": "pg"}, None]},
        GOOD | {"options": [LITE | {"description": "y" * 600}, PG | {"label": 3.5}]},
        GOOD | {"timeout_seconds": -5},
        GOOD | {"options": [LITE] * 120},
        TEXT | {"selection_mode": "hybrid", "options": ["A", "B"], "placeholder": "p" * 300},
    ],
)
def test_a_rejected_call_comes_with_a_corrected_one_that_is_accepted(call: dict[str, Any]) -> None:
    rejected = rejection(call)

    assert rejected is not None
    corrected = json.loads(rejected.text().partition("A corrected call: ")[2])
    assert isinstance(parse_call("provide_choice", corrected), ToolRequest)


@pytest.mark.requirement("IN3", "PC2")
def test_all_errors_of_a_call_are_reported_at_once() -> None:
    rejected = rejection({
        "prompt": "",
        "options": ["A", "a"],
        "selection_mode": "multi",
        "default_selection_ids": ["C"],
        "timeout_seconds": -1,
    })  # fmt: skip

    assert rejected is not None
    fields = {fault.partition(":")[0] for fault in rejected.faults}
    assert {"title", "prompt", "options", "options[1].label", "default_selection_ids"} <= fields


@pytest.mark.requirement("IN3")
@pytest.mark.parametrize("filling", sorted(STRICT_FILLINGS))
@pytest.mark.parametrize("mode", ["single", "multi", "text_input", "hybrid"])
def test_a_call_in_which_every_field_is_filled_is_accepted(filling: str, mode: str) -> None:
    options: dict[str, Any] = {"options": []} if mode == "text_input" else {}
    filled = STRICT_FILLINGS[filling] | GOOD | {"selection_mode": mode} | options

    assert set(filled) == set(schema_of("provide_choice")["properties"])
    assert rejection(filled) is None


@pytest.mark.requirement("IN3")
def test_every_field_of_a_form_may_be_filled() -> None:
    question = {
        "id": "",
        "text": "Which one?",
        "context": "",
        "selection_mode": "single",
        "options": [{"id": "", "label": "A", "description": "", "recommended": False}, "B"],
        "default_selection_ids": [],
        "min_selections": 0,
        "max_selections": 0,
        "allow_free_text": True,
        "placeholder": "",
    }
    filled: dict[str, Any] = {
        "title": "",
        "context": None,
        "questions": [question, question | {"text": "Why?", "options": [], "selection_mode": "text_input"}],
        "timeout_seconds": 0,
        "use_defaults": False,
        "session_id": "",
        "project": "",
        "run_url": "",
        "urgency": "normal",
        "audience": {"users": [], "roles": []},
    }

    form = parse_call("ask_form", filled).form

    assert set(filled) == set(schema_of("ask_form")["properties"])
    assert set(question) == set(schema_of("ask_form")["properties"]["questions"]["items"]["properties"])
    assert [one.id for one in form.questions] == ["q1", "q2"]
    assert form.questions[0].option_ids == ("1", "2")


@pytest.mark.requirement("IN3")
@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (GOOD, []),
        (GOOD | {"colour": "red"}, ["These fields are unknown and were ignored: colour."]),
        (GOOD | {"selection_mode": "radio"}, ["selection_mode was read as single."]),
        (GOOD | {"use_defaults": True}, ["use_defaults was ignored, because no defaults are named."]),
        (
            TEXT | {"selection_mode": "single"},
            ["selection_mode was read as text_input, because there are no options."],
        ),
    ],
)
def test_the_result_says_how_a_call_was_read(call: dict[str, Any], advice: list[str]) -> None:
    assert list(parse_call("provide_choice", call).advice) == advice


def test_what_a_call_says_is_kept() -> None:
    request = parse_call("provide_choice", CHOICE_CALLS["value and name"] | {"timeout": "2 min"})
    question = request.form.questions[0]

    assert [(one.id, one.label, one.recommended) for one in question.options] == [
        ("lite", "SQLite", True),
        ("pg", "Pg", False),
    ]
    assert request.timeout == 120
    assert request.form.title == "Store"


def test_a_header_of_a_form_question_is_kept() -> None:
    asked = {"questions": [{"question": "Which store?", "header": "Store", "choices": ["A", "B"]}]}

    question = parse_call("ask_form", asked).form.questions[0]

    assert (question.text, question.metadata) == ("Which store?", {"header": "Store"})


def test_several_questions_in_one_choice_are_rejected() -> None:
    with pytest.raises(InvalidRequest, match="ask_form"):
        parse_call("provide_choice", {"questions": [GOOD, GOOD]})


@pytest.mark.parametrize("session_id", ["", "none", "NULL", "n/a", "new", " "])
def test_a_session_id_that_says_nothing_is_absent(session_id: str) -> None:
    assert session_in({"session_id": session_id}) is None


# --- Schemas that strict modes accept ---

REFUSED = {
    # OpenAI, strict mode and structured outputs.
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas",
    "patternProperties", "unevaluatedProperties", "propertyNames", "default",
    # Anthropic, strict tools: no numeric, length or array limits beyond small minItems.
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "minItems", "maxItems", "uniqueItems", "pattern", "format",
    # Gemini, function declarations: no references.
    "$ref", "$defs", "definitions", "$schema", "const",
}  # fmt: skip


def schema_of(tool: str) -> dict[str, Any]:
    (found,) = [one.input_schema for one in tools(lists_all=True) if one.name == tool]
    return found


def objects(schema: object) -> list[dict[str, Any]]:
    """Return the schema and all schemas inside it."""
    if isinstance(schema, list):
        return [inner for one in schema for inner in objects(one)]
    if not isinstance(schema, dict):
        return []
    inner = schema.get("properties", {})
    return [schema, *objects(list(inner.values())), *objects(schema.get("items"))]


@pytest.mark.requirement("IN3")
@pytest.mark.parametrize("tool", [one.name for one in tools(lists_all=True)])
def test_schemas_have_nothing_that_strict_modes_reject(tool: str) -> None:
    for schema in objects(schema_of(tool)):
        assert REFUSED.isdisjoint(schema)
        assert isinstance(schema["type"], str)
        if schema["type"] == "object":
            assert schema["additionalProperties"] is False
            assert set(schema.get("required", [])) <= set(schema["properties"])


@pytest.mark.requirement("IN3")
def test_the_usual_tools_are_short() -> None:
    listed = [one.model_dump(by_alias=True, exclude_none=True, mode="json") for one in tools()]

    assert [one["name"] for one in listed] == [
        "provide_choice",
        "ask_form",
        "collect_answer",
        "list_open_questions",
    ]
    # As it is sent.
    assert len(json.dumps(listed, separators=(",", ":"))) <= 9_000
