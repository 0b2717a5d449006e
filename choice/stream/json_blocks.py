"""JSON objects in the text: where one may begin, where it ends, and whether it asks something."""

import re

from choice.dialects.json_blocks import read_json
from choice.stream.reader import HOLD_LIMIT, Deciding, Reader, Search

_DEEPEST = 64
_NAMES_AND_NUMBERS = " \\t\\r\\n0-9+.E" + "".join(sorted(set("truefalsenull"))) + "-"
"""What may stand between signs, strings and brackets, as in a class of a pattern."""
_OUTSIDE = re.compile(f"[^{_NAMES_AND_NUMBERS}]").search
_VALUE_ENDS = frozenset('"}]')
"""Behind these no value begins: a comma or a colon is missing."""
_INSIDE = re.compile(r'"|\\|\n[ \t\r]*+\n').search
"""Inside a string an empty line counts too: where one comes, the string is prose that was never closed."""


class JsonScan:
    """Looks for the end of an object in pieces of text, each looked at once."""

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
        """So many braces and brackets are open."""
        self._last = ":"
        """The last sign, quotation mark or bracket; a string counts when it begins."""
        self._skip = 0
        self._line_end = ""
        """The end of a line, where nothing but white space of the string came behind it so far."""
        self.has_end = False
        self.left = -1
        """How many characters of the last piece stand behind the end, or the place where it cannot go on; -1
        before that."""

    def look(self, piece: str, start: int = 0) -> None:
        """Look at the next piece: go from bracket to bracket."""
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
        # The character behind a trailing backslash is still to come: the next look begins behind it.
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
"""So many characters may come before they are looked at: what is no JSON must not be held for long."""
# Every character is read in one way only, so that no more than a key is ever given back.
_KEY_OPEN = f'"(?:[^"\\\\\n]|\\\\[^\n]){{0,{LONGEST_KEY}}}'
_KEY = re.compile(f'{_KEY_OPEN}"').match
_KEY_SO_FAR = re.compile(f"{_KEY_OPEN}\\\\?").fullmatch
_VALUE_STARTS = frozenset('"{[-0123456789tfn')


def opens_choice(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether the object or array at a position begins as a choice may; None: more text decides.

    That takes a first key, and behind its colon the beginning of a value.
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


def opens_quoted(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether what an apostrophe quotes begins as a choice may: in a command, such JSON is shown."""
    if at + 1 == len(text):
        return False if ended else None
    return opens_choice(text, at + 1, ended=ended) if text[at + 1] in OPENERS else False


def read_block(reader: Reader) -> Deciding:
    """Read the object or array that begins what is held, and replace it if it asks something.

    Tells whether a line begins behind it: where it cannot be JSON any more, the line that shows it is read
    anew.
    """
    held = reader.held
    balanced = yield from _balanced(reader)
    found = read_json(held.text[held.start : held.at], reader.category) if balanced else None
    if found is not None:
        dialect, form = found
        held.suppress(held.at, 0, form, dialect)
        return False
    return _let_go(reader, balanced=balanced)


def pass_block(reader: Reader) -> Deciding:
    """Pass the object or array that begins what is held: it is shown, not asked. Tells the same."""
    balanced = yield from _balanced(reader)
    return _let_go(reader, balanced=balanced)


def _let_go(reader: Reader, *, balanced: bool) -> bool:
    """Let an object go that asks nothing; tell whether a line begins behind it."""
    held = reader.held
    line = 0 if balanced else held.text.rfind("\n", held.start, held.at) + 1
    if line:
        held.at = line
        reader.after_blank = held.text.endswith("\n\n", held.start, line)
    held.release(held.at)
    return line > 0


def _balanced(reader: Reader) -> Deciding:
    """Go to the end of the object; tell whether it has one within the bounds of size and depth."""
    held = reader.held
    scan = JsonScan()
    scan.look(held.text, held.start)
    while scan.left < 0 and not held.ended and held.kept_size + len(held.text) - held.start <= HOLD_LIMIT:
        held.keep(len(held.text))
        reader.wait_for(_CLOSER, room=min(HOLD_LIMIT + 1 - held.kept_size, _MOST_UNSEEN))
        yield
        scan.look(held.text, held.start)
    held.put_back()
    end = len(held.text) - max(scan.left, 0)
    limit = held.start + HOLD_LIMIT
    held.at = min(end, limit)
    return scan.has_end and end <= limit


def _behind_white(text: str, at: int) -> int:
    """Return where white space ends; a run that is too long counts as something else."""
    return _WHITE(text, at).end()  # type: ignore[union-attr]  # it matches the empty text too
