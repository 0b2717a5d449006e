"""Cuts a text into pieces as models do: words with the space before them, long ones in parts."""

import re

_TOKEN = re.compile(r" ?[^\W\d_]{1,7}| ?\d{1,3}|\n+| +|.", re.DOTALL)


def tokens(text: str) -> list[str]:
    """Return the pieces of a text; together they are the text."""
    return _TOKEN.findall(text)
