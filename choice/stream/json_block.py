"""JSON objects in the text: where one may begin, where it ends, and whether it asks something."""

import re
from collections.abc import Set as AbstractSet

from choice.dialects.text.json_choice import MAX_KEY, may_be_key, read_json
from choice.stream.held_text import HOLD_LIMIT
from choice.stream.reader import Deciding, Reader, Reading
from choice.stream.watch import ANYTHING, Characters

OPENERS = "{["
_WHITE = re.compile("[ \t\r\n]{0,200}").match
_DEEPEST = 64
_OUTSIDE = re.compile(r'["{}\[\]]').search
_WITHOUT = {closer: Characters(closer) for closer in "}]"}
_BRACKETS = {letter: None for letter in range(128) if chr(letter) not in "{[]}"}
"""Leaves nothing of a text in ASCII but its brackets."""
_MOST_ROUNDS = 4
"""Objects that are closed again are taken away so often, the innermost first."""
_INSIDE = re.compile(r'["\\]').search
_VALUE_STARTS = frozenset('"{[-0123456789tfn')


def opens_choice(text: str, at: int, *, ended: bool) -> bool | None:
    """Tell whether the object or array at a position begins as a choice may; None: more text decides.

    That takes a first key that is a name, and behind its colon the beginning of a value.
    """
    for expected in ("{", '"') if text[at] == "[" else ('"',):
        at = _behind_white(text, at + 1)
        if at >= len(text):
            return False if ended else None
        if text[at] != expected:
            return False
    end = text.find('"', at + 1, at + 2 + MAX_KEY)
    key = text[at + 1 : end if end >= 0 else at + 2 + MAX_KEY]
    if end < 0 or not may_be_key(key):
        return None if not ended and end < 0 and may_be_key(key) else False
    at = _behind_white(text, end + 1)
    if at < len(text) and text[at] == ":":
        at = _behind_white(text, at + 1)
        if at < len(text):
            return bool(key) and text[at] in _VALUE_STARTS
    elif at < len(text):
        return False
    return False if ended else None


def may_open(reader: Reader, at: int) -> Deciding:
    """Wait until it is known whether the object or array at a position begins as a choice does."""
    verdict = opens_choice(reader.held.text, at, ended=reader.held.ended)
    while verdict is None:
        offset = at - reader.held.start
        reader.wait_for(ANYTHING)
        yield
        at = reader.held.start + offset
        verdict = opens_choice(reader.held.text, at, ended=reader.held.ended)
    return verdict


def read_block(reader: Reader) -> Reading:
    """Read the object or array that begins what is held, and replace it if it asks something."""
    held = reader.held
    held.at = held.start
    balanced = yield from _balanced(reader)
    found = read_json(held.text[held.start : held.at], reader.category) if balanced else None
    if found is None:
        held.release(held.at)
    else:
        dialect, form = found
        held.suppress(held.at, 0, form, dialect)


class _Scan:
    """Looks for the end of an object in pieces of text, each looked at once.

    It watches for closing brackets of one kind: before the object can end, as many have to come as are open.
    """

    __slots__ = (
        "_braces",
        "_brackets",
        "_closer",
        "_missing",
        "_search",
        "_skip",
        "has_end",
        "left",
        "plain",
    )

    def __init__(self) -> None:
        self._search = _OUTSIDE
        self._braces = 0
        """So many braces are open."""
        self._brackets = 0
        self._closer = "}"
        self._missing = 0
        """So many closing brackets of the watched kind have to come before the object can end."""
        self.plain: AbstractSet[str] = _WITHOUT["}"].plain
        self._skip = 0
        self.has_end = False
        self.left = -1
        """How many characters of the last piece stand behind the end or the deepest place; -1 before that."""

    def is_plain(self, piece: str) -> bool:
        """Tell whether the object cannot end in a piece: too few closing brackets have come."""
        closers = piece.count(self._closer)
        if not closers:
            return _WITHOUT[self._closer].is_plain(piece)
        self._missing -= closers
        return self._missing > 0

    def begin(self, text: str, start: int) -> None:
        """Look at what is there; only as far as needed, for it may be looked at again from further on."""
        self._follow(text, start)
        self._watch()

    def look(self, piece: str) -> bool | None:
        """Look at all that came since the last look; return None while the object goes on, else True."""
        over = None if self._goes_on_in(piece) else self._follow(piece)
        self._watch()
        return over

    def _watch(self) -> None:
        """Watch for the ends of lists, which are fewer than those of objects, where one is open."""
        self._closer = "]" if self._brackets > 0 else "}"
        self._missing = self._brackets if self._brackets > 0 else self._braces
        self.plain = _WITHOUT[self._closer].plain

    def _follow(self, piece: str, start: int = 0) -> bool | None:
        """Go from bracket to bracket."""
        search = self._search
        at = start + self._skip
        found = search(piece, at)
        while found is not None:
            at = found.end()
            mark = piece[at - 1]
            if mark == '"':
                search = _INSIDE if search is _OUTSIDE else _OUTSIDE
            elif mark == "\\":
                at += 1
            else:
                self._braces += (mark == "{") - (mark == "}")
                self._brackets += (mark == "[") - (mark == "]")
                depth = self._braces + self._brackets
                if depth == 0 or depth > _DEEPEST:
                    self.has_end = depth == 0
                    self.left = len(piece) - at
                    return True
            found = search(piece, at)
        # The character behind a trailing backslash is still to come: the next look begins behind it.
        self._skip = at - len(piece) if at > len(piece) else 0
        self._search = search
        return None

    def _goes_on_in(self, piece: str) -> bool:
        """Count the brackets of a piece at once where they can neither end the object nor be too many."""
        if self._skip or "\\" in piece:
            return False
        parts = piece.split('"')
        in_string = self._search is _INSIDE
        outside = "".join(parts[in_string::2])
        if not outside.isascii():
            return False
        depth = self._braces + self._brackets
        found = outside.translate(_BRACKETS)
        marks = found.replace("[", "{").replace("]", "}")
        for _ in range(_MOST_ROUNDS):
            marks = marks.replace("{}", "")
        # What is left closes what was open before, and opens what stays open.
        closed = marks.count("}")
        if closed >= depth or "{}" in marks or depth + len(marks) + _MOST_ROUNDS > _DEEPEST:
            return False
        self._braces += found.count("{") - found.count("}")
        self._brackets += found.count("[") - found.count("]")
        if len(parts) % 2 == 0:
            self._search = _OUTSIDE if in_string else _INSIDE
        return True


def _balanced(reader: Reader) -> Deciding:
    """Go to the end of the object; tell whether it has one within the bounds of size and depth."""
    held = reader.held
    scan = _Scan()
    scan.begin(held.text, held.start)
    while scan.left < 0 and not held.ended and len(held.text) - held.start <= HOLD_LIMIT:
        reader.wait_for(scan, room=HOLD_LIMIT + 1 - (len(held.text) - held.start))
        reader.look = scan.look
        yield
    end = len(held.text) - max(scan.left, 0)
    limit = held.start + HOLD_LIMIT
    held.at = min(end, limit)
    return scan.has_end and end <= limit


def _behind_white(text: str, at: int) -> int:
    """Return where white space ends; a run that is too long counts as something else."""
    return _WHITE(text, at).end()  # type: ignore[union-attr]  # it matches the empty text too
