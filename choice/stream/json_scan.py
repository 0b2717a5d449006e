"""Where a JSON object ends that arrives in pieces, or where it can be none any more."""

import re

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
