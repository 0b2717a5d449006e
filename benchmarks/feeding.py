"""Feed a text to a splitter token by token, as a model sends it."""

from typing import Protocol

from choice.stream import Mode, Segment, Splitter

TOKEN = 5
"""Characters per token; models send about four in English prose, often with a space."""


class Feedable(Protocol):
    """Interface of a splitter."""

    def feed(self, chunk: str) -> list[Segment]:
        """Add the next chunk and return the segments that are decided."""
        ...

    def flush(self) -> list[Segment]:
        """End the text and return the buffered segments."""
        ...


def tokens_of(text: str) -> list[str]:
    """Cut a text into tokens."""
    return [text[at : at + TOKEN] for at in range(0, len(text), TOKEN)]


def fed(splitter: Feedable, tokens: list[str]) -> list[Segment]:
    """Return all segments of a text; all measured splitters use this loop."""
    segments: list[Segment] = []
    for token in tokens:
        segments += splitter.feed(token)
    segments += splitter.flush()
    return segments


def split(tokens: list[str], mode: Mode) -> list[Segment]:
    """Split a text with a new splitter."""
    return fed(Splitter(mode), tokens)


def drained(tokens: list[str], mode: Mode) -> None:
    """Split a text and discard each segment, like a caller that forwards it immediately."""
    splitter = Splitter(mode)
    for token in tokens:
        splitter.feed(token)
    splitter.flush()
