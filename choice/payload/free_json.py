"""Free-form JSON inside a payload, copied into plain values within bounds."""

import json
import math
from dataclasses import dataclass

from pydantic import JsonValue

from choice.payload.values import entries_of, exact_text, members_of, text_fault

_SAFE_INTEGER = 2**53 - 1
"""Beyond this, a whole number is no longer exact in every language."""


@dataclass(frozen=True)
class Bounds:
    """How much free-form JSON may hold."""

    most_bytes: int
    most_names: int
    most_levels: int


def copied_object(value: object, bounds: Bounds) -> dict[str, JsonValue] | None:
    """Return an object of JSON values as plain values, or None where it is none or goes beyond the bounds."""
    try:
        copy = _Copy(bounds).members(value, bounds.most_levels)
    except _BeyondBounds:
        return None
    size = len(json.dumps(copy, ensure_ascii=False).encode())
    return copy if size <= bounds.most_bytes else None


class _BeyondBounds(Exception):
    """There is something in it that is not accepted, or too much."""


class _Copy:
    """A copy in the making, with what may still be added to it."""

    def __init__(self, bounds: Bounds) -> None:
        self._longest_text = bounds.most_bytes
        self._values_left = bounds.most_bytes
        self._names_left = bounds.most_names

    def members(self, value: object, levels: int) -> dict[str, JsonValue]:
        """Return an object's copy."""
        members = members_of(value)
        self._names_left -= len(members or ())
        if members is None or self._names_left < 0:
            raise _BeyondBounds
        return {self._text(name): self._value(member, levels - 1) for name, member in members.items()}

    def _value(self, value: object, levels: int) -> JsonValue:
        self._values_left -= 1
        if self._values_left < 0:
            raise _BeyondBounds
        if value is None or type(value) is bool:
            return value
        if type(value) is int and abs(value) <= _SAFE_INTEGER:
            return value
        if type(value) is float and math.isfinite(value):
            return value
        text = exact_text(value)
        return self._container(value, levels) if text is None else self._text(text)

    def _container(self, value: object, levels: int) -> JsonValue:
        if levels == 0:
            raise _BeyondBounds
        entries = entries_of(value, self._values_left + 1)
        if entries is None:
            return self.members(value, levels)
        return [self._value(entry, levels - 1) for entry in entries]

    def _text(self, text: str) -> str:
        if text_fault(text, self._longest_text) is not None:
            raise _BeyondBounds
        return text
