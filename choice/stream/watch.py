"""What wakes a part of the splitter: the characters that matter to it."""

import re
from collections.abc import Set as AbstractSet
from typing import Protocol

LONGEST_KNOWN = 16
"""Longer pieces are not remembered: only small ones come again and again."""
_MOST_KNOWN = 8192


class Watch(Protocol):
    """Tells whether a piece of text wakes somebody."""

    @property
    def plain(self) -> AbstractSet[str]:
        """Return pieces that are known to wake nobody; none is empty or longer than `LONGEST_KNOWN`."""
        ...

    def is_plain(self, piece: str) -> bool:
        """Look at a piece of text; tell whether it wakes nobody."""
        ...


def remember(piece: str, known: set[str]) -> None:
    """Add a piece to those of which the same is known, if it is small.

    A model's tokens repeat, and to find one in a set takes a fifth of the time of searching it. The sets are
    shared by all texts of the process. A full one is emptied, so that no text can make it large, nor useless
    for the texts after it.
    """
    if 0 < len(piece) <= LONGEST_KNOWN:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known.add(piece)


class Characters:
    """Watches for single characters, and remembers small pieces that have none of them."""

    __slots__ = ("plain", "search")

    def __init__(self, pattern: str) -> None:
        # Single character classes only: they never go back over text.
        self.search = re.compile(pattern).search
        self.plain: set[str] = set()

    def is_plain(self, piece: str) -> bool:
        """Tell whether none of the characters is in a piece."""
        if self.search(piece) is not None:
            return False
        remember(piece, self.plain)
        return True

    def knows(self, piece: str) -> bool:
        """Tell the same, without a search where the piece is remembered."""
        return piece in self.plain or self.is_plain(piece)


ANYTHING = Characters("")
NEWLINE = Characters("\n")
