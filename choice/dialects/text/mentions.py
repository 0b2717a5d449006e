"""Search a text for any of a number of words."""

import re
from functools import cache


def mentions(said: str, words: tuple[str, ...]) -> bool:
    """Return whether any of the words occurs in a text, also inside a longer word."""
    return any(map(said.__contains__, words))


@cache
def pattern_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches any of the words, the longest one where several begin alike."""
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
