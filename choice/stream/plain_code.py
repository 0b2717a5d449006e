"""The short way through code inside a sentence: nothing in it ends the sentence but the end of the line."""

from choice.stream.segments import Segment
from choice.stream.sentences import IN_CODE
from choice.stream.waiting import Waiting
from choice.stream.watch import ANYTHING

_MARK = "`"


def in_code(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece of code."""
    if not waiting.fits(piece):
        return waiting.advance(piece)
    code, mark, behind = piece.partition(_MARK)
    if not mark and IN_CODE.is_plain(piece):
        waiting.pending.append(piece)
        return []
    if not mark or "\n" in code or behind[:1] == _MARK:
        return waiting.advance(piece)
    waiting.pending.append(code + mark)
    if behind:
        return waiting.go_on_in_statement(behind)
    waiting.take = _behind_mark
    waiting.plain = ANYTHING.plain
    return []


def _behind_mark(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece behind one that ends with a backtick: both are taken as one."""
    return in_code(waiting, waiting.pending.pop() + piece)
