"""Untrusted text for a terminal: no control sequence acts, and lines fit its width."""

import codecs
import unicodedata

from choice.plain_text import cut, plain, plain_line

_TAB = 4
_PLAIN = {"↑↓": "Up/Down", "←": "Left", "…": "...", "·": "|", "–": "-", "—": "-"}
_PLAIN |= dict.fromkeys("“”", '"') | dict.fromkeys("‘’", "'")
"""ASCII replacements for signs that the terminal's encoding may lack."""
_ZERO_WIDTH = {"Mn", "Me", "Cf"}


def safe_text(text: str, encoding: str = "utf-8") -> str:
    """Return a text without control characters except line feeds.

    Characters that the encoding lacks are written as escapes.
    """
    return _encodable(plain(text).expandtabs(_TAB), encoding)


def safe_line(text: str, encoding: str = "utf-8", limit: int | None = None) -> str:
    """Return a text for one line of a terminal, cut at `limit` characters."""
    line = plain_line(text)
    return _encodable(line if limit is None else cut(line, limit), encoding)


def columns_of(text: str) -> int:
    """Return how many columns a terminal uses for a text."""
    return len(text) if text.isascii() else sum(map(_character_columns, text))


def wrapped(text: str, columns: int) -> str:
    """Wrap a text to a number of columns. Words are only broken where one is wider than a line."""
    return "\n".join([line for whole in text.split("\n") for line in _wrapped_line(whole, columns)])


def fitted(line: str, columns: int, more: str = "…") -> str:
    """Cut a line that is wider than a number of columns, and mark the cut with `more`."""
    if columns_of(line) <= columns:
        return line
    head, _ = _broken(line, max(columns - columns_of(more), 1))
    return head.rstrip() + more


def _character_columns(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _wrapped_line(line: str, columns: int) -> list[str]:
    lines, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and columns_of(longer) > columns:
            lines.append(current)
            longer = word
        while columns_of(longer) > columns:
            head, longer = _broken(longer, columns)
            lines.append(head)
        current = longer
    return [*lines, current]


def _broken(text: str, columns: int) -> tuple[str, str]:
    """Split a text after as many characters as fit, at least one."""
    width = 0
    for at, character in enumerate(text):
        width += _character_columns(character)
        if width > columns and at:
            return text[:at], text[at:]
    return text, ""


def _encodable(text: str, encoding: str) -> str:
    known = encoding if _is_known(encoding) else "ascii"
    if _fits(text, known):
        return text
    for sign, plain_form in _PLAIN.items():
        if not _fits(sign, known):
            text = text.replace(sign, plain_form)
    return text.encode(known, "backslashreplace").decode(known)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _is_known(encoding: str) -> bool:
    try:
        codecs.lookup(encoding)
    except LookupError:
        return False
    return True
