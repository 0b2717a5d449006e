from collections.abc import Iterator
from typing import Any

import pytest

from choice.dialects import tool_dialects
from choice.models import Answer, Answered, Form, Option, Question
from choice.server.app import REQUEST_MODELS, RESPONSE_MODELS
from choice.wire import FormLine, TextLine, card_of, schema_of, wire_schema

WHOLE = wire_schema(
    {dialect.tool_name: dialect.parameters for dialect in tool_dialects()}, RESPONSE_MODELS, REQUEST_MODELS
)
OPTIONS = (Option(id="1", label="A"), Option(id="2", label="B"))
TYPES = {"object", "array", "string", "integer", "number", "boolean", "null"}
MEMBERS = {"properties", "$defs"}
LISTS = {"anyOf", "oneOf", "allOf"}
SINGLE = {"items", "additionalProperties"}
PLAIN = {
    *("$schema", "$ref", "title", "description", "type", "required", "enum", "const", "default", "format"),
    *(
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "pattern",
        "uniqueItems",
        "examples",
    ),
}


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - what stands in a schema
    if isinstance(schema, bool):
        return
    yield schema
    for key, value in schema.items():
        inner = (
            value.values() if key in MEMBERS else value if key in LISTS else [value] if key in SINGLE else []
        )
        for one in inner:
            yield from subschemas(one)


def test_every_keyword_is_valid_in_the_draft() -> None:
    for schema in subschemas(WHOLE):
        assert set(schema) <= MEMBERS | LISTS | SINGLE | PLAIN
        assert schema.get("type", "object") in TYPES
        assert isinstance(schema.get("required", []), list)
        assert set(schema.get("required", [])) <= set(schema.get("properties", {}))


def test_every_reference_has_a_definition() -> None:
    wanted = {schema["$ref"] for schema in subschemas(WHOLE) if "$ref" in schema}

    assert wanted
    assert wanted <= {f"#/$defs/{name}" for name in WHOLE["$defs"]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Form", Form(questions=(Question(text="Why?", options=OPTIONS),))),
        ("Answered", Answered(answers=(Answer(question_id="q1", option_ids=("1",)),))),
        ("TextLine", TextLine(text="Hello")),
        ("QuestionCard", card_of(Question(text="Why?", options=OPTIONS), "i1", "discovery", {})),
        (
            "FormLine",
            FormLine(
                dialect="user_choice",
                form=Form(questions=(Question(text="Why?", options=OPTIONS),)),
                source="{}",
            ),
        ),
    ],
)
def test_sent_models_have_every_field_that_the_schema_requires(name: str, value: Any) -> None:  # noqa: ANN401
    definition = WHOLE["$defs"][name]

    assert list(value.model_dump(mode="json")) == definition["required"] == list(definition["properties"])


def test_accepted_models_may_omit_fields_with_defaults() -> None:
    assert WHOLE["$defs"]["AnswerInput"]["required"] == ["question_id"]
    assert WHOLE["$defs"]["SubmissionInput"]["properties"]["answers"]["items"] == {
        "$ref": "#/$defs/AnswerInput"
    }


def test_an_undefined_name_raises_a_key_error() -> None:
    with pytest.raises(KeyError):
        schema_of("Nonsense", WHOLE)
