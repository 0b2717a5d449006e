"""The floor under every splitter: it looks at nothing and hands each token on."""

from choice.stream.segments import Segment, Text


class PassThrough:
    """Has the interface of a splitter: one method call and one segment a token."""

    __slots__ = ()

    def feed(self, chunk: str) -> list[Segment]:
        """Return the piece of text as it came."""
        return [Text(chunk)]

    def flush(self) -> list[Segment]:
        """Return nothing: nothing was held back."""
        return []


class Appending:
    """Lower still: one append a token, and nothing is returned."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: list[str] = []

    def feed(self, chunk: str) -> None:
        """Keep the piece of text."""
        self._parts.append(chunk)


def append_all(tokens: list[str]) -> None:
    """Feed a text to the lowest floor."""
    floor = Appending()
    for token in tokens:
        floor.feed(token)
