"""A small JSON Schema validator for the keywords that our tools use; it fails on any other keyword."""

from collections.abc import Mapping
from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
}
BOUNDS = {"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"}
KEYWORDS = BOUNDS | {
    "type",
    "description",
    "default",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
}


def check_schema(schema: Mapping[str, Any]) -> None:
    """Assert that a schema is well formed, and that it says what every object may hold."""
    assert set(schema) <= KEYWORDS
    assert schema["type"] in TYPES
    assert all(isinstance(schema[name], int) for name in BOUNDS & set(schema))
    if schema["type"] == "object":
        assert schema["additionalProperties"] is False
        assert set(schema.get("required", [])) <= set(schema["properties"])
        for inner in schema["properties"].values():
            check_schema(inner)
    if schema["type"] == "array":
        check_schema(schema["items"])


def faults(schema: Mapping[str, Any], value: object, path: str = "") -> list[str]:
    """Return the places at which a value does not fit a schema."""
    if not isinstance(value, TYPES[schema["type"]]):
        return [path]
    found = [] if value in schema.get("enum", [value]) else [path]
    if isinstance(value, dict):
        missing = set(schema.get("required", [])) - set(value)
        unknown = set(value) - set(schema["properties"])
        found += [f"{path}.{name}" for name in sorted(missing | unknown)]
        for name in set(value) - unknown:
            found += faults(schema["properties"][name], value[name], f"{path}.{name}")
    elif isinstance(value, list):
        found += _out_of_bounds(schema, len(value), "minItems", "maxItems", path)
        for at, member in enumerate(value):
            found += faults(schema["items"], member, f"{path}[{at}]")
    elif isinstance(value, str):
        found += _out_of_bounds(schema, len(value), "minLength", "maxLength", path)
    elif isinstance(value, int):
        found += _out_of_bounds(schema, value, "minimum", "maximum", path)
    return found


def _out_of_bounds(schema: Mapping[str, Any], size: int, least: str, most: str, path: str) -> list[str]:
    return [] if schema.get(least, size) <= size <= schema.get(most, size) else [path]
