"""What kind of line begins: the few first characters of a line decide how the rest of it is read."""

from enum import Enum, auto

from choice.stream.markup import opens_block

SPACES = " \t\u00a0\u3000"
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
