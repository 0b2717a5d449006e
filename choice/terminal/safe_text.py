"""Untrusted text made harmless for a terminal: nothing in it acts as a control sequence."""

from choice.plain_text import cut, plain, plain_line

_TAB = 4


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
    try:
        return text.encode(encoding, "backslashreplace").decode(encoding)
    except LookupError:
        return text.encode("ascii", "backslashreplace").decode("ascii")
