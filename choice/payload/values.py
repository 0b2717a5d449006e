"""Copy untrusted values into plain values of bounded size.

A foreign object may report a false class, raise when it is read, or contain itself. Values are therefore
identified by their real type and read with the methods of that type. The copy consists of `str`, `int`,
`float`, `bool`, `None`, `list` and `dict` only; every other value becomes `UNKNOWN`.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, TypeGuard, TypeVar

from choice.errors import UnreadableJson
from choice.payload.json_text import read_json
from choice.plain_text import has_lone_surrogate

_T = TypeVar("_T")

UNKNOWN: Final = object()
"""Stands for a value that is not text, a number, true or false, null, a list or an object."""
MAX_MEMBERS = 128
"""Members read of one object. No model has as many fields, so validation rejects an object that was cut."""
MAX_ENTRIES = 2_048
"""More entries than any list may have. The entries of a longer list are not copied, only their number."""
MAX_VALUES = 20_000
MAX_LEVELS = 9
_TOO_MANY_VALUES = "has too many parts; send fewer."
_SCALARS = frozenset({bool, int, float, str, type(None)})


def plain_payload(payload: object) -> object:
    """Return a payload as plain values; JSON text is decoded.

    Raises:
        UnreadableJson: The payload is not valid JSON, or exceeds the bounds.
    """
    text = payload if type(payload) is bytes else exact_text(payload)
    return plain_copy(payload) if text is None else read_json(text)


def plain_copy(value: object) -> object:
    """Return a copy made of plain values; containers below `MAX_LEVELS` become `UNKNOWN`.

    Raises:
        UnreadableJson: There are more than `MAX_VALUES` values.
    """
    return value if type(value) in _SCALARS else _Copier().copy(value, MAX_LEVELS)


class _Copier:
    """Copies one payload and counts its values."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def copy(self, value: object, levels: int) -> object:
        """Return the copy of a value that is not a scalar; callers keep scalars as they are."""
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
    """Return text as a plain `str`, without the methods of a subclass; None if the value is not text."""
    return str.__str__(value) if issubclass(type(value), str) else None


def members_of(value: object) -> dict[str, object] | None:
    """Return the members of an object; None if the value is not an object or has a name that is not text."""
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
    """Return the rule that a text breaks, or None."""
    if len(text) > limit:
        return f"must be at most {limit} characters; it has {len(text)}."
    if "\x00" in text:
        return "must not contain the character NUL."
    if has_lone_surrogate(text):
        return "must not contain half of a surrogate pair."
    return None


def _is(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Tell whether a value is of a type, regardless of what its `__class__` says."""
    return issubclass(type(value), kind)
