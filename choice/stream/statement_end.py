"""Where a statement plainly ends, as most of them do: what it takes to see that in one piece of text."""

import re
from enum import Enum, auto
from typing import NamedTuple

from choice.stream.watch import LONGEST_KNOWN, Characters

_NOTABLE = "\n{\\[`.!?。！？؟"
NOTABLE = Characters(f"[{_NOTABLE}]")
# Possessive: nothing is given back, so nothing is looked at twice.
_PARTS = re.compile(f"([^{_NOTABLE}]*+)([.!]?)((?:\n\n)?)([^{_NOTABLE}]*+)").fullmatch
_MOST_KNOWN = 4096
_LONGEST_ABBREVIATION = 8
_ABBREVIATIONS = frozenset({
    "e.g.", "i.e.", "vs.", "etc.", "approx.", "dr.", "mr.", "mrs.", "ms.", "cf.", "resp.", "incl.",
    "z.b.", "d.h.", "bzw.", "usw.", "ca.", "nr.", "p.ej.", "ej.", "p.ex.", "u.a.",
})  # fmt: skip
_LAST_TWO = frozenset(abbreviation[-2:] for abbreviation in _ABBREVIATIONS)


class Ending(Enum):
    """What a piece of text ends."""

    NOTHING = auto()
    """The mark in it stands inside a word or a number."""
    PERHAPS = auto()
    """It ends with a mark, and what stands behind that is still to come."""
    STATEMENT = auto()
    PARAGRAPH = auto()


# Names of their own, as for the kinds of line.
NOTHING, PERHAPS, STATEMENT, PARAGRAPH = Ending


class Parts(NamedTuple):
    """A piece of text, parted behind what ends in it."""

    ending: Ending
    head: str
    rest: str


class _KnownParts(dict[str, Parts | None]):
    """Remembers the parts of small pieces, as `Characters` does those without any character that matters."""

    def __missing__(self, piece: str) -> Parts | None:
        if NOTABLE.is_plain(piece):
            return Parts(NOTHING, piece, "")
        parts = _parted(piece)
        if len(piece) <= LONGEST_KNOWN:
            if len(self) >= _MOST_KNOWN:
                self.clear()
            self[piece] = parts
        return parts


PARTS = _KnownParts()
"""The parts of a piece by the piece; None where more is in it than one plain end."""


def is_abbreviation(statement: str) -> bool:
    """Tell whether the full stop at the end belongs to the word before it."""
    if statement[-2:].casefold() not in _LAST_TWO:
        return False
    word = statement[-_LONGEST_ABBREVIATION:].rpartition(" ")[2]
    return word.lstrip("(\"'“").casefold() in _ABBREVIATIONS


def _parted(piece: str) -> Parts | None:
    found = _PARTS(piece)
    if found is None:
        return None
    head, mark, blank, rest = found.groups()
    if blank:
        return Parts(PARAGRAPH, head + mark + blank, rest)
    if not rest:
        return Parts(PERHAPS, piece, "")
    if rest[0] == " ":
        return Parts(STATEMENT, head + mark, rest)
    return Parts(NOTHING, piece, "") if rest[0].isalnum() else None
