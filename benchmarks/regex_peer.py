"""Peer of the splitter: one published pattern, run once over the complete text."""

import re

# Taken as it is published; it finds only lettered lists in parentheses, with a paragraph before them.
PATTERN = r"(.+\?)\s*\n\n(.+?)\n\n(?:For example:|Options:)?\s*\n((?:\([A-Z]\).+\n?)+)"

_SEARCH = re.compile(PATTERN, re.MULTILINE).search


def searched(text: str) -> re.Match[str] | None:
    """Return the first question with a list."""
    return _SEARCH(text)
