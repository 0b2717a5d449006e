"""The marker in front of an option: `(A)`, `A)`, `A.`, `1.`, `1)`, `(1)`, `①`, bulleted or bold."""

import unicodedata
from typing import NamedTuple

SPACES = " \t\u00a0\u3000"
BULLETS = "-*+•‣◦▪–"
EMPHASES = ("**", "__", "*", "_")
LONGEST_MARKER = 16
"""A marker with its bullet and emphasis is no longer than this, so a line's head of that length decides."""

_TAB = 4
_CLOSERS = {")": ")", "）": ")", ".": ".", "．": ".", "、": "、"}
_WIDE_CLOSERS = "）．、"
_CIRCLED_ONE, _CIRCLED_TWENTY = "①", "⑳"
_MOST_DIGITS = 2
_FIRST_WIDE = "\u1100"
"""From here on scripts put no space behind a marker: Korean, Chinese, Japanese."""


class Marker(NamedTuple):
    """Where an option begins and which place in the list it claims."""

    style: str
    """How the marker is written; the options of one list are written alike."""
    number: int
    indent: int
    text_at: int
    emphasis: str
    """The emphasis that opened before the marker and goes on behind it."""

    @property
    def lettered(self) -> bool:
        """Tell whether the list counts by letters."""
        return self.style[-2:-1] in ("A", "a")


def indent_of(line: str) -> tuple[int, int]:
    """Return the width of a line's indentation and where its text begins."""
    at, width = 0, 0
    while at < len(line) and line[at] in SPACES:
        width += _TAB - width % _TAB if line[at] == "\t" else 1
        at += 1
    return width, at


def marker_of(line: str) -> Marker | None:
    """Return the marker with which a line begins, or None."""
    indent, at = indent_of(line)
    at = _behind_bullet(line, at)
    emphasis = next((mark for mark in EMPHASES if line.startswith(mark, at)), "")
    at += len(emphasis)
    if _CIRCLED_ONE <= line[at : at + 1] <= _CIRCLED_TWENTY:
        number = ord(line[at]) - ord(_CIRCLED_ONE) + 1
        return _finished(line, Marker("①1 ", number, indent, at + 1, emphasis))
    opened = line[at : at + 1] in ("(", "（")
    counted = _counted(line, at + opened)
    if counted is None:
        return None
    kind, number, end = counted
    closer = _CLOSERS.get(line[end : end + 1])
    if closer is None or (opened and closer != ")"):
        return None
    style = f"{'(' if opened else ''}{kind}{closer}"
    return _finished(line, Marker(style, number, indent, end + 1, emphasis))


def is_item(line: str) -> bool:
    """Tell whether a line begins an item of a list, bulleted or counted."""
    first = indent_of(line)[1]
    return _behind_bullet(line, first) > first or marker_of(line) is not None


def may_begin_item(words: str) -> bool:
    """Tell whether words at the start of a line may still turn out to be an item of a list."""
    first, second = words[:1], words[1:2]
    if first in tuple(BULLETS + "*_(（") or first.isdecimal() or _CIRCLED_ONE <= first <= _CIRCLED_TWENTY:
        return True
    return not first or (not second or second in _CLOSERS)


def behind_marker(line: str) -> int:
    """Return where the text of a list item begins, or of any other line."""
    marker = marker_of(line)
    return _behind_bullet(line, indent_of(line)[1]) if marker is None else marker.text_at


def _behind_bullet(line: str, at: int) -> int:
    if line[at : at + 1] and line[at] in BULLETS and line[at + 1 : at + 2] in tuple(SPACES):
        at += 1
        while line[at : at + 1] in tuple(SPACES):
            at += 1
    return at


def _counted(line: str, at: int) -> tuple[str, int, int] | None:
    """Return the kind, the value and the end of the letter or number at a position, or None."""
    first = line[at : at + 1]
    if not first:
        return None
    digits = at
    while digits < len(line) and digits - at < _MOST_DIGITS and line[digits].isdecimal():
        digits += 1
    if digits > at:
        return "1", int(line[at:digits]), digits
    letter = unicodedata.normalize("NFKC", first)
    if len(letter) == 1 and letter.isascii() and letter.isalpha():
        kind = "A" if letter.isupper() else "a"
        return kind, ord(letter) - ord(kind) + 1, at + 1
    return None


def _finished(line: str, marker: Marker) -> Marker | None:
    """Return the marker with its text's beginning, or None where what follows cannot be an option's text."""
    at, emphasis = marker.text_at, marker.emphasis
    if emphasis and line.startswith(emphasis, at):
        at += len(emphasis)
        emphasis = ""
    behind = line[at : at + 1]
    spaced = (
        behind in tuple(SPACES)
        or behind >= _FIRST_WIDE
        or line[at - 1] in _WIDE_CLOSERS
        or marker.style[0] == "①"
    )
    if not spaced or not line[at:].strip():
        return None
    while line[at] in SPACES:
        at += 1
    return marker._replace(text_at=at, emphasis=emphasis)
