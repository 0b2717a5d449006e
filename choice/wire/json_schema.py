"""The JSON Schema of everything on the wire."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from choice.answers import Answer, Answered, Cancelled, Submission, Superseded, TimedOut
from choice.models import Form, Option, Question
from choice.response import ProvideChoiceResponse
from choice.wire.question_card import QuestionCard
from choice.wire.segment_line import FormLine, TextLine

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SENT: tuple[type[BaseModel], ...] = (
    *(Option, Question, Form),
    *(Answer, Answered, Cancelled, TimedOut, Superseded),
    *(ProvideChoiceResponse, TextLine, FormLine, QuestionCard),
)
"""What choicewire writes: every field is always there."""
_TAKEN: tuple[type[BaseModel], ...] = (Submission,)
"""What is sent to it: fields with a default may be left out. In the schema their names end in `Input`."""
_UNIONS = {
    "Outcome": ("Answered", "Cancelled", "TimedOut", "Superseded"),
    "SegmentLine": ("TextLine", "FormLine"),
}


def wire_schema(tools: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return one schema whose `$defs` describe everything on the wire.

    `tools` are the schemas of the tools' arguments, by the name of the tool.
    """
    return {
        "$schema": DRAFT,
        "title": "choicewire",
        "description": "Everything that choicewire puts on the wire or takes from it.",
        "$defs": dict(sorted({**_models(), **_unions(), **_arguments(tools)}.items())),
    }


def schema_of(name: str, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return one definition of the whole schema as a schema of its own, with what it refers to.

    Raises:
        KeyError: the whole schema does not define the name.
    """
    definitions = whole["$defs"]
    needed: dict[str, Any] = {}
    open_names = [name]
    while open_names:
        one = open_names.pop()
        if one not in needed:
            needed[one] = definitions[one]
            open_names += _references(definitions[one])
    return {"$schema": DRAFT, "$ref": f"#/$defs/{name}", "$defs": dict(sorted(needed.items()))}


def _models() -> dict[str, Any]:
    sent, taken = _definitions(_SENT, "serialization", ""), _definitions(_TAKEN, "validation", "Input")
    for definition in sent.values():
        if "properties" in definition:
            definition["required"] = list(definition["properties"])
    return {**sent, **taken}


def _definitions(models: Iterable[type[BaseModel]], mode: JsonSchemaMode, suffix: str) -> dict[str, Any]:
    """Return the definitions of models and of what they refer to, their names with a suffix."""
    _, schema = models_json_schema(
        [(model, mode) for model in models], ref_template=f"#/$defs/{{model}}{suffix}"
    )
    definitions: dict[str, Any] = schema["$defs"]
    for definition in definitions.values():
        for field in definition.get("properties", {}).values():
            # It only repeats the field's name.
            field.pop("title", None)
    return {f"{name}{suffix}": definition for name, definition in definitions.items()}


def _unions() -> dict[str, Any]:
    return {
        name: {"oneOf": [{"$ref": f"#/$defs/{member}"} for member in members]}
        for name, members in _UNIONS.items()
    }


def _arguments(tools: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {f"{name}.arguments": {"title": f"Arguments of {name}", **tools[name]} for name in tools}


def _references(value: object) -> list[str]:
    """Return the names of the definitions that a schema refers to."""
    if isinstance(value, Mapping):
        here = [value["$ref"].rpartition("/")[2]] if isinstance(value.get("$ref"), str) else []
        return here + [name for member in value.values() for name in _references(member)]
    if isinstance(value, list):
        return [name for member in value for name in _references(member)]
    return []
