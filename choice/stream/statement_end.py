"""Where a statement plainly ends, as most of them do: what it takes to see that in one piece of text."""

import re
from enum import Enum, auto
from itertools import product

from choice.dialects.text.option_marker import begins_with_word
from choice.stream.watch import LONGEST_KNOWN, Characters, remember

NOTABLE_CHARACTERS = "\n{\\[`<.!?。！？؟"
"""As they stand in a class of a pattern."""
NOTABLE = Characters(f"[{NOTABLE_CHARACTERS}]")
"""Small pieces whose marks end nothing, whatever stands around them, are remembered as plain here too."""
# What is possessive is never given back, so nothing is looked at twice; Python before 3.11.5 gets that
# wrong for groups. A mark right before a letter or digit ends nothing.
_PLAIN = f"[^{NOTABLE_CHARACTERS}]"
_PARTS = re.compile(f"((?:{_PLAIN}++|[.!](?=[^\\W_]))*)([.!]?)((?:\n\n?)?)({_PLAIN}*+)").fullmatch
_TURN = re.compile(f"{_PLAIN}*+(?:(`)([^\n`]*+)|[?]({_PLAIN}*+))").fullmatch
_MOST_KNOWN = 4096
_LONGEST_ABBREVIATION = 8
_ABBREVIATIONS = frozenset({
    "e.g.", "i.e.", "vs.", "etc.", "approx.", "dr.", "mr.", "mrs.", "ms.", "cf.", "resp.", "incl.",
    "z.b.", "d.h.", "bzw.", "usw.", "ca.", "nr.", "p.ej.", "ej.", "p.ex.", "u.a.",
    "max.", "min.", "máx.", "mín.", "mind.",
})  # fmt: skip
END = len("ca.")
ENDS = frozenset(
    "".join(letters)
    for abbreviation in _ABBREVIATIONS
    for letters in product(*({letter, letter.upper()} for letter in abbreviation[-END:]))
)
"""How a text ends, in large or small letters, whose full stop may belong to the last word."""


class Ending(Enum):
    """What a piece of text ends."""

    NOTHING = auto()
    """It has no mark, or none but inside words and numbers."""
    PERHAPS = auto()
    """It ends with a mark, and what stands behind that is still to come."""
    STATEMENT = auto()
    DOUBTFUL = auto()
    """A statement ends, unless the full stop belongs to the word before it."""
    LINE = auto()
    """A statement ends, and with it the line."""
    PARAGRAPH = auto()
    PARAGRAPH_BEFORE_WORD = auto()
    """A word behind it begins the next one: that is prose."""
    QUESTION = auto()
    """Words follow the question in the same line."""
    CODE = auto()
    """The prose ends: what stands behind a backtick is code."""
    UNCLEAR = auto()
    """More is in it than one plain end."""


# Names of their own, as for the kinds of line.
NOTHING, PERHAPS, STATEMENT, DOUBTFUL, LINE, PARAGRAPH, *_OTHERS, UNCLEAR = Ending
PARAGRAPH_BEFORE_WORD, QUESTION, CODE = _OTHERS


Parts = tuple[Ending, str, str]
"""What a piece of text ends, its head up to there, and the rest; a bare tuple is unpacked quickly."""

_NO_PARTS: Parts = (NOTHING, "", "")
PARTS: dict[str, Parts] = {}
"""The parts of small pieces that came before; emptied when it is full, as the memory of `Characters` is."""


def is_abbreviation(statement: str) -> bool:
    """Tell whether the full stop at the end belongs to the word before it."""
    if statement[-END:] not in ENDS:
        return False
    word = statement[-_LONGEST_ABBREVIATION:].rpartition(" ")[2]
    return word.lstrip("(\"'“").casefold() in _ABBREVIATIONS


def parts_of(piece: str) -> Parts:
    """Return the parts of a piece, and remember them."""
    if NOTABLE.knows(piece):
        return _NO_PARTS
    parts = _parted(piece)
    if parts[0] is NOTHING:
        remember(piece, NOTABLE.plain)
    elif len(piece) <= LONGEST_KNOWN:
        if len(PARTS) >= _MOST_KNOWN:
            PARTS.clear()
        PARTS[piece] = parts
    return parts


def _parted(piece: str) -> Parts:
    found = _PARTS(piece)
    if found is None:
        return _turn(piece), piece, ""
    head, mark, line_end, rest = found.groups()
    head += mark
    if line_end == "\n\n":
        ending = PARAGRAPH if begins_with_word(rest) is None else PARAGRAPH_BEFORE_WORD
        return ending, head + line_end, rest
    if line_end:
        return LINE if mark else UNCLEAR, head, rest
    if not rest:
        return PERHAPS if mark else NOTHING, piece, ""
    if rest[0] != " ":
        return UNCLEAR, piece, ""
    return _statement_end(head), head, rest


def _statement_end(head: str) -> Ending:
    """Return what a head ends that has its mark and a space behind it."""
    if len(head) >= END and head[-END:] not in ENDS:
        return STATEMENT
    # With a space before it the word is whole: it is an abbreviation whatever stands before this piece.
    is_whole = " " in head[-_LONGEST_ABBREVIATION:]
    return NOTHING if is_whole and is_abbreviation(head) else DOUBTFUL


def _turn(piece: str) -> Ending:
    """Return what a piece with one question mark or backtick ends."""
    found = _TURN(piece)
    if found is None:
        return UNCLEAR
    mark, code, words = found.groups()
    if not (code or words):
        return PERHAPS
    if mark:
        return CODE
    return QUESTION if words[0] == " " else UNCLEAR
