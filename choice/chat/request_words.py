"""What a refused field is told: our own words for each of pydantic's findings, never the input."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pydantic_core import ErrorDetails

_LONGEST_FIELD: Final = 120
_LONGEST_RULE: Final = 300
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")

_WORDS: Final[Mapping[str, str]] = {
    "missing": "is required.",
    "extra_forbidden": "is not a field that is known here.",
    "string_type": "must be text.",
    "string_too_short": "must have at least {min_length} characters.",
    "string_too_long": "must have at most {max_length} characters.",
    "string_pattern_mismatch": "must have the form that the schema gives.",
    "int_type": "must be a whole number.",
    "int_from_float": "must be a whole number.",
    "int_parsing": "must be a whole number.",
    "float_type": "must be a number.",
    "float_parsing": "must be a number.",
    "finite_number": "must be a finite number.",
    "bool_type": "must be true or false.",
    "bool_parsing": "must be true or false.",
    "list_type": "must be a list.",
    "tuple_type": "must be a list.",
    "dict_type": "must be an object.",
    "model_type": "must be an object with named fields.",
    "model_attributes_type": "must be an object with named fields.",
    "too_short": "must have at least {min_length} entries.",
    "too_long": "must have at most {max_length} entries.",
    "literal_error": "must be {expected}.",
    "enum": "must be {expected}.",
    "greater_than": "must be more than {gt}.",
    "greater_than_equal": "must be at least {ge}.",
    "less_than": "must be less than {lt}.",
    "less_than_equal": "must be at most {le}.",
    "uuid_type": "must be a UUID.",
    "uuid_parsing": "must be a UUID.",
    "uuid_version": "must be a UUID of version {expected_version}.",
    "datetime_type": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "datetime_parsing": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "datetime_from_date_parsing": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "timezone_aware": "must name its time zone, such as 2026-01-31T12:00:00Z.",
    "union_tag_invalid": "must be one of {expected_tags}.",
    "none_required": "must be null.",
    # The words of our own validators, which do not repeat the input either.
    "value_error": "{error}",
}

_PLAINER: Final[Mapping[tuple[str, str, object], str]] = {
    ("string_pattern_mismatch", "pattern", r"\S"): "must not be blank.",
    ("string_too_short", "min_length", 1): "must not be empty.",
    ("too_short", "min_length", 1): "must have at least one entry.",
    ("too_long", "max_length", 1): "must have at most one entry.",
    ("literal_error", "expected", "True"): "must be true, or left out.",
}
"""Plainer words for a finding with just this in its context."""


def field_and_rule(finding: ErrorDetails) -> tuple[str, str]:
    """Return where a finding is, such as `answers[0].question_id`, and which rule is broken there."""
    kind, context = finding["type"], finding.get("ctx", {})
    words = next(
        (_PLAINER[kind, name, value] for name, value in context.items() if (kind, name, value) in _PLAINER),
        _WORDS.get(kind, "is not valid."),
    )
    try:
        rule = words.format_map(context)
    except KeyError:
        rule = "is not valid."
    return path_of(finding["loc"]), rule[:_LONGEST_RULE]


def path_of(location: Sequence[int | str]) -> str:
    """Return a path in words that are safe to show; names that only the input knows are shown if plain."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        elif _PLAIN_NAME.fullmatch(step):
            path += f".{step}" if path else step
        else:
            path += ".?" if path else "?"
    return path[:_LONGEST_FIELD] or "body"
