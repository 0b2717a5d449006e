"""The text that has arrived and is neither released nor suppressed yet."""

from choice.models import Form
from choice.stream.segments import FormFound, Segment, Text

HOLD_LIMIT = 64 * 1024
"""No more characters than this are ever held; past that they are prose."""


class HeldText:
    """Holds text back until it is known to be prose or part of a form.

    What is held are the kept pieces (examined, waiting for a decision) and behind them `text[start:]`, of
    which everything before `at` is examined. Positions move when text arrives: none may be remembered while
    waiting.
    """

    __slots__ = ("_kept", "_prose", "_segments", "at", "ended", "kept_size", "start", "text")

    def __init__(self) -> None:
        self.text = ""
        self.start = 0
        self.at = 0
        self.ended = False
        self.kept_size = 0
        self._kept: list[str] = []
        self._prose: list[str] = []
        self._segments: list[Segment] = []

    def grow(self, chunk: str) -> None:
        """Take text that has arrived."""
        start = self.start
        if start:
            self.at -= start
            self.start = 0
            self.text = self.text[start:] + chunk
        else:
            self.text += chunk

    def keep(self, end: int) -> None:
        """Put the text before `end` aside: examined, still held."""
        start = self.start
        self._kept.append(self.text[start:end])
        self.kept_size += end - start
        self.start = end

    def put_back(self) -> None:
        """Put the kept pieces back before the text that is to be examined."""
        self.text = "".join(self._kept) + self.text[self.start :]
        self._kept.clear()
        self.kept_size = self.start = self.at = 0

    def release(self, end: int) -> None:
        """Let all that is held before `end` go as prose."""
        if self._kept:
            self._prose += self._kept
            self._kept.clear()
            self.kept_size = 0
        self._prose.append(self.text[self.start : end])
        self.start = end

    def suppress(self, end: int, left_over: int, form: Form, dialect: str) -> None:
        """Replace what is held before `end` by a form; the last `left_over` characters of it go as prose."""
        self.keep(end)
        source = "".join(self._kept)
        self._kept.clear()
        self.kept_size = 0
        cut = len(source) - left_over
        self._end_prose()
        self._segments.append(FormFound(form, dialect, source[:cut]))
        if left_over:
            self._prose.append(source[cut:])

    def kept_text(self) -> str:
        """Return the kept pieces as one text."""
        return "".join(self._kept)

    def taken(self) -> list[Segment]:
        """Return what is certain by now, and forget it."""
        if self._prose:
            self._end_prose()
        segments, self._segments = self._segments, []
        return segments

    def _end_prose(self) -> None:
        text = "".join(self._prose)
        self._prose.clear()
        if text:
            self._segments.append(Text(text))
