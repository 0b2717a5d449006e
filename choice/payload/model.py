"""Validate payloads with pydantic and report the first error as a field and a rule in plain words.

The wording of a rule is derived from the JSON Schema of the model, so that the published schema, the
validation and the error texts agree.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError, model_validator
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema
from typing_extensions import override

from choice.errors import ChoiceError

PAYLOAD = "payload"
"""Field name of errors that concern the payload as a whole."""
_REQUIRED = "is required, with at least one visible character."
_SHOWN_NAME = 40


class Payload(BaseModel):
    """Base of request models: unknown fields are rejected, and null means that a field is absent."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    ignored: ClassVar[frozenset[str]] = frozenset()
    """Names of fields that are accepted and ignored."""

    @classmethod
    def published_schema(cls) -> dict[str, Any]:
        """Return a copy of the JSON Schema of this model, without the unpublished fields."""
        schema: dict[str, Any] = _published(schema_of(cls))
        return schema

    @model_validator(mode="before")
    @classmethod
    def _known_and_present(cls, values: object) -> object:
        if not isinstance(values, dict):
            return values
        for name, value in values.items():
            if name not in cls.model_fields and name not in cls.ignored:
                reject(_unknown(name, list(cls.model_fields)), name[: _SHOWN_NAME + 1])
            if isinstance(value, list):  # Check the length before the entries.
                schema = schema_of(cls)["properties"].get(name, {})
                if len(value) > schema.get("maxItems", len(value)):
                    reject(_rule("too_long", schema), name)
        return {
            name: value for name, value in values.items() if value is not None and name not in cls.ignored
        }


_Model = TypeVar("_Model", bound=Payload)


def reject(rule: str, *at: str | int) -> NoReturn:
    """Fail validation with a rule; `at` is the path from the validated value to the field that breaks it."""
    kind, template = "rule", "{rule}"
    raise PydanticCustomError(kind, template, {"rule": rule, "at": at})


def validated(
    model: type[_Model], values: object, rejection: Callable[[str, str, object], ChoiceError]
) -> _Model:
    """Validate plain values against a model.

    `rejection` makes the error to raise from the field, the rule and the values.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        field, rule = _first_fault(error, schema_of(model))
        raise rejection(field, rule, values) from None


def _first_fault(error: ValidationError, schema: Mapping[str, Any]) -> tuple[str, str]:
    """Return the field of the first error and the rule that it breaks."""
    first = error.errors(include_url=False, include_input=False)[0]
    context = first.get("ctx", {})
    path = (*first["loc"], *context.get("at", ()))
    for step in path:
        inner = schema.get("items" if isinstance(step, int) else "properties", {})
        schema = inner if isinstance(step, int) else inner.get(step, {})
    return _field(path), context.get("rule") or _rule(first["type"], schema)


def _rule(kind: str, schema: Mapping[str, Any]) -> str:
    """Return the rule that a schema states; `kind` is the type of pydantic's error."""
    if kind in {"missing", "string_too_short"} or (kind == "too_short" and schema.get("type") == "string"):
        return _REQUIRED if "enum" not in schema else f"is required: one of {', '.join(schema['enum'])}."
    if kind == "string_unicode":
        return "must not contain half of a surrogate pair."
    if kind == "string_too_long":
        return f"must be at most {schema['maxLength']} characters."
    if "enum" in schema:
        return f"must be one of {', '.join(schema['enum'])}."
    rules = {
        "string": "must be text.",
        "boolean": "must be true or false.",
        "integer": "must be a whole number from {minimum} to {maximum}.",
        "array": "must be a list of {minItems} to {maxItems} entries."
        if "minItems" in schema
        else "must be a list of at most {maxItems} entries.",
    }
    return rules.get(schema.get("type", ""), "must be an object with named fields.").format_map(schema)


def _unknown(name: str, known: Sequence[str]) -> str:
    """Return the rule that an unknown field breaks."""
    meant = get_close_matches(name[:_SHOWN_NAME], known, n=1)
    hint = f"did you mean {meant[0]}?" if meant else f"known are {', '.join(known)}."
    return f"is not a field here; {hint}"


def _field(path: Sequence[str | int]) -> str:
    """Return the path of a field, such as `options[2].label`; unusual names are escaped and cut."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{_name(step)}" for step in path]
    return "".join(steps).removeprefix(".") or PAYLOAD


def _name(name: str) -> str:
    return name if len(name) <= _SHOWN_NAME and name.isidentifier() else repr(name[:_SHOWN_NAME])


class _Inline(GenerateJsonSchema):
    """Generates schemas without null (null means absent) and without titles that repeat the field name."""

    @override
    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    @override
    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        default = schema.get("default")
        return {**inner, "default": default} if isinstance(default, str) and default else inner

    @override
    def field_title_should_be_set(self, schema: object) -> bool:
        return False


UNPUBLISHED: dict[str, JsonValue] = {"unpublished": True}
"""`json_schema_extra` of a field that is accepted but left out of the published schema."""


@cache
def schema_of(model: type[Payload]) -> dict[str, Any]:
    """Return the JSON Schema of a model, with its definitions inlined."""
    schema = model.model_json_schema(schema_generator=_Inline)
    definitions = schema.pop("$defs", {})

    def inlined(value: Any) -> Any:  # noqa: ANN401 - any part of a schema
        if isinstance(value, list):
            return [inlined(one) for one in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return inlined(definitions[value["$ref"].rpartition("/")[2]])
        hidden = {"title", "description"} if "properties" in value else set()
        return {name: inlined(one) for name, one in value.items() if name not in hidden}

    whole: dict[str, Any] = inlined(schema)
    return whole


def _published(value: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(value, list):
        return [_published(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _published(one)
        for name, one in value.items()
        if not (isinstance(one, dict) and one.get("unpublished") is True)
    }
