"""Generate the JSON Schema of all messages that choicewire sends and accepts."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema
from typing_extensions import override

from choice.models import (
    Answer,
    Answered,
    Cancelled,
    Form,
    Option,
    Question,
    Submission,
    Superseded,
    TimedOut,
)
from choice.response import ProvideChoiceResponse
from choice.wire.chat_streams import (
    DoneFrame,
    ErrorFrame,
    MetadataFrame,
    QuestionCardFrame,
    ThreadEvents,
    TokenFrame,
)
from choice.wire.vocabulary import FormLine, QuestionCard, TextLine

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SENT: tuple[type, ...] = (
    *(Option, Question, Form),
    *(Answer, Answered, Cancelled, TimedOut, Superseded),
    *(ProvideChoiceResponse, TextLine, FormLine, QuestionCard),
    *(ThreadEvents, MetadataFrame, TokenFrame, QuestionCardFrame, DoneFrame, ErrorFrame),
)
"""Models of sent messages. Every field is present, unless it is marked as not required."""
_TAKEN: tuple[type, ...] = (Submission,)
"""Models of accepted messages. Fields with a default may be omitted. Schema names end in `Input`."""
_UNIONS = {
    "Outcome": ("Answered", "Cancelled", "TimedOut", "Superseded"),
    "SegmentLine": ("TextLine", "FormLine"),
    "ChatStreamFrame": ("MetadataFrame", "TokenFrame", "QuestionCardFrame", "DoneFrame", "ErrorFrame"),
}


def wire_schema(
    tools: Mapping[str, Mapping[str, Any]], sent: Sequence[type] = (), taken: Sequence[type] = ()
) -> dict[str, Any]:
    """Return one schema whose `$defs` describe all messages.

    `tools` contains the argument schemas by tool name. `sent` and `taken` contain further models of sent
    and accepted messages.
    """
    models = _models((*_SENT, *sent), (*_TAKEN, *taken))
    return {
        "$schema": DRAFT,
        "title": "choicewire",
        "description": "Everything that choicewire puts on the wire or takes from it.",
        "$defs": dict(sorted({**models, **_unions(), **_arguments(tools)}.items())),
    }


def schema_of(name: str, whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return a separate schema for one definition, with the definitions that it references.

    Raises:
        KeyError: The schema has no such definition.
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


class _SentSchema(GenerateJsonSchema):
    """Marks every field of a model as required, because fields with a default are also sent."""

    @override
    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """Return the schema of a model. Models that omit empty fields keep their optional fields."""
        written = super().model_schema(schema)
        config = schema["cls"].model_config
        if "properties" in written and config.get("json_schema_serialization_defaults_required") is not False:
            written["required"] = list(written["properties"])
        return written


def _models(sent: Sequence[type], taken: Sequence[type]) -> dict[str, Any]:
    written = _definitions(sent, "serialization", "", _SentSchema)
    return {**written, **_definitions(taken, "validation", "Input", GenerateJsonSchema)}


def _definitions(
    models: Sequence[type], mode: JsonSchemaMode, suffix: str, generator: type[GenerateJsonSchema]
) -> dict[str, Any]:
    """Return the definitions of models and of their references, with a suffix added to the names."""
    _, schema = TypeAdapter.json_schemas(
        [(model.__name__, mode, TypeAdapter(model)) for model in models],
        ref_template=f"#/$defs/{{model}}{suffix}",
        schema_generator=generator,
    )
    definitions: dict[str, Any] = schema["$defs"]
    for definition in definitions.values():
        for field in definition.get("properties", {}).values():
            # The title only repeats the name of the field.
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
    """Return the names of the definitions that a schema references."""
    if isinstance(value, Mapping):
        here = [value["$ref"].rpartition("/")[2]] if isinstance(value.get("$ref"), str) else []
        return here + [name for member in value.values() for name in _references(member)]
    if isinstance(value, list):
        return [name for member in value for name in _references(member)]
    return []
