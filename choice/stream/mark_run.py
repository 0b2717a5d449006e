"""Runs of one mark: the fences of code blocks, and the backticks around code inside a line."""

from collections.abc import Callable, Generator

from choice.stream.reader import Reader
from choice.stream.watch import ANYTHING, Watch

BACKTICK = "`"


def count_marks(reader: Reader, mark: str, wait: Callable[[Watch], None]) -> Generator[None, None, int]:
    """Go behind the run of a mark at the reader's position; return how many there were."""
    held = reader.held
    count = 0
    while True:
        end = held.at
        while end < len(held.text) and held.text[end] == mark:
            end += 1
        count += end - held.at
        held.at = end
        if end < len(held.text) or held.ended:
            return count
        wait(ANYTHING)
        yield


def span_behind(span: int, count: int) -> int:
    """Return the run that has to end the code span behind a run of backticks; 0 outside of code.

    `span` is the same for the text before the run.
    """
    if span == 0:
        return count
    return 0 if span == count else span
