"""Cut texts into chunks and feed them to splitters."""

from collections.abc import Iterable

from choice.stream import Mode, Splitter, Text
from tests.fuzz.laws import check_laws


def pieces_of(text: str, size: int) -> list[str]:
    """Cut a text into pieces of one size."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def check_sizes(text: str, sizes: Iterable[int], mode: Mode) -> None:
    """Check that a text keeps the splitter's laws in pieces of any of the sizes."""
    for size in sizes:
        check_laws(text, pieces_of(text, size), mode)


def released(pieces: list[str]) -> list[str]:
    """Return the prose that left before the text ended, as it left."""
    splitter = Splitter()
    return [part.text for piece in pieces for part in splitter.feed(piece) if isinstance(part, Text)]
