"""Parse JSON objects in prose: where one may start, where it ends, and whether it is a question."""

import re

from choice.dialects.json_blocks import read_json
from choice.stream.reader import HOLD_LIMIT, Deciding, Reader, Search

_DEEPEST = 64
_LONGEST_CUT = 8192
"""Longest object without an end that is repaired at the end of the text. The limit bounds the time: text
after such an object may contain another one."""
_NAMES_AND_NUMBERS = " \\t\\r\\n0-9+.E" + "".join(sorted(set("truefalsenull"))) + "-"
"""Characters allowed between punctuation, strings and brackets, for a character class."""
_OUTSIDE = re.compile(f"[^{_NAMES_AND_NUMBERS}]").search
_VALUE_ENDS = frozenset('"}]')
"""No value may follow these directly: a comma or a colon is missing."""
_INSIDE = re.compile(r'"|\\|\n[ \t\r]*+\n').search
"""A blank line inside a string means that the string was never closed and is prose."""


class JsonScan:
    """Incremental scan for the end of a JSON object; every chunk is scanned once."""

    __slots__ = (
        "_depth",
        "_last",
        "_line_end",
        "_search",
        "_skip",
        "has_end",
        "left",
    )

    def __init__(self) -> None:
        self._search = _OUTSIDE
        self._depth = 0
        """Number of open braces and brackets."""
        self._last = ":"
        """The last punctuation, bracket, or opening quotation mark."""
        self._skip = 0
        self._line_end = ""
        """A line break in a string that only whitespace has followed so far."""
        self.has_end = False
        self.left = -1
        """How many characters of the last chunk follow the end of the object, or the first invalid character;
        -1 before either is found."""

    def feed(self, piece: str, start: int = 0) -> None:
        """Scan the next chunk."""
        search = self._search
        last = self._last
        piece = self._line_end + piece
        at = start + self._skip
        found = search(piece, at)
        while found is not None:
            at = found.end()
            mark = piece[at - 1]
            if mark == "\\" and search is _INSIDE:
                at += 1
            elif search is _INSIDE and mark == '"':
                search = _OUTSIDE
            elif mark not in '":,{}[]' or (mark in '"{[' and last in _VALUE_ENDS):
                self.left = len(piece) - at + 1
                return
            else:
                last = mark
                if mark == '"':
                    search = _INSIDE
                elif mark not in ":,":
                    self._depth += 1 if mark in "{[" else -1
                    if self._depth == 0 or self._depth > _DEEPEST:
                        self.has_end = self._depth == 0
                        self.left = len(piece) - at
                        return
            found = search(piece, at)
        # The character after a trailing backslash has not arrived: the next scan starts after it.
        self._skip = at - len(piece) if at > len(piece) else 0
        line = piece.rfind("\n", at) if search is _INSIDE else -1
        self._line_end = "\n" if line >= 0 and not piece[line:].strip(" \t\r\n") else ""
        self._search = search
        self._last = last


OPENERS = "{["
_WHITE = re.compile("[ \t\r\n]{0,200}").match
LONGEST_KEY = 80
_CLOSER: Search = re.compile(r"[}\]]").search
_MOST_UNSEEN = 256
"""Scan at least every so many characters, so that text that is not JSON is not held for long."""
# Every character matches in one way only, so that backtracking is bounded by the length of a key.
_KEY_OPEN = f'"(?:[^"\\\\\n]|\\\\[^\n]){{0,{LONGEST_KEY}}}'
_KEY = re.compile(f'{_KEY_OPEN}"').match
_KEY_SO_FAR = re.compile(f"{_KEY_OPEN}\\\\?").fullmatch
_VALUE_STARTS = frozenset('"{[-0123456789tfn')


def opens_choice(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether the object or array at a position may be a choice; None if more text is needed.

    It needs a first key, a colon, and the start of a value.
    """
    for expected in ("{", '"') if text[at] == "[" else ('"',):
        at = _behind_white(text, at + 1)
        if at >= len(text):
            return False if ended else None
        if text[at] != expected:
            return False
    key = _KEY(text, at)
    if key is None:
        return None if not ended and _KEY_SO_FAR(text, at) is not None else False
    at = _behind_white(text, key.end())
    if at < len(text) and text[at] == ":":
        at = _behind_white(text, at + 1)
        if at < len(text):
            return text[at] in _VALUE_STARTS
    elif at < len(text):
        return False
    return False if ended else None


_COMMENT = re.compile("[{\\[]?[ \t\r\n]{0,200}+/[/*]").match
_COMMENT_SO_FAR = re.compile("[{\\[]?[ \t\r\n]{0,200}+/?").fullmatch


def opens_in_fence(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether JSON that may be a choice, or a comment before it, opens at a position of a fence."""
    if _COMMENT(text, at) is not None:
        return True
    if not ended and _COMMENT_SO_FAR(text, at) is not None:
        return None
    return text[at] in OPENERS and opens_choice(text, at, ended=ended)


def opens_quoted(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether JSON in apostrophes starts like a choice; as part of a command it stays text."""
    if at + 1 == len(text):
        return False if ended else None
    return opens_choice(text, at + 1, ended=ended) if text[at + 1] in OPENERS else False


def read_block(reader: Reader) -> Deciding:
    """Parse the object or array that starts the held text, and replace it if it is a question.

    Returns whether a line starts after it. If it turns out not to be JSON, the line that shows this is parsed
    again.
    """
    held = reader.held
    balanced = yield from _balanced(reader)
    size = held.at - held.start
    is_cut = not balanced and held.ended and held.at == len(held.text) and size <= _LONGEST_CUT
    found = None
    if balanced or is_cut:
        found = read_json(held.text[held.start : held.at], reader.category, is_cut=is_cut)
    if found is not None:
        dialect, form = found
        held.suppress(held.at, 0, form, dialect)
        return False
    return _release(reader, balanced=balanced)


def pass_block(reader: Reader) -> Deciding:
    """Release the object or array that starts the held text; return whether a line starts after it."""
    balanced = yield from _balanced(reader)
    return _release(reader, balanced=balanced)


def _release(reader: Reader, *, balanced: bool) -> bool:
    """Release an object that is not a question; return whether a line starts after it."""
    held = reader.held
    line = 0 if balanced else held.text.rfind("\n", held.start, held.at) + 1
    if line:
        held.at = line
        reader.after_blank = held.text.endswith("\n\n", held.start, line)
    held.release(held.at)
    return line > 0


def _balanced(reader: Reader) -> Deciding:
    """Advance to the end of the object; return whether it ends within the limits of size and depth."""
    held = reader.held
    scan = JsonScan()
    scan.feed(held.text, held.start)
    while scan.left < 0 and not held.ended and held.kept_size + len(held.text) - held.start <= HOLD_LIMIT:
        held.keep(len(held.text))
        reader.wait_for(_CLOSER, room=min(HOLD_LIMIT + 1 - held.kept_size, _MOST_UNSEEN))
        yield
        scan.feed(held.text, held.start)
    held.put_back()
    end = len(held.text) - max(scan.left, 0)
    limit = held.start + HOLD_LIMIT
    held.at = min(end, limit)
    return scan.has_end and end <= limit


def _behind_white(text: str, at: int) -> int:
    """Return the end of a run of whitespace, of limited length."""
    return _WHITE(text, at).end()  # type: ignore[union-attr]  # it matches the empty text too
