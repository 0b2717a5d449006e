"""Feeds a text to a splitter as a model sends it: token by token."""

from typing import Protocol

from choice.stream.segments import Segment
from choice.stream.splitter import Mode, Splitter

TOKEN = 5
"""Characters a token; models send about four in English prose, and often a space with them."""


class Feedable(Protocol):
    """What a splitter offers to the one who feeds it."""

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        ...

    def flush(self) -> list[Segment]:
        """Say that the text has ended; return what was held back."""
        ...


def tokens_of(text: str) -> list[str]:
    """Cut a text into tokens."""
    return [text[at : at + TOKEN] for at in range(0, len(text), TOKEN)]


def fed(splitter: Feedable, tokens: list[str]) -> list[Segment]:
    """Return all segments of a text; the loop is the same for every splitter that is measured."""
    segments: list[Segment] = []
    for token in tokens:
        segments += splitter.feed(token)
    segments += splitter.flush()
    return segments


def split(tokens: list[str], mode: Mode) -> list[Segment]:
    """Split a text with a new splitter."""
    return fed(Splitter(mode), tokens)


def drained(tokens: list[str], mode: Mode) -> None:
    """Split a text and forget each segment, as one does who hands it on at once."""
    splitter = Splitter(mode)
    for token in tokens:
        splitter.feed(token)
    splitter.flush()
