"""The head of a line: just enough of it to know whether a list item begins."""

from collections.abc import Generator

from choice.dialects.text.option_marker import (
    LONGEST_MARKER,
    SPACES,
    Marker,
    begins_with_word,
    marker_of,
    may_begin_item,
)
from choice.stream.line_start import BLANK, INDENTED, MOST_INDENT, PROSE, Line, kind_of
from choice.stream.reader import Reader
from choice.stream.watch import ANYTHING

MarkedHead = tuple[str, Marker | None]
"""The head of a line, and the marker with which it begins."""
SeenLine = tuple[Line, str, Marker | None]
"""The kind of a line and, where it may be an item of a list, its head and its marker."""

_BLANK: SeenLine = (BLANK, "", None)
_WORDS: SeenLine = (PROSE, "", None)
_INDENTING = frozenset(SPACES)


def line_at(text: str, at: int, *, ended: bool) -> SeenLine | None:
    """Return what the line is that begins at a position; None where more text is needed.

    Where a word shows that the line is no item of a list, its head does not matter and is empty.
    """
    if text.startswith("\n", at):
        return _BLANK
    if begins_with_word(text, at) is not None:
        return _WORDS
    kind = kind_of(text, at, ended=ended)
    if kind is None:
        return None
    if kind is not PROSE and kind is not INDENTED:
        return kind, "", None
    seen = marked_head(text, at, ended=ended)
    return None if seen is None else (kind, *seen)


def marked_head(text: str, at: int, *, ended: bool) -> MarkedHead | None:
    """Return the head of the line that begins at a position; None where more text is needed."""
    first = at
    while text[first : first + 1] in _INDENTING and first - at < MOST_INDENT:
        first += 1
    end = first + LONGEST_MARKER
    head = text[at:end]
    newline = head.find("\n")
    if newline >= 0:
        head = head[:newline]
    marker = marker_of(head)
    if marker is None and newline < 0 and len(text) < end and not ended and may_begin_item(head):
        return None
    return head, marker


def wait_for_marked_head(reader: Reader, offset: int) -> Generator[None, None, MarkedHead]:
    """Wait for the head of the line that begins so many characters behind the start of the held text.

    Where a word shows that the line is no item of a list, its head does not matter and is empty.
    """
    held = reader.held
    if begins_with_word(held.text, held.start + offset) is not None:
        return "", None
    while (seen := marked_head(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return seen


def wait_for_kind(reader: Reader, offset: int) -> Generator[None, None, Line]:
    """Wait for the kind of the line that begins so many characters behind the start of the held text."""
    held = reader.held
    while (kind := kind_of(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return kind
