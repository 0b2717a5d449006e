"""What kind of line begins, and whether it is an item of a list."""

from collections.abc import Generator
from enum import Enum, auto

from choice.dialects.lists.markers import (
    LONGEST_MARKER,
    SPACES,
    Marker,
    begins_with_word,
    marker_of,
    may_begin_item,
)
from choice.stream.markup import opens_block
from choice.stream.reader import ANYTHING, Reader

FENCE_MARKS = "`~"
SHORTEST_FENCE = 3
MOST_INDENT = 200
_CODE_INDENT = 4


class Line(Enum):
    """The kinds of line that are read differently."""

    BLANK = auto()
    FENCE = auto()
    INDENTED = auto()
    """Indented so far that it is code outside a list, and an item's own text inside one."""
    INDENTED_FENCE = auto()
    """A fence in an item's own text."""
    CODE = auto()
    """Indented code; only its place tells it from an item's own text."""
    QUOTE = auto()
    TABLE = auto()
    HEADING = auto()
    MARKUP = auto()
    """It opens a block that shows what stands in it, as `<pre>` does."""
    PROSE = auto()


# Names of their own: finding a member in its class takes as long as a search through a token.
BLANK, FENCE, INDENTED, INDENTED_FENCE, CODE, QUOTE, TABLE, HEADING, MARKUP, PROSE = Line
_BY_FIRST = {">": QUOTE, "|": TABLE, "#": HEADING, "\n": BLANK}
_TAG = "<"
_UNDECIDED = frozenset(SPACES + FENCE_MARKS + _TAG + "\r") | {""}
"""How a line begins of which more than the first character decides."""


def kind_of(text: str, at: int, *, ended: bool) -> Line | None:
    """Return the kind of the line that begins at a position; None where more text must decide."""
    mark = text[at : at + 1]
    if mark not in _UNDECIDED:
        return _BY_FIRST.get(mark, PROSE)
    first, width = at, 0
    while first < len(text) and width < MOST_INDENT and text[first] in SPACES:
        width += _CODE_INDENT - width % _CODE_INDENT if text[first] == "\t" else 1
        first += 1
    if first == len(text):
        return BLANK if ended else None
    mark = text[first]
    if mark == "\r":
        return _behind_return(text, first, ended=ended)
    if mark in FENCE_MARKS:
        return _fence(text, first, width, ended=ended)
    kind = _BY_FIRST.get(mark, PROSE)
    if mark == _TAG and width < _CODE_INDENT:
        opened = opens_block(text, first, ended=ended)
        return None if opened is None else MARKUP if opened else PROSE
    return INDENTED if width >= _CODE_INDENT and kind is not BLANK else kind


def _behind_return(text: str, at: int, *, ended: bool) -> Line | None:
    if at + 1 == len(text):
        return BLANK if ended else None
    return BLANK if text[at + 1] == "\n" else PROSE


def _fence(text: str, first: int, width: int, *, ended: bool) -> Line | None:
    """Return the kind of a line that begins with a mark of a fence."""
    mark, end = text[first], first
    while end < len(text) and end - first < SHORTEST_FENCE and text[end] == mark:
        end += 1
    if end - first == SHORTEST_FENCE:
        return INDENTED_FENCE if width >= _CODE_INDENT else FENCE
    if end == len(text) and not ended:
        return None
    return INDENTED if width >= _CODE_INDENT else PROSE


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
