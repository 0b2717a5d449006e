"""Where a statement plainly ends, as most of them do: what it takes to see that in one piece of text."""

import re
from enum import Enum, auto
from typing import NamedTuple

from choice.dialects.text.option_marker import begins_with_word
from choice.stream.watch import LONGEST_KNOWN, Characters

NOTABLE_CHARACTERS = "\n{\\[`.!?。！？؟"
"""As they stand in a class of a pattern."""
NOTABLE = Characters(f"[{NOTABLE_CHARACTERS}]")
# Possessive: nothing is given back, so nothing is looked at twice. A mark right before a letter or digit
# ends nothing.
_PLAIN = f"[^{NOTABLE_CHARACTERS}]"
_PARTS = re.compile(f"((?:{_PLAIN}++|[.!](?=[^\\W_]))*+)([.!]?)((?:\n\n?)?)({_PLAIN}*+)").fullmatch
_MOST_KNOWN = 4096
_LONGEST_ABBREVIATION = 8
_ABBREVIATIONS = frozenset({
    "e.g.", "i.e.", "vs.", "etc.", "approx.", "dr.", "mr.", "mrs.", "ms.", "cf.", "resp.", "incl.",
    "z.b.", "d.h.", "bzw.", "usw.", "ca.", "nr.", "p.ej.", "ej.", "p.ex.", "u.a.",
})  # fmt: skip
_END = len("ca.")
_ENDS = frozenset(abbreviation[-_END:] for abbreviation in _ABBREVIATIONS)


class Ending(Enum):
    """What a piece of text ends."""

    NOTHING = auto()
    """It has no mark, or none but inside words and numbers."""
    PERHAPS = auto()
    """It ends with a mark, and what stands behind that is still to come."""
    STATEMENT = auto()
    LINE = auto()
    """A statement ends, and with it the line."""
    PARAGRAPH = auto()
    UNCLEAR = auto()
    """More is in it than one plain end."""


# Names of their own, as for the kinds of line.
NOTHING, PERHAPS, STATEMENT, LINE, PARAGRAPH, UNCLEAR = Ending


class Parts(NamedTuple):
    """A piece of text, parted behind what ends in it."""

    ending: Ending
    head: str
    rest: str = ""
    doubtful: bool = False
    """It ends a statement only where the head ends no abbreviation."""
    begins: bool = False
    """What stands behind the end of the line begins the next one with a word."""


PARTS: dict[str, Parts] = {}
"""The parts of small pieces that came before; emptied when it is full, as the memory of `Characters` is."""


def is_abbreviation(statement: str) -> bool:
    """Tell whether the full stop at the end belongs to the word before it."""
    if not _may_abbreviate(statement):
        return False
    word = statement[-_LONGEST_ABBREVIATION:].rpartition(" ")[2]
    return word.lstrip("(\"'“").casefold() in _ABBREVIATIONS


def parts_of(piece: str) -> Parts:
    """Return the parts of a piece, and remember them."""
    if NOTABLE.is_plain(piece):
        return Parts(NOTHING, piece)
    parts = _parted(piece)
    if len(piece) <= LONGEST_KNOWN:
        if len(PARTS) >= _MOST_KNOWN:
            PARTS.clear()
        PARTS[piece] = parts
    return parts


def _parted(piece: str) -> Parts:
    found = _PARTS(piece)
    if found is None:
        return Parts(UNCLEAR, piece)
    head, mark, line_end, rest = found.groups()
    head += mark
    if line_end == "\n\n":
        return Parts(PARAGRAPH, head + line_end, rest, begins=begins_with_word(rest) is not None)
    if line_end:
        return Parts(LINE, head, rest) if mark else Parts(UNCLEAR, piece)
    if not rest:
        return Parts(PERHAPS if mark else NOTHING, piece)
    if rest[0] != " ":
        return Parts(UNCLEAR, piece)
    return Parts(STATEMENT, head, rest, doubtful=len(head) < _END or _may_abbreviate(head))


def _may_abbreviate(statement: str) -> bool:
    return statement[-_END:].casefold() in _ENDS
