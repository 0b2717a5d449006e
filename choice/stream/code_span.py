"""Code spans inside a line: what stands between two equal runs of backticks is code."""

from collections.abc import Callable, Generator

from choice.stream.reader import ANYTHING, Reader, Search

MARK = "`"


def behind_marks(reader: Reader, span: int, wait: Callable[[Search], None]) -> Generator[None, None, int]:
    """Go behind the run of backticks at the reader's position; return the run that has to end the span around it.

    `span` is the length of the run that opened the code span before this one, or 0 outside a span; so is what is returned.
    """
    held = reader.held
    count = 0
    while True:
        end = held.at
        while end < len(held.text) and held.text[end] == MARK:
            end += 1
        count += end - held.at
        held.at = end
        if end < len(held.text) or held.ended:
            break
        wait(ANYTHING)
        yield
    if span == 0:
        return count
    return 0 if span == count else span
