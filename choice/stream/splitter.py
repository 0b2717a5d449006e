"""Separates prose from questions while the text arrives, however it is cut."""

from typing import Literal

from choice.stream.lines import read_text
from choice.stream.reader import Reader
from choice.stream.segments import Segment, Text

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = ("_mode", "_passing", "_pending", "_reader", "_reading", "_room", "_watch")

    _room: int

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no such mode; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._start()

    def _start(self) -> None:
        self._reader = Reader(None if self._mode == "chat" else self._mode)
        self._reading = read_text(self._reader)
        self._pending: list[str] = []
        """Text that has arrived since the reading was last resumed."""
        self._wait()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        if self._watch(chunk) is None:
            room = self._room - len(chunk)
            if room > 0:
                self._room = room
                self._pending.append(chunk)
                return []
            if self._passing:
                return [Text(chunk)] if chunk else []
        return self._advance(chunk)

    def flush(self) -> list[Segment]:
        """Say that the text has ended; return what was held back. The next piece begins a new text."""
        self._reader.held.ended = True
        segments = self._advance("")
        self._start()
        return segments

    def _advance(self, chunk: str) -> list[Segment]:
        """Resume the reading with all that has arrived."""
        reader = self._reader
        self._pending.append(chunk)
        reader.held.grow("".join(self._pending))
        self._pending.clear()
        next(self._reading, None)
        self._wait()
        return reader.held.taken()

    def _wait(self) -> None:
        """Take over what the reading waits for: every token is compared with it."""
        reader = self._reader
        self._watch = reader.watch
        self._passing = reader.passing
        self._room = 0 if reader.passing else reader.room
