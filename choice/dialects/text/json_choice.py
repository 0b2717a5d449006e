"""Finds the choice in a JSON text: the object itself, inside one array, or inside a wrapper."""

import json
import re
from collections.abc import Mapping
from typing import NoReturn

from choice.dialects.lenient import decoded
from choice.dialects.text import choices_fence, user_choice, user_choice_group, user_choices
from choice.models import Category, Form

_SAMPLES = frozenset(
    {"example", "examples", "sample", "schema", "$defs", "definitions", "properties", "items"}
)
"""What stands under these keys is shown, not asked."""
_WRAPPED_AT_MOST = 3
_WHITE = re.compile("[ \t\r\n]*+").match
_READERS = (user_choices, user_choice, user_choice_group)
_TYPES = tuple(reader.NAME for reader in _READERS)


def read_fence(text: str, category: Category | None) -> tuple[str, Form] | None:
    """Return the dialect and form of a `choices` block, or None where it is malformed."""
    value = _choice_in(_parsed(text), _WRAPPED_AT_MOST)
    form = choices_fence.read(value[0] if isinstance(value, list) and len(value) == 1 else value, category)
    return None if form is None else (choices_fence.NAME, form)


def read_json(text: str, category: Category | None) -> tuple[str, Form] | None:
    """Return the dialect and form of a JSON text, or None where it holds no valid choice."""
    value = _choice_in(_parsed(text), _WRAPPED_AT_MOST)
    if isinstance(value, list):
        return _read_array(value, category)
    return _read_object(value, category)


def _read_object(value: object, category: Category | None) -> tuple[str, Form] | None:
    if not isinstance(value, Mapping):
        return None
    for reader in _READERS:
        form = reader.read(value, category)
        if form is not None:
            return reader.NAME, form
    return None


def _read_array(members: list[object], category: Category | None) -> tuple[str, Form] | None:
    """Read the choices of an array as one form: they were asked together."""
    if len(members) == 1:
        return _read_object(members[0], category)
    if not all(isinstance(member, Mapping) and member.get("type") == user_choice.NAME for member in members):
        return None
    form = user_choices.form_of(None, None, members, category)
    return None if form is None else (user_choice_group.NAME, form)


def _choice_in(value: object, levels: int) -> object:
    """Return the choice, or the array of choices, in a value or its wrappers; None where there is none."""
    if isinstance(value, list):
        if value and all(isinstance(member, Mapping) and _is_choice(member) for member in value):
            return value
        return _choice_in(value[0], levels) if len(value) == 1 else None
    if not isinstance(value, Mapping) or _is_choice(value) or levels == 0:
        return value if isinstance(value, Mapping) and _is_choice(value) else None
    inside = [
        choice
        for key, member in value.items()
        if key not in _SAMPLES and (choice := _choice_in(decoded(member), levels - 1)) is not None
    ]
    if len(inside) > 1 and all(isinstance(choice, Mapping) for choice in inside):
        return inside
    return inside[0] if len(inside) == 1 else None


def _is_choice(value: Mapping[str, object]) -> bool:
    return value.get("type") in _TYPES or ("question" in value and value.get("type") is None)


def _parsed(text: str) -> object:
    """Return the value of a JSON text, several as an array, or None where it is not valid JSON."""
    values: list[object] = []
    at = _behind_white(text, 0)
    try:
        while at < len(text):
            value, end = _DECODER.raw_decode(text, at)
            values.append(value)
            at = _behind_white(text, end)
    except (ValueError, RecursionError):
        return None
    return values[0] if len(values) == 1 else values or None


def _behind_white(text: str, at: int) -> int:
    return _WHITE(text, at).end()  # type: ignore[union-attr]  # it matches the empty text too


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and the infinities, which are not JSON."""
    raise ValueError(constant)


_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)
