"""Finds the choice in a JSON text: the object itself, inside one array, or inside a wrapper."""

import json
from collections.abc import Mapping
from typing import NoReturn

from choice.dialects.text import choices_fence, user_choice, user_choice_group, user_choices
from choice.models import Category, Form

FIRST_KEYS = frozenset({
    "type", "question", "questions", "context", "choices", "options", "title", "description", "id",
    "rationale",
    "recommendedChoiceId", "multiSelect", "multi_select", "multiple", "max_selections", "maxSelections",
    "min_selections", "selection_mode", "allow_free_text", "metadata", "meta", "placeholder", "category",
    "version",
    "params", "payload", "arguments", "input", "data", "command", "commandId", "name", "tool", "kind",
    "priority",
    "urgency", "header", "text", "prompt", "message", "reason", "phase", "step", "language", "$schema",
    "intent",
    "action", "ui",
})  # fmt: skip
"""Keys with which a bare choice or its wrapper may begin; a bare object that begins otherwise is prose."""

_WRAPPERS = ("params", "payload", "arguments", "input", "data")
_WRAPPED_AT_MOST = 3
_READERS = (user_choices, user_choice, user_choice_group)


def read_fence(text: str, category: Category | None) -> tuple[str, Form] | None:
    """Return the dialect and form of a `choices` block, or None where it is malformed."""
    form = choices_fence.read(_parsed(text), category)
    return None if form is None else (choices_fence.NAME, form)


def read_json(text: str, category: Category | None) -> tuple[str, Form] | None:
    """Return the dialect and form of a JSON text, or None where it holds no valid choice."""
    value = _unwrapped(_parsed(text))
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
        return _read_object(_unwrapped(members[0]), category)
    if not all(isinstance(member, Mapping) and member.get("type") == user_choice.NAME for member in members):
        return None
    form = user_choices.form_of(None, None, members, category)
    return None if form is None else (user_choice_group.NAME, form)


def _unwrapped(value: object) -> object:
    """Return what a wrapper holds, or the value where it is none."""
    for _ in range(_WRAPPED_AT_MOST):
        inner = next(
            (value[key] for key in _WRAPPERS if isinstance(value.get(key), dict | list)),
            None,
        ) if isinstance(value, Mapping) and not _is_choice(value) else None  # fmt: skip
        if inner is None:
            return value
        value = inner
    return value


def _is_choice(value: Mapping[str, object]) -> bool:
    return value.get("type") in [reader.NAME for reader in _READERS] or "question" in value


def _parsed(text: str) -> object:
    """Return the value of a JSON text, or None where it is not valid JSON."""
    try:
        return json.loads(text, strict=False, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and the infinities, which are not JSON."""
    raise ValueError(constant)
