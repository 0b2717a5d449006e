"""Text that has arrived and woken nobody yet, and the reading that it will wake."""

from collections.abc import Callable

from choice.stream.reader import Look, Reader, Reading
from choice.stream.segments import Segment
from choice.stream.sentences import LONGEST
from choice.stream.text_lines import read_on, read_text
from choice.stream.watch import LONGEST_KNOWN, Watch

Taking = Callable[["Waiting", str], list[Segment]]
"""Takes a piece of text where the text is; returns what is certain by now."""
MOST_PIECES = (LONGEST - 1) // LONGEST_KNOWN
"""So many small pieces of a sentence may wait for sure."""


class Waiting:
    """The pieces that wait, what wakes the reading, and how much may wait until then."""

    __slots__ = (
        "_begin_reading",
        "_looked_at",
        "_reading",
        "begun",
        "counted",
        "most",
        "passing",
        "pending",
        "plain",
        "reader",
        "room",
        "take",
        "watch",
    )

    def __init__(self, reader: Reader, take: Taking) -> None:
        self.reader = reader
        self.take = take
        self.pending: list[str] = []
        self.begun = ""
        """The part of a held statement that the reading has seen; the pieces that wait go on from it."""
        self.passing = False
        self._reading: Reading | None = None
        self._begin_reading: Callable[[Reader], Reading] = read_text
        self._looked_at = 0
        self.watch: Watch = reader.watch
        self.plain = reader.watch.plain
        self.allow(reader.room)

    def allow(self, room: int) -> None:
        """Say that so many more characters may wait.

        `most` is how many pieces may wait for sure, as long as none of the new ones is longer than
        `LONGEST_KNOWN`: characters are only counted once there are as many.
        """
        self.room = room
        self.counted = len(self.pending)
        self.most = self.counted + (room - 1) // LONGEST_KNOWN

    def fits(self, piece: str) -> bool:
        """Tell whether a piece may wait too."""
        if len(self.pending) < self.most and len(piece) <= LONGEST_KNOWN:
            return True
        return self._room_left() > len(piece)

    def _room_left(self) -> int:
        """Count what was not counted yet; return how many characters may still wait."""
        pending = self.pending
        first = max(self.counted, self._looked_at)
        room = self.room - sum(map(len, pending[self.counted : first]))
        if first < len(pending):
            # To join the pieces costs less than to count them, and they have to be joined anyway.
            pending[first:] = ["".join(pending[first:])]
            room -= len(pending[first])
        self.allow(room)
        return room

    def read_from_line(self) -> None:
        """Let the next wake find the reading at the beginning of a line; nothing waits any more."""
        self.reader.held.drop()
        self.begun = ""
        self.pending = []
        self._reading = None
        self._begin_reading = read_text

    def read_from_prose(self, beginning: str) -> None:
        """Let the next wake find the reading in a line of prose; nothing waits but its small beginning."""
        reader = self.reader
        reader.held.drop()
        reader.in_list = reader.after_blank = False
        self.begun = ""
        self.pending = [beginning]
        self.room = LONGEST
        self.counted = 0
        self.most = MOST_PIECES
        self._reading = None
        self._begin_reading = read_on

    def wake(self, piece: str) -> list[Segment]:
        """Let the reading go on with all that has arrived."""
        reader = self.reader
        if self.pending:
            self.pending.append(piece)
            piece = "".join(self.pending)
            self.pending = []
        self._looked_at = 0
        reader.held.grow(piece)
        if self._reading is None:
            self._reading = self._begin_reading(reader)
        next(self._reading, None)
        self.watch = reader.watch
        self.plain = reader.watch.plain
        self.passing = reader.passing
        self.allow(0 if reader.passing else reader.room)
        return reader.held.taken()

    def sees_nothing(self, look: Look, piece: str) -> bool:
        """Look at all that arrived since the last look; hold it and tell whether nobody need be woken."""
        seen = look("".join(self.pending[self._looked_at :]) + piece)
        if seen is not None or self.reader.held.ended or not self.fits(piece):
            return False
        self.pending.append(piece)
        self._looked_at = len(self.pending)
        return True

    def begins_line(self, piece: str) -> bool:
        """Hold the end of a line and too little of the next one, and tell so: one wake then takes both."""
        end = piece.find("\n") + 1
        missing = self.reader.ahead - len(piece) + end
        if missing <= 0 or piece.find("\n", end) >= 0 or self._room_left() <= len(piece) + missing:
            return False
        self.reader.ahead = 0
        self.pending.append(piece)
        self.allow(missing)
        return True
