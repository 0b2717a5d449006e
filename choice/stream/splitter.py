"""Separates prose from questions while the text arrives, however it is cut."""

from collections.abc import Generator
from typing import Literal

from choice.stream.reader import Reader
from choice.stream.segments import Segment, Text
from choice.stream.text_lines import read_text

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")

_new = tuple.__new__


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = ("_mode", "_pending", "_reader", "_reading")

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no mode {mode!r}; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._start()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        reader = self._reader
        if chunk and reader.search(chunk) is None:
            if reader.passing:
                # The same as Text(chunk), at half the cost: this line runs once a token.
                return [_new(Text, (chunk,))]
            reader.room -= len(chunk)
            if reader.room > 0:
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
        self._pending: list[str] = []
        self._reading: Generator[None, None, None] = read_text(self._reader)

    def _advance(self, chunk: str) -> list[Segment]:
        """Let the reading go on with all that has arrived."""
        held = self._reader.held
        if self._pending:
            self._pending.append(chunk)
            chunk = "".join(self._pending)
            self._pending.clear()
        held.grow(chunk)
        next(self._reading, None)
        return held.taken()
