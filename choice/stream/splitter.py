"""Separates prose from questions while the text arrives, however it is cut."""

from typing import Literal

from choice.stream.plain_options import in_option
from choice.stream.plain_prose import at_line, in_statement
from choice.stream.reader import Reader
from choice.stream.segments import Segment, Text
from choice.stream.waiting import ShortWays, Waiting

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")

_SHORT_WAYS = ShortWays(in_statement, in_option)
_new = tuple.__new__


class Splitter(Waiting):
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = ("_mode",)

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no mode {mode!r}; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._start()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next piece of text; return what is certain by now."""
        # These lines run once a token: what they need lies at hand; `_new` is Text(chunk) at half the cost.
        if chunk in self.plain:
            if len(self.pending) < self.most:
                self.pending.append(chunk)
                return []
            if self.passing:
                return [_new(Text, (chunk,))]
        return self.take(self, chunk) if chunk else []

    def flush(self) -> list[Segment]:
        """Say that the text has ended; return what was held back. The next piece begins a new text."""
        segments: list[Segment] = []
        at_start = self.take is at_line and not self.pending
        if not self.passing and not at_start:  # Where text passes or a line begins, nothing is held.
            self.reader.held.ended = True
            segments = self.advance("")
        self._start()
        return segments

    def _start(self) -> None:
        super().__init__(Reader(None if self._mode == "chat" else self._mode), _SHORT_WAYS)
        if self._mode != "chat":
            self.take = at_line
