"""Where the label of an option ends and its description begins."""

import re

from choice.dialects.text.amount_range import is_range

_LOOKED_AT = 800
"""A label is shorter than this, whatever marks of emphasis are in it."""
_NOTABLE = re.compile(" —+ | –+ | --? |: |：|——|[(\\[（【「『)\\]）】」』`\"“„«‘']")
_MAY_SEPARATE = re.compile("[-–—:：]").search
_OPENERS, _CLOSERS = "([（【「『", ")]）】」』"
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"}
_BEFORE_QUOTE = " \t([（「"


def separator(text: str) -> tuple[int, int]:
    """Return where the first separator stands and how wide it is; width 0 where there is none.

    In brackets, in code, between quotation marks and between the ends of a range nothing separates.
    """
    if not _MAY_SEPARATE(text):
        return 0, 0
    text = text[:_LOOKED_AT]
    depth = 0
    found = _NOTABLE.search(text)
    while found is not None:
        at, end = found.span()
        mark = text[at]
        if mark in _OPENERS:
            depth += 1
        elif mark in _CLOSERS:
            depth = max(0, depth - 1)
        elif mark == "`" or mark in _QUOTES:
            end = _behind_quoted(text, at)
        elif depth == 0 and _separates(text, at, end):
            return at, end - at
        else:
            # The space behind one separator may begin the next one.
            end = max(at + 1, end - 1)
        found = _NOTABLE.search(text, end)
    return 0, 0


def _separates(text: str, at: int, end: int) -> bool:
    before, behind = text[:at], text[end:].strip()
    if not behind or not before.strip():
        return False
    return text[at] in ":：" or not is_range(before, behind)


def _behind_quoted(text: str, at: int) -> int:
    """Return the position behind a quoted piece; where none begins, behind the mark."""
    mark = text[at]
    closer = "`" if mark == "`" else _QUOTES[mark]
    if mark != "`" and at > 0 and text[at - 1] not in _BEFORE_QUOTE:
        return at + 1
    end = text.find(closer, at + 1)
    while end > 0 and mark == "'" and text[end + 1 : end + 2].isalnum():
        end = text.find(closer, end + 1)
    return end + 1 if end > 0 else at + 1
