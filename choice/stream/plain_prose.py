"""The short way through plain prose, of which most text consists: nobody is woken while it lasts.

Each function takes a piece of text from where the text is. All of them decide as the reading would.
"""

from choice.stream.line_head import begins_with_word
from choice.stream.segments import Segment, Text
from choice.stream.sentences import LONGEST
from choice.stream.statement_end import (
    LINE,
    NOTABLE,
    PARAGRAPH,
    PARTS,
    PERHAPS,
    STATEMENT,
    UNCLEAR,
    is_abbreviation,
    parts_of,
)
from choice.stream.waiting import Waiting
from choice.stream.watch import ANYTHING, LONGEST_KNOWN

_new = tuple.__new__


def advance(waiting: Waiting, piece: str) -> list[Segment]:
    """Wake the reading with all that has arrived; where it comes to a statement, a short way begins."""
    reader = waiting.reader
    if reader.look is not None and waiting.sees_nothing(reader.look, piece):
        return []
    segments = waiting.wake(piece)
    waiting.shortcut = None
    if reader.at_statement:
        waiting.begun = reader.held.text[reader.held.start :]
        waiting.shortcut = in_statement
    return segments


def in_statement(waiting: Waiting, piece: str) -> list[Segment] | None:
    """Take a piece inside a statement."""
    pending = waiting.pending
    parts = PARTS.get(piece)
    if parts is None or len(pending) >= waiting.most:
        if not waiting.fits(piece):
            return None
        parts = parts_of(piece)
    ending, head, rest, doubtful = parts
    if ending is STATEMENT:
        statement = waiting.begun + "".join(pending) + head
        if not doubtful or not is_abbreviation(statement):
            return _end_statement(waiting, statement, rest)
    elif ending is LINE:
        return _end_line(waiting, head, rest)
    elif ending is PARAGRAPH:
        return _end_paragraph(waiting, head, rest)
    elif ending is UNCLEAR:
        return None
    elif ending is PERHAPS:
        waiting.shortcut = _behind_mark
        waiting.watch_for(ANYTHING)
    pending.append(piece)
    return []


def _behind_mark(waiting: Waiting, piece: str) -> list[Segment] | None:
    """Take a piece behind a mark that may have ended a statement."""
    first = piece[0]
    if first == "\n":
        parts = parts_of(piece)
        return _end_paragraph(waiting, parts.head, parts.rest) if parts.ending is PARAGRAPH else None
    ends = first == " " and len(piece) <= LONGEST_KNOWN and NOTABLE.knows(piece)
    if not ends and not first.isalnum():
        return None
    waiting.shortcut = in_statement
    waiting.watch_for(NOTABLE)
    if ends:
        statement = waiting.begun + "".join(waiting.pending)
        if not is_abbreviation(statement):
            return _end_statement(waiting, statement, piece)
    return in_statement(waiting, piece)


def _at_line(waiting: Waiting, piece: str) -> list[Segment] | None:
    """Take a piece at the beginning of a line, of which at most one letter is there."""
    pending = waiting.pending
    if piece[0] == "\n" and not pending and piece[1:2] != "\n":
        _pass_blank(waiting)
        return _begin_line(waiting, "\n", piece[1:])
    beginning = pending[0] + piece if pending else piece
    if len(beginning) == 1 and beginning.isalpha() and beginning.isascii():
        pending.append(piece)
        return []
    if len(piece) > LONGEST_KNOWN or begins_with_word(beginning) is None or not NOTABLE.knows(piece):
        return None
    waiting.read_from_prose()
    waiting.hold(beginning, LONGEST)
    waiting.shortcut = in_statement
    waiting.watch_for(NOTABLE)
    return []


def _end_statement(waiting: Waiting, statement: str, rest: str) -> list[Segment]:
    """Let a statement go, and hold the beginning of what comes next."""
    reader = waiting.reader
    reader.before.append(statement)
    if waiting.begun:
        reader.held.drop()
        waiting.begun = ""
    waiting.hold(rest, LONGEST)
    return [_new(Text, (statement,))]


def _end_line(waiting: Waiting, head: str, rest: str) -> list[Segment] | None:
    """Let a statement go with the end of its line, and begin the next line."""
    statement = waiting.begun + "".join(waiting.pending) + head
    if is_abbreviation(statement):
        return None
    waiting.reader.before.append(statement)
    return _begin_line(waiting, statement + "\n", rest)


def _end_paragraph(waiting: Waiting, head: str, rest: str) -> list[Segment]:
    """Let the end of a paragraph go with the empty line behind it, and begin the next line."""
    released = waiting.begun + "".join(waiting.pending) + head
    _pass_blank(waiting)
    return _begin_line(waiting, released, rest)


def _pass_blank(waiting: Waiting) -> None:
    waiting.reader.before.clear()
    waiting.reader.after_blank = True


def _begin_line(waiting: Waiting, released: str, rest: str) -> list[Segment]:
    """Let all that waits go, and take the beginning of the next line."""
    waiting.read_from_line()
    waiting.shortcut = _at_line
    waiting.watch_for(ANYTHING)
    segments: list[Segment] = [_new(Text, (released,))]
    if not rest:
        return segments
    more = _at_line(waiting, rest)
    return segments + (advance(waiting, rest) if more is None else more)
