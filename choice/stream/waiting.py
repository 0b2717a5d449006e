"""Text that has arrived and woken nobody yet, and the reading that it will wake."""

from collections.abc import Callable

from choice.stream.reader import Look, Reader, Reading
from choice.stream.segments import Segment
from choice.stream.text_lines import read_on, read_text
from choice.stream.watch import LONGEST_KNOWN, Watch

Shortcut = Callable[["Waiting", str], list[Segment] | None]
"""Takes a piece of text without waking anybody; None where it takes the reading to decide."""


class Waiting:
    """The pieces that wait, what wakes the reading, and how much may wait until then."""

    __slots__ = (
        "_counted",
        "_looked_at",
        "_reading",
        "_room",
        "begun",
        "most",
        "passing",
        "pending",
        "plain",
        "reader",
        "shortcut",
        "watch",
    )

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.pending: list[str] = []
        self.begun = ""
        """The part of a held statement that the reading has seen; the pieces that wait go on from it."""
        self.passing = False
        self.shortcut: Shortcut | None = None
        self._reading: Reading | None = read_text(reader)
        self._looked_at = 0
        self.watch_for(reader.watch)
        self.allow(reader.room)

    def watch_for(self, watch: Watch) -> None:
        """Say what wakes the reading."""
        self.watch = watch
        self.plain = watch.plain

    def allow(self, room: int) -> None:
        """Say that so many more characters may wait.

        `most` is how many pieces may wait for sure, as long as none of the new ones is longer than
        `LONGEST_KNOWN`: characters are only counted once there are as many.
        """
        self._room = room
        self._counted = len(self.pending)
        self.most = self._counted + (room - 1) // LONGEST_KNOWN

    def hold(self, beginning: str, most: int) -> None:
        """Let nothing wait but a beginning, to which so many characters may come that they are `most`."""
        self.pending = [beginning]
        self._room = room = most - len(beginning)
        self._counted = 1
        self.most = 1 + (room - 1) // LONGEST_KNOWN

    def fits(self, piece: str) -> bool:
        """Tell whether a piece may wait too."""
        if len(self.pending) < self.most and len(piece) <= LONGEST_KNOWN:
            return True
        return self._room_left() > len(piece)

    def _room_left(self) -> int:
        """Count what was not counted yet; return how many characters may still wait."""
        pending = self.pending
        first = max(self._counted, self._looked_at)
        room = self._room - sum(map(len, pending[self._counted : first]))
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
        self._reading = read_text(self.reader)

    def read_from_prose(self) -> None:
        """Let the next wake find the reading inside a line of prose, with all that waits to be read."""
        self.reader.in_list = self.reader.after_blank = False
        self._reading = None

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
            self._reading = read_on(reader)
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
