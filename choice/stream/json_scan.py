"""Where a JSON object ends that arrives in pieces, or where it can be none any more."""

import re
from collections.abc import Set as AbstractSet

from choice.stream.watch import Characters

_DEEPEST = 64
_NAMES_AND_NUMBERS = " \\t\\r\\n0-9+.E" + "".join(sorted(set("truefalsenull"))) + "-"
"""What may stand between signs, strings and brackets, as in a class of a pattern."""
_OUTSIDE = re.compile(f"[^{_NAMES_AND_NUMBERS}]").search
_WITHOUT = {closer: Characters(closer) for closer in "}]"}
_MARKS = {letter: None for letter in range(128) if _OUTSIDE(chr(letter)) is None}
"""Leaves nothing of a text in ASCII but signs, quotation marks and brackets, and what JSON has not."""
_VALUE_ENDS = frozenset('"}]')
"""Behind these no value begins: a comma or a colon is missing."""
_MISSING_SIGN = ('""', '"{', '}"', "}{")
_MOST_ROUNDS = 4
"""Objects that are closed again are taken away so often, the innermost first."""
_INSIDE = re.compile(r'"|\\|\n[ \t\r]*+\n').search
"""Inside a string an empty line counts too: where one comes, the string is prose that was never closed."""


class JsonScan:
    """Looks for the end of an object in pieces of text, each looked at once.

    It watches for closing brackets of one kind: before the object can end, as many have to come as are open.
    """

    __slots__ = (
        "_braces",
        "_brackets",
        "_closer",
        "_last",
        "_line_end",
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
        self._last = ":"
        """The last sign, quotation mark or bracket; a string counts when it begins."""
        self._missing = 0
        """So many closing brackets of the watched kind have to come before the object can end."""
        self.plain: AbstractSet[str] = _WITHOUT["}"].plain
        self._skip = 0
        self._line_end = ""
        """The end of a line, where nothing but white space of the string came behind it so far."""
        self.has_end = False
        self.left = -1
        """How many characters of the last piece stand behind the end, or the place where it cannot go on; -1
        before that."""

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
                return True
            else:
                last = mark
                if mark == '"':
                    search = _INSIDE
                elif mark not in ":,":
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
        line = piece.rfind("\n", at) if search is _INSIDE else -1
        self._line_end = "\n" if line >= 0 and not piece[line:].strip(" \t\r\n") else ""
        self._search = search
        self._last = last
        return None

    def _goes_on_in(self, piece: str) -> bool:
        """Count the brackets of a piece at once where they can neither end the object nor be wrong."""
        if self._skip or self._line_end or "\\" in piece:
            return False
        parts = piece.split('"')
        in_string = self._search is _INSIDE
        ends_in_string = in_string is (len(parts) % 2 == 1)
        outside = '"'.join(parts[in_string::2])
        if ends_in_string and len(parts) > 1:
            outside += '"'
        if not outside.isascii() or piece.count("\n") > outside.count("\n"):
            return False
        marks = outside.translate(_MARKS)
        alike = marks.replace("[", "{").replace("]", "}")
        behind_last = (self._last if self._last != "]" else "}") + alike
        for pair in _MISSING_SIGN:
            if pair in behind_last:
                return False
        brackets = alike.replace('"', "").replace(":", "").replace(",", "")
        for _ in range(_MOST_ROUNDS):
            brackets = brackets.replace("{}", "")
        # What is left closes what was open before, and opens what stays open.
        depth = self._braces + self._brackets
        if brackets.count("}") >= depth or "{}" in brackets or brackets.strip("{}"):
            return False
        if depth + len(brackets) + _MOST_ROUNDS > _DEEPEST:
            return False
        self._braces += marks.count("{") - marks.count("}")
        self._brackets += marks.count("[") - marks.count("]")
        self._search = _INSIDE if ends_in_string else _OUTSIDE
        self._last = marks[-1:] or self._last
        return True
