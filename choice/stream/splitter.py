"""Separates prose from questions while the text arrives, however it is cut."""

from typing import Literal, cast

from choice.stream.plain_options import in_option
from choice.stream.plain_prose import at_line, in_statement
from choice.stream.reader import Reader
from choice.stream.segments import Segment, Text
from choice.stream.waiting import ShortWays, Waiting

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")

_SHORT_WAYS = ShortWays(in_statement, in_option)
_NOTHING: set[str] = set()
_new = tuple.__new__


class Splitter(Waiting):
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification` lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. What comes out does not depend on where the text was cut.
    """

    __slots__ = ("_mode",)

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"There is no such mode; use one of {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self.start()

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
        # Where text passes, nothing is held.
        if not self.passing and (self.pending or self.reader.held.is_some):
            self.reader.held.ended = True
            segments = self.advance("")
        # Few go on with another text: all that it needs is made when it comes.
        self.plain, self.take = _NOTHING, _begin_again
        return segments

    def start(self) -> None:
        """Begin a text."""
        super().__init__(Reader(None if self._mode == "chat" else self._mode), _SHORT_WAYS)
        if self._mode != "chat":
            self.take = at_line


def _begin_again(waiting: Waiting, chunk: str) -> list[Segment]:
    """Take the first piece of another text."""
    splitter = cast("Splitter", waiting)
    splitter.start()
    return splitter.feed(chunk)
