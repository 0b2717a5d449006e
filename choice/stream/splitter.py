"""Separates prose from questions while the text arrives, however it is cut."""

from collections.abc import Generator
from typing import Literal

from choice.stream.reader import ANYTHING, Reader, Search
from choice.stream.segments import Segment, Text
from choice.stream.sentences import LONGEST, NOTABLE, is_abbreviation
from choice.stream.text_lines import read_text

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")

_new = tuple.__new__
_STATEMENT_ENDS = ".!"


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = (
        "_looked_at",
        "_mode",
        "_passing",
        "_pending",
        "_reader",
        "_reading",
        "_room",
        "_search",
        "stops",
    )

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no mode {mode!r}; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._pending: list[str] = []
        self._room = 0
        self.stops: Search | None = None
        """While nothing is held: gives None for a text that `feed` would return as it is, so need not get."""
        self._start()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        # These lines run once a token: what they need lies at hand; `_new` is Text(chunk) at half the cost.
        if self._search(chunk) is None:
            if self._passing:
                return [_new(Text, (chunk,))] if chunk else []
            room = self._room = self._room - len(chunk)  # One lookup less than to subtract in place.
            if room > 0:
                self._pending.append(chunk)
                return []
        return self._advance(chunk)

    def flush(self) -> list[Segment]:
        """Say that the text has ended; return what was held back. The next piece begins a new text."""
        self._reader.held.ended = True
        segments = self._advance("")
        self._start()
        return segments

    def _start(self) -> None:
        self._reader = Reader(None if self._mode == "chat" else self._mode)
        self._search = self._reader.search
        self._passing = self._reader.passing
        self._room = self._reader.room
        self.stops = self._search if self._passing else None
        self._pending = []
        self._looked_at = 0
        self._reading: Generator[None, None, None] = read_text(self._reader)

    def _advance(self, chunk: str) -> list[Segment]:
        """Let the reading go on with all that has arrived."""
        reader = self._reader
        held = reader.held
        if reader.at_statement and chunk and self._room > len(chunk):
            segments = self._end_statement(chunk)
            if segments is not None:
                return segments
        elif reader.look is not None:
            if self._sees_nothing(reader.look, chunk):
                return []
        elif reader.ahead and self._begins_line(chunk):
            return []
        if self._pending:
            self._pending.append(chunk)
            chunk = "".join(self._pending)
            self._pending.clear()
            self._looked_at = 0
        held.grow(chunk)
        next(self._reading, None)
        self._search, self._passing, self._room = reader.search, reader.passing, reader.room
        self.stops = reader.search if reader.passing else None
        return held.taken()

    def _sees_nothing(self, look: Search, chunk: str) -> bool:
        """Look at all that arrived since the last look; hold it and tell whether nobody need be woken."""
        seen = look("".join(self._pending[self._looked_at :]) + chunk)
        if seen is not None or self._reader.held.ended or self._room <= len(chunk):
            return False
        self._waiting(chunk, self._search)
        self._looked_at = len(self._pending)
        return True

    def _begins_line(self, chunk: str) -> bool:
        """Hold the end of a line and too little of the next one, and tell so: one wake then takes both."""
        missing = self._reader.ahead - (len(chunk) - chunk.find("\n") - 1)
        if missing <= 0 or chunk.count("\n") != 1 or self._room <= len(chunk) + missing:
            return False
        self._reader.ahead = 0
        self._pending.append(chunk)
        self._room = missing
        return True

    def _end_statement(self, chunk: str) -> list[Segment] | None:
        """Release a statement whose end is plain to see, wait where there plainly is none, or return None.

        The reading would decide the same. This is the shortest way for what most text consists of.
        """
        found = NOTABLE(chunk)
        end = 0
        if self._search is not ANYTHING:
            if found is None or chunk[found.start()] not in _STATEMENT_ENDS:
                return None
            end = found.end()
            found = NOTABLE(chunk, end)
        if found is not None:
            return None
        if end == len(chunk):
            # What stands behind the mark decides, and that is still to come.
            return self._waiting(chunk, ANYTHING)
        if chunk[end] == " ":
            text = self._reader.held.text[self._reader.held.start :] + "".join(self._pending) + chunk[:end]
            if not is_abbreviation(text):
                return self._released(text, chunk[end:])
        elif not chunk[end].isalnum():
            return None
        return self._waiting(chunk, NOTABLE)

    def _waiting(self, chunk: str, search: Search) -> list[Segment]:
        """Hold a piece too, and wait for what matters next."""
        self._pending.append(chunk)
        self._room -= len(chunk)
        self._search = search
        return []

    def _released(self, statement: str, rest: str) -> list[Segment]:
        """Let a statement go, and hold the beginning of what comes next."""
        self._reader.held.drop()
        self._reader.before.append(statement)
        self._pending[:] = [rest]
        self._search = NOTABLE
        self._room = LONGEST - len(rest)
        return [_new(Text, (statement,))]
