"""A table as lines of equal width, for a code block: Slack's text has no tables."""

import re
import unicodedata

_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_BORDER = re.compile(r"(?<!\\)\|")


def is_table_rule(line: str) -> bool:
    """Tell whether a line is the one between a table's head and its rows."""
    return "|" in line and _RULE.fullmatch(line) is not None


def code_table(lines: list[str]) -> list[str]:
    """Return the lines of a table, head first, with its columns below each other."""
    rows = [_cells(line) for line in lines]
    columns = max(len(row) for row in rows)
    full = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(_width(row[column]) for row in full) for column in range(columns)]
    head, *rest = [_row(row, widths) for row in full]
    return [head, "-+-".join("-" * width for width in widths), *rest]


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    parts = [part.strip().replace("\\|", "|") for part in _BORDER.split(inner)]
    return parts[:-1] if len(parts) > 1 and not parts[-1] else parts


def _row(cells: list[str], widths: list[int]) -> str:
    padded = [cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)]
    return " | ".join(padded).rstrip()


def _width(text: str) -> int:
    """Return how many columns a text takes where Chinese, Japanese and Korean take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
