"""The head of a line: just enough of it to know whether a list item begins."""

from collections.abc import Generator

from choice.dialects.text.option_marker import LONGEST_MARKER, SPACES, marker_of, may_begin_item
from choice.stream.line_start import MOST_INDENT, Line, kind_of
from choice.stream.reader import ANYTHING, Reader


def head_of(text: str, at: int, *, ended: bool) -> str | None:
    """Return the head of the line that begins at a position; None where more text is needed."""
    first = at
    while first < len(text) and first - at < MOST_INDENT and text[first] in SPACES:
        first += 1
    end = first + LONGEST_MARKER
    newline = text.find("\n", at, end)
    if newline >= 0:
        return text[at:newline]
    if (
        len(text) >= end
        or ended
        or not may_begin_item(text[first:end])
        or marker_of(text[at:end]) is not None
    ):
        return text[at:end]
    return None


def wait_for_head(reader: Reader, offset: int) -> Generator[None, None, str]:
    """Wait for the head of the line that begins so many characters behind the start of the held text."""
    held = reader.held
    while (head := head_of(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return head


def wait_for_kind(reader: Reader, offset: int) -> Generator[None, None, Line]:
    """Wait for the kind of the line that begins so many characters behind the start of the held text."""
    held = reader.held
    while (kind := kind_of(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return kind
