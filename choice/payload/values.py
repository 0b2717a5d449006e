"""Copy untrusted values into plain values of bounded size.

An untrusted object may report a false class, raise when it is read, or contain itself. Values are therefore
identified with `type()`, not `__class__`, and read with the methods of the built-in type.

The copy consists of `str`, `int`, `float`, `bool`, `None`, `list` and `dict` only; every other value becomes
`UNKNOWN`.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, TypeGuard, TypeVar

from choice.errors import UnreadableJson
from choice.payload.json_text import read_json
from choice.plain_text import has_lone_surrogate

_T = TypeVar("_T")

UNKNOWN: Final = object()
"""Placeholder for a value that JSON cannot represent."""
MAX_MEMBERS = 128
"""Maximum number of members copied from one object. No model has this many fields, so larger objects are
rejected."""
MAX_ENTRIES = 2_048
"""Maximum number of entries copied from one list. It exceeds the limit of every field, so longer lists are
rejected for their length; their entries are replaced with `UNKNOWN`."""
MAX_VALUES = 20_000
MAX_LEVELS = 9
_TOO_MANY_VALUES = "has too many parts; send a smaller payload."
_SCALARS = frozenset({bool, int, float, str, type(None)})


def plain_payload(payload: object) -> object:
    """Return a payload as plain values; JSON text is decoded.

    Raises:
        UnreadableJson: The payload is not valid JSON, or exceeds the bounds.
    """
    text = payload if type(payload) is bytes else exact_text(payload)
    return plain_copy(payload) if text is None else read_json(text)


def plain_copy(value: object) -> object:
    """Return a copy made of plain values. Containers nested deeper than `MAX_LEVELS` become `UNKNOWN`.

    Raises:
        UnreadableJson: There are more than `MAX_VALUES` values.
    """
    return value if type(value) in _SCALARS else _Copier().copy(value, MAX_LEVELS)


class _Copier:
    """Copies one payload and counts its values."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def copy(self, value: object, levels: int) -> object:
        """Copy a value that is not a scalar. Callers do not pass scalars, which need no copy."""
        if (text := exact_text(value)) is not None or levels == 0:
            return UNKNOWN if text is None else text
        entries = entries_of(value, MAX_ENTRIES + 1)
        if entries is not None:
            self._count(len(entries))
            if len(entries) > MAX_ENTRIES:
                return [UNKNOWN] * len(entries)
            return [one if type(one) in _SCALARS else self.copy(one, levels - 1) for one in entries]
        members = members_of(value)
        if members is None:
            return UNKNOWN
        self._count(len(members))
        return {
            name: one if type(one) in _SCALARS else self.copy(one, levels - 1)
            for name, one in members.items()
        }

    def _count(self, values: int) -> None:
        self._left -= values
        if self._left < 0:
            raise UnreadableJson(_TOO_MANY_VALUES)


def exact_text(value: object) -> str | None:
    """Return an instance of `str` or of a subclass as a plain `str`; None for any other value."""
    return str.__str__(value) if issubclass(type(value), str) else None


def members_of(value: object) -> dict[str, object] | None:
    """Return the members of a mapping; None for any other value, or if a key is not text."""
    try:
        if _is(value, dict):
            pairs = list(islice(dict.items(value), MAX_MEMBERS))
        elif isinstance(value, Mapping):
            pairs = [(name, value[name]) for name in islice(value, MAX_MEMBERS)]
        else:
            return None
    except Exception:  # noqa: BLE001 - a foreign mapping runs its own code, which may fail in any way
        return None
    members: dict[str, object] = {}
    for name, member in pairs:
        text = name if type(name) is str else exact_text(name)
        if text is None:
            return None
        members[text] = member
    return members


def entries_of(value: object, most: int) -> Sequence[object] | None:
    """Return at most `most` entries of a list or tuple; None for any other value."""
    if _is(value, list):
        return list.__getitem__(value, slice(most))
    return tuple.__getitem__(value, slice(most)) if _is(value, tuple) else None


def text_fault(text: str, limit: int) -> str | None:
    """Return the rule that a text breaks, or None if it is valid."""
    if len(text) > limit:
        return f"must be at most {limit} characters; it has {len(text)}."
    if "\x00" in text:
        return "must not contain the character NUL."
    if has_lone_surrogate(text):
        return "must not contain half of a surrogate pair."
    return None


def _is(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Return whether a value is of a type, ignoring its `__class__` attribute."""
    return issubclass(type(value), kind)
