"""The short way through plain prose, of which most text consists: nobody is woken while it lasts.

Each function takes a piece of text from where the text is. All of them decide as the reading would.
"""

from choice.dialects.text.option_marker import begins_with_word
from choice.dialects.text.question_sentence import invites_choice
from choice.stream.plain_code import in_code
from choice.stream.segments import Segment, Text
from choice.stream.sentences import IN_CODE, LONGEST
from choice.stream.statement_end import (
    CODE,
    DOUBTFUL,
    LINE,
    NOTABLE,
    NOTHING,
    PARAGRAPH,
    PARAGRAPH_BEFORE_WORD,
    PARTS,
    PERHAPS,
    QUESTION,
    STATEMENT,
    UNCLEAR,
    Parts,
    is_abbreviation,
    parts_of,
)
from choice.stream.waiting import MOST_PIECES, Waiting
from choice.stream.watch import ANYTHING, LONGEST_KNOWN

_new = tuple.__new__
_TOO_LONG: Parts = (UNCLEAR, "", "")


def in_statement(waiting: Waiting, piece: str) -> list[Segment]:  # noqa: C901 - a call for a part of it costs more
    """Take a piece inside a statement; where it ends, let it go and hold the beginning of the next one."""
    pending = waiting.pending
    try:
        parts = PARTS[piece]
    except KeyError:
        parts = _parts_that_fit(waiting, piece)
    else:
        if len(pending) >= waiting.most:
            parts = _parts_that_fit(waiting, piece)
    ending, head, rest = parts
    if ending is PERHAPS:
        waiting.take = _behind_mark
        waiting.plain = ANYTHING.plain
        pending.append(piece)
        return []
    if ending is not STATEMENT and ending is not DOUBTFUL:
        return _within(waiting, piece, parts)
    pending.append(head)
    statement = "".join(pending)
    begun = waiting.begun
    if begun:
        statement = begun + statement
    if ending is DOUBTFUL and is_abbreviation(statement):
        pending[-1] = piece
        return []
    if "?" in statement and _asks(statement):
        pending.pop()
        return waiting.advance(piece)
    reader = waiting.reader
    reader.before.append(statement)
    if begun:
        reader.held.drop()
        waiting.begun = ""
    waiting.pending = [rest]
    if waiting.most is not MOST_PIECES:
        waiting.room = LONGEST
        waiting.counted = 0
        waiting.most = MOST_PIECES
    return [_new(Text, (statement,))]


def _within(waiting: Waiting, piece: str, parts: Parts) -> list[Segment]:
    """Take a piece that does not end the statement within its line."""
    ending = parts[0]
    if ending is PARAGRAPH or ending is PARAGRAPH_BEFORE_WORD:
        return _end_paragraph(waiting, piece, parts)
    if ending is LINE:
        return _end_line(waiting, piece, parts)
    if ending is CODE:
        waiting.take = in_code
        waiting.plain = IN_CODE.plain
    elif ending is UNCLEAR or (ending is QUESTION and _has_asked(waiting)):
        return waiting.advance(piece)
    waiting.pending.append(piece)
    return []


def _behind_mark(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece behind one that ends with a mark: both are taken as one."""
    waiting.take = in_statement
    waiting.plain = NOTABLE.plain
    return in_statement(waiting, waiting.pending.pop() + piece)


def _parts_that_fit(waiting: Waiting, piece: str) -> Parts:
    """Return the parts of a piece; where it is too long for the short way, they are unclear."""
    if not waiting.fits(piece):
        return _TOO_LONG
    parts = parts_of(piece)
    return _TOO_LONG if len(piece) > LONGEST_KNOWN and parts[0] is not NOTHING else parts


def _has_asked(waiting: Waiting) -> bool:
    """Tell whether a question mark stands in what is held."""
    return "?" in waiting.begun + "".join(waiting.pending)


def _asks(statement: str) -> bool:
    """Tell whether a statement that ends asks a question, and the words behind that do not answer it."""
    end = statement.find("? ") + 1
    return end > 0 and invites_choice(statement[end:])


def at_line(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece at the beginning of a line, of which at most one letter is there."""
    pending = waiting.pending
    if piece[0] == "\n" and not pending and piece[1:2] != "\n":
        waiting.reader.before.clear()
        waiting.reader.after_blank = True
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


def _end_line(waiting: Waiting, piece: str, parts: Parts) -> list[Segment]:
    """Let a statement go with the end of its line, and begin the next line."""
    _, head, rest = parts
    statement = waiting.begun + "".join(waiting.pending) + head
    if is_abbreviation(statement) or _asks(statement):
        return waiting.advance(piece)
    waiting.reader.before.append(statement)
    return _begin_line(waiting, statement + "\n", rest)


def _end_paragraph(waiting: Waiting, piece: str, parts: Parts) -> list[Segment]:
    """Let the end of a paragraph go with the empty line behind it, and begin the next line."""
    ending, head, rest = parts
    released = waiting.begun + "".join(waiting.pending) + head
    if "?" in released and _asks(released):
        return waiting.advance(piece)
    reader = waiting.reader
    reader.before.clear()
    if ending is PARAGRAPH_BEFORE_WORD:
        waiting.read_from_prose(rest)
        return [_new(Text, (released,))]
    reader.after_blank = True
    return _begin_line(waiting, released, rest)


def _begin_line(waiting: Waiting, released: str, rest: str) -> list[Segment]:
    """Let all that waits go, and take the beginning of the next line."""
    waiting.read_from_line()
    waiting.take = at_line
    waiting.plain = ANYTHING.plain
    segments: list[Segment] = [_new(Text, (released,))]
    if rest:
        segments += at_line(waiting, rest)
    return segments
