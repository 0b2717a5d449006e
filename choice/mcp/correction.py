"""Collect all errors of a call, and correct the call so that it would be accepted.

Validation stops at the first error. It is repaired in a copy of the call, and the copy is validated again,
until nothing is left to repair.
"""

import copy
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from choice.errors import InvalidRequest
from choice.models import MAX_ID

_MAX_REPAIRS = 24
_STEP = re.compile(r"\[(\d+)\]|\.?([A-Za-z_]\w*)")
_LIMIT = re.compile(r"at most (\d+) characters")
_LIMITS = ("min_selections", "max_selections")
_LAST_EXAMPLE = 2
"""Attempts after which the whole call is replaced by the example."""
_ASK = "Say what is going on, why a choice is needed, and what you ask."

_Parsed = TypeVar("_Parsed")
Parse = Callable[[Mapping[str, Any]], _Parsed]


class InvalidCall(Exception):
    """A call breaks rules. Has all of them, and a corrected call."""

    def __init__(self, faults: list[str], corrected: Mapping[str, Any]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults
        self.corrected = corrected

    def text(self) -> str:
        """Return an error text with which a model can correct the call."""
        call = json.dumps(self.corrected, ensure_ascii=False)
        return "\n".join([*self.faults, f"Nobody was asked. A corrected call: {call}"])


def parsed(parse: "Parse[_Parsed]", values: Mapping[str, Any]) -> _Parsed:
    """Return what `parse` makes of the values.

    Raises:
        InvalidCall: `parse` raises InvalidRequest.
    """
    try:
        return parse(values)
    except InvalidRequest as first:
        raise _all_faults(parse, values, first) from None


def _all_faults(
    parse: "Parse[_Parsed]", values: Mapping[str, Any], error: InvalidRequest | None
) -> InvalidCall:
    faults: dict[str, None] = {}
    repairs: dict[str, int] = {}
    corrected = copy.deepcopy(dict(values))
    while error is not None:
        faults[f"{error.field}: {error.rule}"] = None
        attempt = repairs.setdefault(error.field, 0)
        repairs[error.field] += 1
        if sum(repairs.values()) > _MAX_REPAIRS:
            corrected = dict(error.example)
            break
        _repair(corrected, error, attempt)
        try:
            parse(corrected)
        except InvalidRequest as next_error:
            error = next_error
        else:
            error = None
    return InvalidCall(list(faults), corrected)


def _repair(values: dict[str, Any], error: InvalidRequest, attempt: int) -> None:
    """Repair the field of an error. Later attempts replace more of the call with the example."""
    path = [int(index) if index else name for index, name in _STEP.findall(error.field)]
    if not path or path[0] not in (*values, *error.example):
        values.clear()
        values.update(error.example)
        return
    root = str(path[0])
    if attempt == 0 and _repaired(values, path, error.rule):
        return
    parent, name = _parent(values, path)
    if attempt <= 1 and len(path) > 1 and isinstance(parent, dict) and name in parent:
        del parent[name]
    elif attempt <= 1 and len(path) == 1 and root in values:
        del values[root]
    elif attempt <= _LAST_EXAMPLE and root in error.example:
        values[root] = copy.deepcopy(error.example[root])
    else:
        values.clear()
        values.update(error.example)


def _repaired(values: dict[str, Any], path: list[int | str], rule: str) -> bool:
    """Make the smallest change that keeps what the call says. Return False if there is none."""
    parent, name = _parent(values, path)
    if not isinstance(parent, dict) or not isinstance(name, str):
        return False
    value = parent.get(name)
    limit = _LIMIT.search(rule)
    if name == "options" and "recommended" in rule and isinstance(value, list) and value:
        value[0]["recommended"] = True
    elif name in {"prompt", "text"} and not (isinstance(value, str) and value.strip()):
        title = values.get("title")
        parent[name] = f"{title}: {_ASK}" if isinstance(title, str) and title else _ASK
    elif name in {"label", "id"} and "differ" in rule:
        parent[name] = f"{str(value)[: MAX_ID - 10]} ({path[-2]})"
    elif name in _LIMITS:
        for each in _LIMITS:
            parent.pop(each, None)
    elif limit and isinstance(value, str):
        parent[name] = value[: int(limit[1]) - 1].rstrip() + "…"
    else:
        return False
    return True


def _parent(values: dict[str, Any], path: list[int | str]) -> tuple[Any, int | str]:
    """Return the object or list that holds a field, and the field's name or index; None if there is none."""
    parent: Any = values
    for step in path[:-1]:
        is_there = (isinstance(parent, dict) and step in parent) or (
            isinstance(parent, list) and isinstance(step, int) and step < len(parent)
        )
        if not is_there:
            return None, path[-1]
        parent = parent[step]
    return parent, path[-1]
