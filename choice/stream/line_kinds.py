"""Classify lines (blank, fence, quote, heading, markup, list item, prose) and HTML that shows code."""

import re
from collections.abc import Generator
from enum import Enum, auto
from typing import NamedTuple

from choice.dialects.lists.markers import (
    LONGEST_MARKER,
    SPACES,
    Marker,
    begins_with_word,
    marker_of,
    may_begin_item,
)
from choice.stream.reader import ANYTHING, Reader, Search

_NAMES = ("<pre", "<code", "<!--", "<think", "<thinking")
_LONGEST_NAME = 9
_SPAN = re.compile("<(?:(?:pre|code)[ \t>]|think(?:ing)?>|!--)", re.IGNORECASE).match
_MOST_ATTRIBUTES = 200
_CODE = f"<code(?:[ \t][^<>\n]{{0,{_MOST_ATTRIBUTES}}}+)?"
_BLOCK = re.compile(
    f"<(?:pre[ \t\r\n>]|think(?:ing)?>|!--)|{_CODE}>[ \t]{{0,8}}+(?:\r?\n|[{{\\[])", re.IGNORECASE
).match
_CODE_SO_FAR = re.compile(f"{_CODE}(?:>[ \t]{{0,8}}+\r?)?", re.IGNORECASE).fullmatch


class Markup(NamedTuple):
    """The closing tag of an element that shows code, and searches for it."""

    closer: str
    ends: Search
    """Search for the first character of the closing tag."""
    marks: Search
    """Search for the first character of the closing tag, a line break, or the start of JSON."""

    @property
    def is_reasoning(self) -> bool:
        """Whether the element has the model's reasoning, so that its answer may follow on the same line."""
        return self.closer.startswith("</think")

    def closes(self, text: str, at: int, *, ended: bool) -> bool | None:
        """Return whether the closing tag is at a position; None if more text is needed."""
        seen = text[at : at + len(self.closer)].casefold()
        if seen == self.closer:
            return True
        return None if not ended and at + len(seen) == len(text) and self.closer.startswith(seen) else False


_TAG_ENDS, _TAG_MARKS = re.compile("<").search, re.compile(r"[\n{\[<]").search
_MARKUPS = {
    "p": Markup("</pre>", _TAG_ENDS, _TAG_MARKS),
    "c": Markup("</code>", _TAG_ENDS, _TAG_MARKS),
    "t": Markup("</think>", _TAG_ENDS, _TAG_MARKS),
    "ti": Markup("</thinking>", _TAG_ENDS, _TAG_MARKS),
    "!": Markup("-->", re.compile("-").search, re.compile(r"[\n{\[-]").search),
}


def markup_at(text: str, at: int) -> Markup:
    """Return the element that opens at a position."""
    name = text[at + 1].casefold()
    return _MARKUPS["ti" if name == "t" and text[at + 6] != ">" else name]


def opens_span(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether `<pre>`, `<code>` or a comment opens inside a line; None if more text is needed."""
    if _SPAN(text, at) is not None:
        return True
    return None if not ended and _may_be_name(text, at) else False


def opens_block(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether a block that spans lines opens at the start of a line; None if more text is needed.

    `<code>` opens one only if nothing but JSON follows it on its line.
    """
    if _BLOCK(text, at) is not None:
        return True
    undecided = not ended and (_may_be_name(text, at) or _CODE_SO_FAR(text, at) is not None)
    return None if undecided else False


def _may_be_name(text: str, at: int) -> bool:
    """Return whether the text ends within or right after the name of an element."""
    begun = text[at : at + _LONGEST_NAME + 1].casefold()
    return len(begun) <= _LONGEST_NAME and any(name.startswith(begun) for name in _NAMES)


FENCE_MARKS = "`~"
SHORTEST_FENCE = 3
MOST_INDENT = 200
_CODE_INDENT = 4


class Line(Enum):
    """Kinds of lines that are parsed differently."""

    BLANK = auto()
    FENCE = auto()
    INDENTED = auto()
    """Indented by four or more: code outside a list, text of an item inside one."""
    INDENTED_FENCE = auto()
    """A fence in the text of a list item."""
    CODE = auto()
    """Indented code; only the context distinguishes it from the text of an item."""
    QUOTE = auto()
    TABLE = auto()
    HEADING = auto()
    MARKUP = auto()
    """Opens an HTML block that shows its content, such as `<pre>`."""
    PROSE = auto()


# Module-level names: an enum attribute lookup takes as long as searching a token.
BLANK, FENCE, INDENTED, INDENTED_FENCE, CODE, QUOTE, TABLE, HEADING, MARKUP, PROSE = Line
_BY_FIRST = {">": QUOTE, "|": TABLE, "#": HEADING, "\n": BLANK}
_TAG = "<"
_UNDECIDED = frozenset(SPACES + FENCE_MARKS + _TAG + "\r") | {""}
"""First characters that do not determine the kind of the line."""


def kind_of(text: str, at: int, *, ended: bool) -> Line | None:
    """Return the kind of the line at a position; None if more text is needed."""
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
    """Return the kind of a line that starts with a fence character."""
    mark, end = text[first], first
    while end < len(text) and end - first < SHORTEST_FENCE and text[end] == mark:
        end += 1
    if end - first == SHORTEST_FENCE:
        return INDENTED_FENCE if width >= _CODE_INDENT else FENCE
    if end == len(text) and not ended:
        return None
    return INDENTED if width >= _CODE_INDENT else PROSE


MarkedHead = tuple[str, Marker | None]
"""The start of a line, and its list marker."""
SeenLine = tuple[Line, str, Marker | None]
"""The kind of a line and, if it may be a list item, its start and its marker."""

_BLANK: SeenLine = (BLANK, "", None)
_WORDS: SeenLine = (PROSE, "", None)
_INDENTING = frozenset(SPACES)


def line_at(text: str, at: int, *, ended: bool) -> SeenLine | None:
    """Return the kind, start and marker of the line at a position; None if more text is needed.

    If the first word shows that the line is not a list item, its start is empty.
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
    """Return the start and marker of the line at a position; None if more text is needed."""
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
    """Wait for the start and marker of the line at this offset of the held text.

    If the first word shows that the line is not a list item, its start is empty.
    """
    held = reader.held
    if begins_with_word(held.text, held.start + offset) is not None:
        return "", None
    while (seen := marked_head(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return seen


def wait_for_kind(reader: Reader, offset: int) -> Generator[None, None, Line]:
    """Wait for the kind of the line at this offset of the held text."""
    held = reader.held
    while (kind := kind_of(held.text, held.start + offset, ended=held.ended)) is None:
        reader.wait_for(ANYTHING)
        yield
    return kind
