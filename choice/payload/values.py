"""Copy untrusted values into plain ones of bounded size, before anything else touches them.

An object may lie about its class or fail when it is touched, and a structure may be huge, deep or contain
itself. A value is judged by its real type and read by that type's own methods. The copy consists of `str`,
`int`, `float`, `bool`, `None`, `list` and `dict` alone; anything else becomes `UNKNOWN`.
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
"""Members read of one object: more than any object may have, so the cut is never missed."""
MAX_ENTRIES = 2_048
"""More entries than any list may have. The entries of a longer one are not copied, only their number."""
MAX_VALUES = 20_000
MAX_LEVELS = 9
TOO_MANY_VALUES = "has too many parts; send fewer."


def plain_payload(payload: object) -> object:
    """Return what a payload holds as plain values; JSON text is decoded.

    Raises:
        UnreadableJson: It is not valid JSON, or larger than any payload may be.
    """
    text = payload if type(payload) is bytes else exact_text(payload)
    return plain_copy(payload) if text is None else read_json(text)


def plain_copy(value: object) -> object:
    """Return a copy that consists of plain values alone; what is nested too deeply becomes `UNKNOWN`.

    Raises:
        UnreadableJson: There are more values in it than any payload may have.
    """
    return _Copy().of(value, MAX_LEVELS)


class _Copy:
    """A copy in the making, with the number of values that it may still take."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def of(self, value: object, levels: int) -> object:
        self._left -= 1
        if self._left < 0:
            raise UnreadableJson(TOO_MANY_VALUES)
        if value is None or type(value) in {bool, int, float, str}:
            return value
        text = exact_text(value)
        if text is not None or levels == 0:
            return UNKNOWN if text is None else text
        entries = entries_of(value, MAX_ENTRIES + 1)
        if entries is not None and len(entries) > MAX_ENTRIES:
            return [UNKNOWN] * len(entries)
        if entries is not None:
            return [self.of(entry, levels - 1) for entry in entries]
        members = members_of(value)
        if members is None:
            return UNKNOWN
        return {name: self.of(member, levels - 1) for name, member in members.items()}


def exact_text(value: object) -> str | None:
    """Return a text as a plain `str`, free of what a subclass may change, or None where it is no text."""
    return str.__str__(value) if _is(value, str) else None


def members_of(value: object) -> dict[str, object] | None:
    """Return the members of an object, or None where it is none or has a name that is not text."""
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
        text = exact_text(name)
        if text is None:
            return None
        members[text] = member
    return members


def entries_of(value: object, most: int) -> Sequence[object] | None:
    """Return the first entries of a list, or None where it is none."""
    if _is(value, list):
        return list.__getitem__(value, slice(most))
    return tuple.__getitem__(value, slice(most)) if _is(value, tuple) else None


def text_fault(text: str, limit: int) -> str | None:
    """Return the rule for every text that this one breaks, or None."""
    if len(text) > limit:
        return f"must be at most {limit} characters; it has {len(text)}."
    if "\x00" in text:
        return "must not contain the character NUL."
    if has_lone_surrogate(text):
        return "must not contain half of a surrogate pair."
    return None


def _is(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Tell whether a value really is of a kind, whatever it says about itself."""
    return issubclass(type(value), kind)
