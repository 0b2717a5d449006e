"""The JSON Schema of everything on the wire."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema
from typing_extensions import override

from choice.answers import Answer, Answered, Cancelled, Submission, Superseded, TimedOut
from choice.models import Form, Option, Question
from choice.response import ProvideChoiceResponse
from choice.wire.card_stream import ThreadEvents
from choice.wire.question_card import QuestionCard
from choice.wire.segments import FormLine, TextLine
from choice.wire.token_stream import DoneFrame, ErrorFrame, MetadataFrame, QuestionCardFrame, TokenFrame

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SENT: tuple[type, ...] = (
    *(Option, Question, Form),
    *(Answer, Answered, Cancelled, TimedOut, Superseded),
    *(ProvideChoiceResponse, TextLine, FormLine, QuestionCard),
    *(ThreadEvents, MetadataFrame, TokenFrame, QuestionCardFrame, DoneFrame, ErrorFrame),
)
"""What choicewire writes: every field is always there, but for those that are marked as not required."""
_TAKEN: tuple[type, ...] = (Submission,)
"""What is sent to it: fields with a default may be left out. In the schema their names end in `Input`."""
_UNIONS = {
    "Outcome": ("Answered", "Cancelled", "TimedOut", "Superseded"),
    "SegmentLine": ("TextLine", "FormLine"),
    "ChatStreamFrame": ("MetadataFrame", "TokenFrame", "QuestionCardFrame", "DoneFrame", "ErrorFrame"),
}


def wire_schema(
    tools: Mapping[str, Mapping[str, Any]], sent: Sequence[type] = (), taken: Sequence[type] = ()
) -> dict[str, Any]:
    """Return one schema whose `$defs` describe everything on the wire.

    `tools` are the schemas of the tools' arguments, by the name of the tool; `sent` and `taken` are what an
    edge writes and reads beside all that is written and read here.
    """
    models = _models((*_SENT, *sent), (*_TAKEN, *taken))
    return {
        "$schema": DRAFT,
        "title": "choicewire",
        "description": "Everything that choicewire puts on the wire or takes from it.",
        "$defs": dict(sorted({**models, **_unions(), **_arguments(tools)}.items())),
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


class _Written(GenerateJsonSchema):
    """Requires every field of a model, for what has a default is written too."""

    @override
    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """Return the schema of a model; one may say by its configuration that what is empty is left out."""
        written = super().model_schema(schema)
        config = schema["cls"].model_config
        if "properties" in written and config.get("json_schema_serialization_defaults_required") is not False:
            written["required"] = list(written["properties"])
        return written


def _models(sent: Sequence[type], taken: Sequence[type]) -> dict[str, Any]:
    written = _definitions(sent, "serialization", "", _Written)
    return {**written, **_definitions(taken, "validation", "Input", GenerateJsonSchema)}


def _definitions(
    models: Sequence[type], mode: JsonSchemaMode, suffix: str, generator: type[GenerateJsonSchema]
) -> dict[str, Any]:
    """Return the definitions of models and of what they refer to, their names with a suffix."""
    _, schema = TypeAdapter.json_schemas(
        [(model.__name__, mode, TypeAdapter(model)) for model in models],
        ref_template=f"#/$defs/{{model}}{suffix}",
        schema_generator=generator,
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
