"""An untrusted value copied into plain ones, so that nothing of another's making is ever asked again.

A subclass of `str` or `dict` may fail when it is touched, and an object may lie about its class. What is
copied is text, numbers, truth values, lists and objects; anything else becomes `NOTHING_KNOWN`, which is none
of them. More entries than any list may have, and levels deeper than any field lies, are left out.
"""

from typing import Final

from choice.errors import UnreadableJson
from choice.payload.values import entries_of, exact_text, members_of

NOTHING_KNOWN: Final = object()
"""Stands for what is no text, number, truth value, list or object."""
MAX_ENTRIES = 101
"""Entries copied of one list: one more than any list may have."""
MAX_VALUES = 5_000
MAX_LEVELS = 6
TOO_MANY_VALUES = "has too many parts; send fewer."


def plain_copy(value: object) -> object:
    """Return a copy of a value that consists of plain values alone.

    Raises:
        UnreadableJson: There are more values in it than anything here may have.
    """
    return _Copy().of(value, MAX_LEVELS)


class _Copy:
    """A copy in the making, with how many values may still be added to it."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def of(self, value: object, levels: int) -> object:
        """Return the copy of one value."""
        self._left -= 1
        if self._left < 0:
            raise UnreadableJson(TOO_MANY_VALUES)
        if value is None or type(value) in {bool, int, float}:
            return value
        text = exact_text(value)
        if text is not None or levels == 0:
            return NOTHING_KNOWN if text is None else text
        entries = entries_of(value, MAX_ENTRIES)
        if entries is not None:
            return [self.of(entry, levels - 1) for entry in entries]
        members = members_of(value)
        if members is None:
            return NOTHING_KNOWN
        return {name: self.of(member, levels - 1) for name, member in members.items()}
