"""Untrusted values, judged by their real type and read by that type's own methods.

An object may lie about its class or fail when it is touched; neither may reach the caller.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeGuard, TypeVar

from choice.plain_text import has_lone_surrogate

_T = TypeVar("_T")

MAX_MEMBERS = 128
"""Members read of one object: more than any object here may have, so one that is left out is never missed."""


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
    except Exception:  # noqa: BLE001 - a mapping of another's making runs its own code, which may fail in any way
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
        return "must not hold the character NUL; leave it out."
    if has_lone_surrogate(text):
        return "must not hold half of a surrogate pair; send the whole character."
    return None


def _is(value: object, kind: type[_T]) -> TypeGuard[_T]:
    """Tell whether a value really is of a kind, whatever it says about itself."""
    return issubclass(type(value), kind)
