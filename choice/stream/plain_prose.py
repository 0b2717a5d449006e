"""The short way through plain prose, of which most text consists: nobody is woken while it lasts.

Each function takes a piece of text from where the text is. All of them decide as the reading would.
"""

from choice.dialects.text.option_marker import begins_with_word
from choice.stream.segments import Segment, Text
from choice.stream.sentences import LONGEST
from choice.stream.statement_end import (
    LINE,
    NOTABLE,
    NOTHING,
    PARAGRAPH,
    PARTS,
    PERHAPS,
    STATEMENT,
    UNCLEAR,
    Parts,
    is_abbreviation,
    parts_of,
)
from choice.stream.waiting import MOST_PIECES, Waiting
from choice.stream.watch import ANYTHING, LONGEST_KNOWN

_new = tuple.__new__
_TOO_LONG = Parts(UNCLEAR, "")


def in_statement(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece inside a statement."""
    pending = waiting.pending
    parts = PARTS.get(piece)
    if parts is None or len(pending) >= waiting.most:
        parts = _parts_that_fit(waiting, piece)
    ending, head, rest, doubtful, begins = parts
    if ending is STATEMENT:
        statement = waiting.begun + "".join(pending) + head
        if not doubtful or not is_abbreviation(statement):
            return _end_statement(waiting, statement, rest)
    elif ending is PARAGRAPH:
        return _end_paragraph(waiting, head, rest, begins=begins)
    elif ending is LINE:
        return _end_line(waiting, piece, head, rest)
    elif ending is UNCLEAR:
        return waiting.advance(piece)
    elif ending is PERHAPS:
        waiting.take = _behind_mark
        waiting.plain = ANYTHING.plain
    pending.append(piece)
    return []


def _parts_that_fit(waiting: Waiting, piece: str) -> Parts:
    """Return the parts of a piece; where it is too long for the short way, they are unclear."""
    if not waiting.fits(piece):
        return _TOO_LONG
    parts = parts_of(piece)
    return _TOO_LONG if len(piece) > LONGEST_KNOWN and parts.ending is not NOTHING else parts


def _behind_mark(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a small piece behind a mark that may have ended a statement."""
    first = piece[0]
    is_small = len(piece) <= LONGEST_KNOWN
    if first == "\n" and is_small:
        parts = PARTS.get(piece) or parts_of(piece)
        if parts.ending is PARAGRAPH:
            return _end_paragraph(waiting, parts.head, parts.rest, begins=parts.begins)
    is_plain = is_small and NOTABLE.knows(piece)
    if not is_small or not (first.isalnum() or (first == " " and is_plain)):
        return waiting.advance(piece)
    waiting.take = in_statement
    waiting.plain = NOTABLE.plain
    if not is_plain:
        return in_statement(waiting, piece)
    if first == " ":
        statement = waiting.begun + "".join(waiting.pending)
        if not is_abbreviation(statement):
            return _end_statement(waiting, statement, piece)
    waiting.pending.append(piece)
    return []


def _at_line(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece at the beginning of a line, of which at most one letter is there."""
    pending = waiting.pending
    if piece[0] == "\n" and not pending and piece[1:2] != "\n":
        _pass_blank(waiting)
        return _begin_line(waiting, "\n", piece[1:])
    beginning = pending[0] + piece if pending else piece
    if len(beginning) == 1 and beginning.isalpha() and beginning.isascii():
        pending.append(piece)
        return []
    if len(beginning) > LONGEST_KNOWN or begins_with_word(beginning) is None or not NOTABLE.knows(piece):
        return waiting.advance(piece)
    waiting.read_from_prose(beginning)
    waiting.take = in_statement
    waiting.plain = NOTABLE.plain
    return []


def _end_statement(waiting: Waiting, statement: str, rest: str) -> list[Segment]:
    """Let a statement go, and hold the beginning of what comes next."""
    reader = waiting.reader
    reader.before.append(statement)
    if waiting.begun:
        reader.held.drop()
        waiting.begun = ""
    waiting.pending = [rest]
    waiting.room = LONGEST
    waiting.counted = 0
    waiting.most = MOST_PIECES
    return [_new(Text, (statement,))]


def _end_line(waiting: Waiting, piece: str, head: str, rest: str) -> list[Segment]:
    """Let a statement go with the end of its line, and begin the next line."""
    statement = waiting.begun + "".join(waiting.pending) + head
    if is_abbreviation(statement):
        return waiting.advance(piece)
    waiting.reader.before.append(statement)
    return _begin_line(waiting, statement + "\n", rest)


def _end_paragraph(waiting: Waiting, head: str, rest: str, *, begins: bool) -> list[Segment]:
    """Let the end of a paragraph go with the empty line behind it, and begin the next line."""
    released = waiting.begun + "".join(waiting.pending) + head
    if not begins:
        _pass_blank(waiting)
        return _begin_line(waiting, released, rest)
    waiting.reader.before.clear()
    waiting.read_from_prose(rest)
    waiting.take = in_statement
    waiting.plain = NOTABLE.plain
    return [_new(Text, (released,))]


def _pass_blank(waiting: Waiting) -> None:
    waiting.reader.before.clear()
    waiting.reader.after_blank = True


def _begin_line(waiting: Waiting, released: str, rest: str) -> list[Segment]:
    """Let all that waits go, and take the beginning of the next line."""
    waiting.read_from_line()
    waiting.take = _at_line
    waiting.plain = ANYTHING.plain
    segments: list[Segment] = [_new(Text, (released,))]
    return segments + _at_line(waiting, rest) if rest else segments
