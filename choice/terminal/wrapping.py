"""Text in the columns of a terminal: broken between words, cut where it must be."""

from prompt_toolkit.utils import get_cwidth


def wrapped(text: str, columns: int) -> str:
    """Return a text whose lines are no wider than a number of columns; words stay whole where they fit."""
    return "\n".join([line for whole in text.split("\n") for line in _lines(whole, columns)])


def fitted(line: str, columns: int, more: str = "…") -> str:
    """Return a line that is cut where it is wider than a number of columns."""
    if get_cwidth(line) <= columns:
        return line
    head, _ = _broken(line, max(columns - get_cwidth(more), 1))
    return head.rstrip() + more


def _lines(line: str, columns: int) -> list[str]:
    lines, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and get_cwidth(longer) > columns:
            lines.append(current)
            longer = word
        while get_cwidth(longer) > columns:
            head, longer = _broken(longer, columns)
            lines.append(head)
        current = longer
    return [*lines, current]


def _broken(text: str, columns: int) -> tuple[str, str]:
    """Return what fits, one character at least, and the rest."""
    width = 0
    for at, character in enumerate(text):
        width += get_cwidth(character)
        if width > columns and at:
            return text[:at], text[at:]
    return text, ""
