"""Reads held text as it arrives: pauses where more is needed, and says what to wait for."""

import re
from collections import deque
from collections.abc import Callable, Generator
from typing import Protocol

from choice.dialects.lists.drafts import TextForOthers
from choice.dialects.lists.form import BEGINNING, Above
from choice.models import Category, Form
from choice.stream.segments import FormFound, Segment, Text

Watch = Callable[[str], object]
"""Takes each piece of text that arrives; returns None where the part that waits need not see it yet."""


class Search(Protocol):
    """Finds a character in a text; the `search` of a pattern of single characters, which never backtracks."""

    def __call__(self, text: str, at: int = 0, /) -> re.Match[str] | None:
        """Return the first of the characters from a position on."""
        ...


ANYTHING: Search = re.compile("").search
NEWLINE: Search = re.compile("\n").search


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


Reading = Generator[None, None, None]
Deciding = Generator[None, None, bool]


class Opens(Protocol):
    """Tells whether something opens at a position; None where more text decides."""

    def __call__(self, text: str, at: int, *, ended: bool) -> bool | None:
        """Look at the text from the position on; `ended` says that no more will come."""
        ...


_MOST_BEFORE = 16


class Reader:
    """The state that all parts of the splitter share.

    Parts are generators: they examine `held` and yield when they need more text. Before they yield they say
    which characters matter to them; text without any of these does not wake them. Nothing they decide may
    depend on how much text is there: only on the characters themselves.
    """

    __slots__ = (
        "above",
        "after_blank",
        "before",
        "category",
        "for_others",
        "held",
        "in_list",
        "passing",
        "phase",
        "room",
        "sequence",
        "watch",
    )

    def __init__(self, category: Category | None) -> None:
        self.held = HeldText()
        self.category = category
        self.watch: Watch = ANYTHING
        self.passing = False
        """Text that wakes nobody is prose and leaves at once; otherwise it is held."""
        self.room = HOLD_LIMIT
        """So many characters may be held without waking anybody."""
        self.before: deque[str] = deque(maxlen=_MOST_BEFORE)
        """The last sentences of the current paragraph that have been released."""
        self.for_others = TextForOthers()
        self.above: Above = BEGINNING
        """What stands right above the next line, empty ones aside."""
        self.phase = ""
        """The last heading."""
        self.after_blank = True
        """Between the next line and an empty one before it stands at most indented text."""
        self.in_list = False
        self.sequence = 0
        """How many listed questions were found."""

    def wait_for(self, watch: Watch, *, room: int = HOLD_LIMIT) -> None:
        """Say before yielding: wake me when a character is found or `room` more characters are held."""
        self.watch = watch
        self.passing = False
        self.room = room

    def pass_until(self, watch: Watch) -> None:
        """Say before yielding: all is prose until a character is found. Releases what is held."""
        self.held.release(len(self.held.text))
        self.held.at = len(self.held.text)
        self.watch = watch
        self.passing = True


def wait_whether(reader: Reader, at: int, opens: Opens) -> Deciding:
    """Wait until it is known whether something opens at a position."""
    held = reader.held
    while (verdict := opens(held.text, at, ended=held.ended)) is None:
        offset = at - held.start
        reader.wait_for(ANYTHING)
        yield
        at = held.start + offset
    return verdict


def pass_line(reader: Reader) -> Reading:
    """Release the rest of the line and the end of it."""
    held = reader.held
    while True:
        end = held.text.find("\n", held.at)
        if end >= 0:
            held.release(end + 1)
            held.at = end + 1
            return
        reader.pass_until(NEWLINE)
        if held.ended:
            return
        yield
