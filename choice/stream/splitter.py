"""Separates prose from questions while the text arrives, however it is cut."""

from enum import Enum, auto
from typing import Literal

from choice.stream.line_head import begins_with_word
from choice.stream.reader import Look, Reader, Reading
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
    is_abbreviation,
    parts_of,
)
from choice.stream.text_lines import read_on, read_text
from choice.stream.watch import ANYTHING, LONGEST_KNOWN, Watch

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")

_new = tuple.__new__


class _Place(Enum):
    """Where a text is, as far as there is a short way from there."""

    ELSEWHERE = auto()
    IN_STATEMENT = auto()
    BEHIND_MARK = auto()
    AT_LINE = auto()


_ELSEWHERE, _IN_STATEMENT, _BEHIND_MARK, _AT_LINE = _Place


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = (
        "_begun",
        "_counted",
        "_looked_at",
        "_mode",
        "_most",
        "_passing",
        "_pending",
        "_place",
        "_plain",
        "_reader",
        "_reading",
        "_room",
        "_watch",
    )

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no mode {mode!r}; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._start()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        # These lines run once a token: what they need lies at hand; `_new` is Text(chunk) at half the cost.
        if chunk in self._plain:
            pending = self._pending
            if len(pending) < self._most:
                pending.append(chunk)
                return []
            if self._passing:
                return [_new(Text, (chunk,))]
        return self._look(chunk) if chunk else []

    def flush(self) -> list[Segment]:
        """Say that the text has ended; return what was held back. The next piece begins a new text."""
        self._reader.held.ended = True
        segments = self._advance("")
        self._start()
        return segments

    def _start(self) -> None:
        self._reader = Reader(None if self._mode == "chat" else self._mode)
        self._reading: Reading | None = read_text(self._reader)
        self._pending: list[str] = []
        self._begun = ""
        """The part of a held statement that is there as held text, not as pending pieces."""
        self._looked_at = 0
        self._passing = False
        self._place = _ELSEWHERE
        self._watch_for(self._reader.watch)
        self._allow(self._reader.room)

    def _watch_for(self, watch: Watch) -> None:
        self._watch = watch
        self._plain = watch.plain

    def _allow(self, room: int) -> None:
        """Say that so many more characters may be held without waking anybody."""
        self._room = room
        self._counted = len(self._pending)
        self._most = self._counted + (room - 1) // LONGEST_KNOWN

    def _fits(self, chunk: str) -> bool:
        """Tell whether a piece may be held too without waking anybody."""
        if len(self._pending) < self._most and len(chunk) <= LONGEST_KNOWN:
            return True
        return self._room_left() > len(chunk)

    def _room_left(self) -> int:
        """Count what was held since the last count; return how many characters may still be held."""
        self._allow(self._room - sum(map(len, self._pending[self._counted :])))
        return self._room

    def _look(self, chunk: str) -> list[Segment]:
        """Take a piece of text that is not known to wake nobody."""
        place = self._place
        segments = None
        if place is _IN_STATEMENT:
            segments = self._in_statement(chunk)
        elif place is _BEHIND_MARK:
            segments = self._behind_mark(chunk)
        elif place is _AT_LINE:
            segments = self._at_line(chunk)
        elif self._watch.is_plain(chunk):
            if self._passing:
                return [_new(Text, (chunk,))]
            if self._fits(chunk):
                self._pending.append(chunk)
                return []
        elif self._reader.ahead and self._begins_line(chunk):
            return []
        return self._advance(chunk) if segments is None else segments

    def _advance(self, chunk: str) -> list[Segment]:
        """Let the reading go on with all that has arrived."""
        reader = self._reader
        held = reader.held
        if reader.look is not None and self._sees_nothing(reader.look, chunk):
            return []
        if self._pending:
            self._pending.append(chunk)
            chunk = "".join(self._pending)
            self._pending = []
            self._looked_at = 0
        held.grow(chunk)
        if self._reading is None:
            self._reading = read_on(reader)
        next(self._reading, None)
        self._watch = watch = reader.watch
        self._plain = watch.plain
        self._passing = reader.passing
        if reader.at_statement:
            self._place = _IN_STATEMENT
            self._begun = held.text[held.start :]
        else:
            self._place = _ELSEWHERE
        self._room = room = 0 if reader.passing else reader.room
        self._most = (room - 1) // LONGEST_KNOWN
        self._counted = 0
        return held.taken()

    def _sees_nothing(self, look: Look, chunk: str) -> bool:
        """Look at all that arrived since the last look; hold it and tell whether nobody need be woken."""
        seen = look("".join(self._pending[self._looked_at :]) + chunk)
        if seen is not None or self._reader.held.ended or not self._fits(chunk):
            return False
        self._pending.append(chunk)
        self._looked_at = len(self._pending)
        return True

    def _begins_line(self, chunk: str) -> bool:
        """Hold the end of a line and too little of the next one, and tell so: one wake then takes both."""
        end = chunk.find("\n") + 1
        missing = self._reader.ahead - len(chunk) + end
        if missing <= 0 or chunk.find("\n", end) >= 0 or self._room_left() <= len(chunk) + missing:
            return False
        self._reader.ahead = 0
        self._pending.append(chunk)
        self._allow(missing)
        return True

    def _in_statement(self, chunk: str) -> list[Segment] | None:
        """Go on in a statement where all is plain, or return None.

        The reading would decide the same. This is the shortest way for what most text consists of.
        """
        pending = self._pending
        parts = PARTS.get(chunk)
        if parts is None or len(pending) >= self._most:
            parts = parts_of(chunk) if self._fits(chunk) else None
            if parts is None:
                return None
        ending, head, rest, doubtful = parts
        if ending is PARAGRAPH:
            return self._end_paragraph(head, rest)
        pending.append(head)
        if ending is NOTHING:
            return []
        if ending is PERHAPS:
            self._place = _BEHIND_MARK
            self._watch_for(ANYTHING)
            return []
        statement = "".join(pending)
        if self._begun:
            statement = self._begun + statement
        if not doubtful or not is_abbreviation(statement):
            return (self._end_statement if ending is STATEMENT else self._end_line)(statement, rest)
        if ending is LINE:
            pending.pop()
            return None
        pending[-1] = chunk
        return []

    def _behind_mark(self, chunk: str) -> list[Segment] | None:
        """Decide what the mark at the end of the last piece ended, or return None."""
        first = chunk[0]
        if first == " " and len(chunk) <= LONGEST_KNOWN and (chunk in NOTABLE.plain or NOTABLE.is_plain(chunk)):
            statement = self._begun + "".join(self._pending)
            if not is_abbreviation(statement):
                self._place = _IN_STATEMENT
                self._watch_for(NOTABLE)
                return self._end_statement(statement, chunk)
        elif first == "\n":
            parts = parts_of(chunk)
            if parts is None or parts.ending is not PARAGRAPH:
                return None
            return self._end_paragraph(parts.head, parts.rest)
        elif not first.isalnum():
            return None
        self._place = _IN_STATEMENT
        self._watch_for(NOTABLE)
        return self._in_statement(chunk)

    def _end_statement(self, statement: str, rest: str) -> list[Segment]:
        """Let a statement go, and hold the beginning of what comes next."""
        reader = self._reader
        reader.before.append(statement)
        if self._begun:
            reader.held.drop()
            self._begun = ""
        self._pending = [rest]
        self._room = room = LONGEST - len(rest)
        self._counted = 1
        self._most = 1 + (room - 1) // LONGEST_KNOWN
        return [_new(Text, (statement,))]

    def _end_line(self, statement: str, rest: str) -> list[Segment]:
        """Let a statement go with the end of its line, and begin the next one."""
        self._reader.before.append(statement)
        return self._begin_line(statement + "\n", rest)

    def _end_paragraph(self, head: str, rest: str) -> list[Segment]:
        """Let the end of a paragraph go, and begin the next one."""
        released = self._begun + "".join(self._pending) + head
        self._reader.before.clear()
        self._reader.after_blank = True
        return self._begin_line(released, rest)

    def _begin_line(self, released: str, rest: str) -> list[Segment]:
        """Let all that is held go, and hold the beginning of the next line."""
        reader = self._reader
        reader.held.drop()
        self._begun = ""
        self._pending = []
        self._reading = read_text(reader)
        self._place = _AT_LINE
        self._watch_for(ANYTHING)
        segments: list[Segment] = [_new(Text, (released,))]
        return segments + self._look(rest) if rest else segments

    def _at_line(self, chunk: str) -> list[Segment] | None:
        """Begin a line with plain words, or return None."""
        pending = self._pending
        if chunk[0] == "\n" and not pending and chunk[1:2] != "\n":
            self._reader.before.clear()
            self._reader.after_blank = True
            return self._begin_line("\n", chunk[1:])
        beginning = pending[0] + chunk if pending else chunk
        if len(beginning) == 1 and beginning.isalpha() and beginning.isascii():
            pending.append(chunk)
            return []
        if len(chunk) > LONGEST_KNOWN or begins_with_word(beginning) is None or not NOTABLE.is_plain(chunk):
            return None
        self._reader.in_list = self._reader.after_blank = False
        self._reading = None
        self._pending = [beginning]
        self._place = _IN_STATEMENT
        self._watch_for(NOTABLE)
        self._allow(LONGEST - len(beginning))
        return []
