"""Untrusted text made harmless for a terminal: nothing in it acts as a control sequence."""

import codecs

from choice.plain_text import cut, plain, plain_line

_TAB = 4
_PLAIN = {"↑↓": "Up/Down", "←": "Left", "…": "...", "·": "|", "–": "-", "—": "-"}
_PLAIN |= dict.fromkeys("“”", '"') | dict.fromkeys("‘’", "'")
"""Signs that have a plain form, where the encoding of a terminal lacks them."""


def safe_text(text: str, encoding: str = "utf-8") -> str:
    """Return a text that a terminal only shows: line feeds are the one control character left in it.

    What the encoding of the terminal lacks is written out too.
    """
    return _encodable(plain(text).expandtabs(_TAB), encoding)


def safe_line(text: str, encoding: str = "utf-8", limit: int | None = None) -> str:
    """Return a text for one line of a terminal, cut where it is longer than the limit."""
    line = plain_line(text)
    return _encodable(line if limit is None else cut(line, limit), encoding)


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
