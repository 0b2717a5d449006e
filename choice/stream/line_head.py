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
from choice.stream.line_start import MOST_INDENT, Line, kind_of
from choice.stream.reader import Reader
from choice.stream.watch import ANYTHING

MarkedHead = tuple[str, Marker | None]
"""The head of a line, and the marker with which it begins."""


def marked_head(text: str, at: int, *, ended: bool) -> MarkedHead | None:
    """Return the head of the line that begins at a position; None where more text is needed."""
    first = at
    while first < len(text) and first - at < MOST_INDENT and text[first] in SPACES:
        first += 1
    end = first + LONGEST_MARKER
    newline = text.find("\n", at, end)
    head = text[at : newline if newline >= 0 else end]
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
