"""Peer for a JSON block: an incremental scan aware of strings and escapes, and one parse at the end."""

import json
import re

_OUTSIDE = re.compile(r'["{}]').search
_INSIDE = re.compile(r'["\\]').search


class JsonScan:
    """Collects the chunks of one object and parses it when its last brace has arrived."""

    __slots__ = ("_depth", "_in_string", "_parts", "_skip")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._depth = 0
        self._in_string = False
        self._skip = 0

    def feed(self, chunk: str) -> object:
        """Add the next chunk; return the value once it is complete, else None."""
        self._parts.append(chunk)
        at = self._skip
        self._skip = 0
        while (found := (_INSIDE if self._in_string else _OUTSIDE)(chunk, at)) is not None:
            at = found.end()
            mark = chunk[at - 1]
            if mark == '"':
                self._in_string = not self._in_string
            elif mark == "\\":
                at += 1
                self._skip = max(0, at - len(chunk))
            else:
                self._depth += 1 if mark == "{" else -1
                if self._depth == 0:
                    return json.loads("".join(self._parts))
        return None


def scanned(tokens: list[str]) -> object:
    """Return the value parsed from tokens."""
    scan = JsonScan()
    for token in tokens:
        value = scan.feed(token)
        if value is not None:
            return value
    return None
