"""The peer that looks for a listed question with one pattern, run once over the finished text."""

import re

# Taken as it is published; it finds only lettered lists in parentheses, with a paragraph before them.
PATTERN = r"(.+\?)\s*\n\n(.+?)\n\n(?:For example:|Options:)?\s*\n((?:\([A-Z]\).+\n?)+)"

_SEARCH = re.compile(PATTERN, re.MULTILINE).search


def searched(text: str) -> re.Match[str] | None:
    """Return the first listed question of a text."""
    return _SEARCH(text)
