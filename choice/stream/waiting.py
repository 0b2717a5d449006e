"""Text that has arrived and woken nobody yet, and the reading that it will wake."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from choice.stream.reader import Look, Reader, Reading
from choice.stream.segments import Segment, Text
from choice.stream.sentences import LONGEST
from choice.stream.statement_end import NOTABLE
from choice.stream.text_lines import read_on, read_text
from choice.stream.watch import ANYTHING, LONGEST_KNOWN, Characters, Watch

_new = tuple.__new__

Taking = Callable[["Waiting", str], list[Segment]]
"""Takes a piece of text where the text is; returns what is certain by now."""
ASIDE = Characters("[\n?？؟]")
"""What has none of these goes on with an option that asks nothing."""


class ShortWays(NamedTuple):
    """How pieces are taken without waking anybody, where that goes beyond waiting and passing."""

    in_statement: Taking
    in_option: Taking


_UNSEEN = 1024
"""So many characters may wait before somebody who looks at them looks again."""


def _pieces_in(room: int) -> int:
    """Return how many small pieces have room for sure, and one more that ends them."""
    return (room - 1) // LONGEST_KNOWN - 1


MOST_PIECES = _pieces_in(LONGEST)
"""So many small pieces of a sentence may wait for sure."""


class Waiting:
    """The pieces that wait, what wakes the reading, and how much may wait until then."""

    __slots__ = (
        "_begin_reading",
        "_looked_at",
        "_reading",
        "_short_ways",
        "begun",
        "expected",
        "head",
        "heads",
        "most",
        "passing",
        "pending",
        "plain",
        "reader",
        "room",
        "take",
        "watch",
    )

    def __init__(self, reader: Reader, short_ways: ShortWays) -> None:
        self.reader = reader
        self.take: Taking = take_in
        self._short_ways = short_ways
        self.pending: list[str] = []
        self.begun = ""
        """The part of a held statement that the reading has seen; the pieces that wait go on from it."""
        self.heads: Iterator[str] = iter(())
        self.expected = ""
        """How the next line begins if it is the next option; nothing where that wakes the reading."""
        self.head = ""
        """How the next line begins, as far as it has arrived."""
        self.passing = False
        self._reading: Reading | None = None
        self._begin_reading: Callable[[Reader], Reading] = read_text
        self._looked_at = 0
        self.watch: Watch = reader.watch
        self.plain = reader.watch.plain
        self.allow(reader.room)

    def allow(self, room: int) -> None:
        """Say that so many characters may wait, of which none does yet.

        `most` is how many pieces may wait for sure, as long as none of them is longer than `LONGEST_KNOWN`:
        characters are only counted once there are as many.
        """
        self.room = room
        self.most = _pieces_in(room if self.reader.look is None else min(room, _UNSEEN))

    def fits(self, piece: str) -> bool:
        """Tell whether a piece may wait too; one more that is small then has room in any case."""
        return self._has_place(piece) or (self.reader.look is None and self._has_room(piece))

    def _has_place(self, piece: str) -> bool:
        """Tell whether a piece may wait without counting."""
        return len(self.pending) < self.most and len(piece) <= LONGEST_KNOWN

    def _has_room(self, piece: str) -> bool:
        """Count what waits and tell whether a piece has room too."""
        # To join the pieces costs less than to count them, and they have to be joined anyway.
        self.pending[:] = ["".join(self.pending)]
        left = self.room - len(self.pending[0]) - len(piece)
        self.most = len(self.pending) + 1 + _pieces_in(left)
        return left > LONGEST_KNOWN

    def read_from_line(self) -> None:
        """Let the next wake find the reading at the beginning of a line; nothing waits any more."""
        if self.begun:
            self.reader.held.drop()
            self.begun = ""
        self.pending = []
        self._reading = None
        self._begin_reading = read_text

    def read_from_prose(self, beginning: str) -> None:
        """Let the next wake find the reading in a line of prose; nothing waits but its small beginning."""
        reader = self.reader
        reader.in_list = reader.after_blank = False
        if self.begun:
            reader.held.drop()
            self.begun = ""
        self.pending = [beginning]
        self.room = LONGEST
        self.most = MOST_PIECES
        self._reading = None
        self._begin_reading = read_on

    def advance(self, piece: str) -> list[Segment]:
        """Wake the reading with all that has arrived; where there is a short way from there, it begins."""
        reader = self.reader
        held = reader.held
        if reader.look is not None and self._sees_nothing(reader.look, piece):
            return []
        if self.pending:
            self.pending.append(piece)
            piece = "".join(self.pending)
            self.pending = []
        self._looked_at = 0
        held.grow(piece)
        if self._reading is None:
            self._reading = self._begin_reading(reader)
        next(self._reading, None)
        self.watch = watch = reader.watch
        self.plain = watch.plain
        self.passing = reader.passing
        self.allow(0 if reader.passing else reader.room)
        if reader.at_statement and reader.room > LONGEST_KNOWN:
            self.begun = held.text[held.start :]
            self.take = self._short_ways.in_statement
        elif reader.heads:
            self.heads = iter(reader.heads)
            self.expected = next(self.heads)
            self.take = self._short_ways.in_option
            self.plain = ASIDE.plain
        else:
            self.take = type(self).advance if watch is ANYTHING else take_in
        return held.taken()

    def go_on_in_statement(self, piece: str) -> list[Segment]:
        """Take a piece that goes on with a statement, and those behind it."""
        self.take = self._short_ways.in_statement
        self.plain = NOTABLE.plain
        return self.take(self, piece)

    def _sees_nothing(self, look: Look, piece: str) -> bool:
        """Look at all that arrived since the last look; hold it and tell whether nobody need be woken."""
        pending, at = self.pending, self._looked_at
        unseen = "".join(pending[at:]) + piece
        seen = look(unseen)
        self.plain = self.watch.plain
        if seen is not None or self.reader.held.ended:
            return False
        if self._has_place(piece):
            pending.append(piece)
        else:
            whole = "".join(pending[:at]) + unseen
            size = len(whole)
            left = self.room - size
            if left <= LONGEST_KNOWN:
                return False
            pending[:] = [whole]
            # The longer somebody looks already, the less often: all looks together then cost little.
            self.most = 1 + _pieces_in(min(left, max(8 * size, _UNSEEN)))
        self._looked_at = len(pending)
        return True


def take_in(waiting: Waiting, piece: str) -> list[Segment]:
    """Take a piece where there is no short way: what wakes nobody waits, or passes."""
    if waiting.passing:
        if waiting.watch.is_plain(piece):
            waiting.plain = waiting.watch.plain
            return [_new(Text, (piece,))]
    elif waiting.watch.is_plain(piece) and waiting.fits(piece):
        waiting.pending.append(piece)
        return []
    return waiting.advance(piece)
