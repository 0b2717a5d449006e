"""Searches for the characters that matter to a part of the splitter."""

import re
from collections.abc import Callable
from typing import Protocol

Watch = Callable[[str], object]
"""Takes each piece of text that arrives; returns None where the part that waits need not see it yet."""


class Search(Protocol):
    """Finds a character in a text; the `search` of a pattern of single characters, which never backtracks."""

    def __call__(self, text: str, at: int = 0, /) -> re.Match[str] | None:
        """Return the first of the characters from a position on."""
        ...


ANYTHING: Search = re.compile("").search
NEWLINE: Search = re.compile("\n").search
