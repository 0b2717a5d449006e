"""Floor for the splitter benchmarks: returns each token unread."""

from choice.stream import Segment, Text


class PassThrough:
    """Same interface as a splitter: one method call and one segment per token."""

    __slots__ = ()

    def feed(self, chunk: str) -> list[Segment]:
        """Return the chunk unchanged."""
        return [Text(chunk)]

    def flush(self) -> list[Segment]:
        """Return nothing: nothing is buffered."""
        return []


class Appending:
    """Lower bound: one append per token, returns nothing."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: list[str] = []

    def feed(self, chunk: str) -> None:
        """Append the chunk."""
        self._parts.append(chunk)


def append_all(tokens: list[str]) -> None:
    """Feed a text to the lower bound."""
    floor = Appending()
    for token in tokens:
        floor.feed(token)
