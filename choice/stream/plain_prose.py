"""The short way through plain prose, of which most text consists: nobody is woken while it lasts.

Each function takes a piece of text from where the text is. All of them decide as the reading would.
"""

from choice.dialects.text.announced_text import announces_text
from choice.dialects.text.list_above import OTHER
from choice.dialects.text.option_marker import begins_with_word
from choice.dialects.text.question_sentence import invites_choice
from choice.stream.plain_code import in_code
from choice.stream.segments import Segment, Text
from choice.stream.sentences import IN_CODE, LONGEST
from choice.stream.statement_end import (
    CODE,
    DOUBTFUL,
    END,
    ENDS,
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
    Ending,
    is_abbreviation,
    parts_of,
)
from choice.stream.waiting import MOST_PIECES, Waiting
from choice.stream.watch import ANYTHING, LONGEST_KNOWN, remember

_new = tuple.__new__
_begins_line: set[str] = set()
"""Small pieces with which a line of prose began before: no mark is in them."""


def in_statement(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece inside a statement; where it ends, let it go and hold the beginning of the next one."""
    try:
        ending, head, rest = PARTS[piece]
    except KeyError:
        return _take_new(waiting, piece)
    pending = waiting.pending
    if ending is not STATEMENT and ending is not DOUBTFUL:
        if ending is not PERHAPS or len(pending) >= waiting.most:
            return _within(waiting, piece, ending, head, rest)
        waiting.take = _behind_mark
        waiting.plain = ANYTHING.plain
        pending.append(piece)
        return []
    pending.append(head)
    statement = "".join(pending)
    begun = waiting.begun
    if begun:
        statement = begun + statement
    if ending is DOUBTFUL and statement[-END:] in ENDS and is_abbreviation(statement):
        pending.pop()
        return _within(waiting, piece, NOTHING, head, rest)
    if "?" in statement and _asks(statement):
        pending.pop()
        return waiting.advance(piece)
    waiting.reader.before.append(statement)
    if begun:
        waiting.reader.held.drop()
        waiting.begun = ""
    # As `read_from_prose` does it: a call for it would cost more.
    waiting.pending = [rest]
    if waiting.most is not MOST_PIECES:
        waiting.room = LONGEST
        waiting.most = MOST_PIECES
    return [_new(Text, (statement,))]


def _take_new(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece whose parts are not known; where it is too long for the short way, wake the reading."""
    ending, head, rest = parts_of(piece)
    if len(piece) > LONGEST_KNOWN and ending is not NOTHING:
        return waiting.advance(piece)
    if ending is NOTHING:
        return _within(waiting, piece, ending, head, rest)
    return in_statement(waiting, piece)


def _within(waiting: Waiting, piece: str, ending: Ending, head: str, rest: str) -> list[Segment]:
    """Take a piece that does not end the statement within its line."""
    # As `fits` says first: two calls for it would cost more.
    has_place = len(waiting.pending) < waiting.most and len(piece) <= LONGEST_KNOWN
    if ending is UNCLEAR or not (has_place or waiting.fits(piece)):
        return waiting.advance(piece)
    if ending is PARAGRAPH or ending is PARAGRAPH_BEFORE_WORD:
        return _end_paragraph(waiting, piece, ending, head, rest)
    if ending is LINE:
        return _end_line(waiting, piece, head, rest)
    if ending is QUESTION and _has_asked(waiting):
        return waiting.advance(piece)
    if ending is CODE:
        waiting.take = in_code
        waiting.plain = IN_CODE.plain
    elif ending is PERHAPS:
        waiting.take = _behind_mark
        waiting.plain = ANYTHING.plain
    waiting.pending.append(piece)
    return []


def _behind_mark(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece behind one that ends with a mark: both are taken as one."""
    waiting.take = in_statement
    waiting.plain = plain = NOTABLE.plain
    whole = waiting.pending.pop() + piece
    if whole in plain:
        waiting.pending.append(whole)
        return []
    return in_statement(waiting, whole)


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
    if pending:
        beginning = pending[0] + piece
    elif piece[0] == "\n" and piece[1:2] != "\n":
        waiting.reader.before.clear()
        waiting.reader.after_blank = True
        return _begin_line(waiting, "\n", piece[1:])
    else:
        beginning = piece
    if beginning not in _begins_line:
        if len(beginning) == 1 and beginning.isalpha() and beginning.isascii():
            pending.append(piece)
            return []
        if (
            len(beginning) > LONGEST_KNOWN
            or begins_with_word(beginning) is None
            or not NOTABLE.knows(beginning)
        ):
            return waiting.advance(piece)
        remember(beginning, _begins_line)
    waiting.read_from_prose(beginning)
    waiting.take = in_statement
    waiting.plain = NOTABLE.plain
    return []


def _end_line(waiting: Waiting, piece: str, head: str, rest: str) -> list[Segment]:
    """Let a statement go with the end of its line, and begin the next line."""
    statement = waiting.begun + "".join(waiting.pending) + head
    if is_abbreviation(statement) or _asks(statement) or announces_text(statement, waiting.reader.before):
        return waiting.advance(piece)
    reader = waiting.reader
    reader.before.append(statement)
    reader.above = OTHER
    return _begin_line(waiting, statement + "\n", rest)


def _end_paragraph(waiting: Waiting, piece: str, ending: Ending, head: str, rest: str) -> list[Segment]:
    """Let the end of a paragraph go with the empty line behind it, and begin the next line."""
    released = waiting.begun + "".join(waiting.pending) + head
    reader = waiting.reader
    if ("?" in released and _asks(released)) or announces_text(released, reader.before):
        return waiting.advance(piece)
    reader.before.clear()
    reader.above = OTHER
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
