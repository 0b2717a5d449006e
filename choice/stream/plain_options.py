"""The short way through a list of options: lines that begin with the next marker wake nobody.

They are read when the list ends, all at once. An option that asks something, or that is written differently,
is read at the end of its line: it may show that the list offers no choice.
"""

from choice.stream.segments import Segment
from choice.stream.waiting import ASIDE, Waiting
from choice.stream.watch import ANYTHING


def in_option(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece inside the line of an option."""
    if not waiting.fits(piece):
        return waiting.advance(piece)
    line, end, head = piece.partition("\n")
    if not line or ASIDE.knows(line):
        if end:
            return _behind_line(waiting, piece, head)
    elif end:
        return waiting.advance(piece)
    else:
        # The option asks something: the end of its line wakes the reading.
        waiting.expected = ""
    waiting.pending.append(piece)
    return []


def _at_line(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece at the beginning of a line, where the marker of the next option is expected."""
    if not waiting.fits(piece):
        return waiting.advance(piece)
    return _behind_line(waiting, piece, waiting.head + piece)


def _behind_line(waiting: Waiting, piece: str, head: str) -> list[Segment]:
    """Take a piece that ends with the head of a line; only the next option wakes nobody."""
    expected = waiting.expected
    if expected and expected.startswith(head):
        waiting.head = head
        waiting.take = _at_line
        waiting.plain = ANYTHING.plain
    elif (
        not expected
        or not head.startswith(expected)
        or head[len(expected)].isspace()
        or not ASIDE.knows(head)
    ):
        return waiting.advance(piece)
    else:
        waiting.expected = next(waiting.heads, "")
        waiting.take = in_option
        waiting.plain = ASIDE.plain
    waiting.pending.append(piece)
    return []
