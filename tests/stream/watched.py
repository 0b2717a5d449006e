"""Splitters that are watched while they take a text: what wakes the reading, and what leaves when."""

from collections.abc import Iterable

from typing_extensions import override

from choice.stream.segments import Segment, Text
from choice.stream.splitter import Mode, Splitter
from tests.fuzz.laws import check_laws


class Watched(Splitter):
    """A splitter that remembers the pieces with which its reading was woken."""

    __slots__ = ("woken_by",)

    def __init__(self, mode: Mode = "discovery") -> None:
        self.woken_by: list[str] = []
        super().__init__(mode)

    @override
    def advance(self, piece: str) -> list[Segment]:
        """Note the piece and wake the reading."""
        self.woken_by.append(piece)
        return super().advance(piece)


def pieces_of(text: str, size: int) -> list[str]:
    """Cut a text into pieces of one size."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def check_sizes(text: str, sizes: Iterable[int], mode: Mode) -> None:
    """Check that a text keeps the splitter's laws in pieces of any of the sizes."""
    for size in sizes:
        check_laws(text, pieces_of(text, size), mode)


def woken_by(pieces: list[str], mode: Mode = "discovery") -> list[str]:
    """Return with which pieces the reading was woken before the text ended."""
    splitter = Watched(mode)
    for piece in pieces:
        splitter.feed(piece)
    return splitter.woken_by


def released(pieces: list[str]) -> list[str]:
    """Return the prose that left before the text ended, as it left."""
    splitter = Splitter()
    return [part.text for piece in pieces for part in splitter.feed(piece) if isinstance(part, Text)]
