"""The state of the splitter: held text, and what the parser waits for."""

import re
from collections import deque
from collections.abc import Callable, Generator
from typing import Protocol

from choice.dialects.lists.drafts import TextForOthers
from choice.dialects.lists.form import BEGINNING, Above
from choice.models import Category, Form
from choice.stream.segments import FormFound, Segment, Text

Watch = Callable[[str], object]
"""Checks each chunk that arrives; returns None if the waiting parser need not see it yet."""


class Search(Protocol):
    """The `search` of a pattern of single characters, which never backtracks."""

    def __call__(self, text: str, at: int = 0, /) -> re.Match[str] | None:
        """Return the first match at or after a position."""
        ...


ANYTHING: Search = re.compile("").search
NEWLINE: Search = re.compile("\n").search


HOLD_LIMIT = 64 * 1024
"""Maximum number of characters held back; beyond it they are released as prose."""


class HeldText:
    """Buffer of text that is not yet known to be prose or part of a form.

    It consists of the kept pieces (examined, not decided) and `text[start:]`, which is examined up to `at`.
    Positions shift when text arrives: do not store them across a yield.
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
        """Append text that has arrived."""
        start = self.start
        if start:
            self.at -= start
            self.start = 0
            self.text = self.text[start:] + chunk
        else:
            self.text += chunk

    def keep(self, end: int) -> None:
        """Move the text before `end` to the kept pieces: examined, still held."""
        start = self.start
        self._kept.append(self.text[start:end])
        self.kept_size += end - start
        self.start = end

    def put_back(self) -> None:
        """Move the kept pieces back to the start of the text, to examine them again."""
        self.text = "".join(self._kept) + self.text[self.start :]
        self._kept.clear()
        self.kept_size = self.start = self.at = 0

    def release(self, end: int) -> None:
        """Release all held text before `end` as prose."""
        if self._kept:
            self._prose += self._kept
            self._kept.clear()
            self.kept_size = 0
        self._prose.append(self.text[self.start : end])
        self.start = end

    def suppress(self, end: int, left_over: int, form: Form, dialect: str) -> None:
        """Replace the held text before `end` by a form; release its last `left_over` characters as prose."""
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

    def take(self) -> list[Segment]:
        """Return and clear the segments that are certain by now."""
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
    """Checks whether a construct opens at a position; None if more text is needed to decide."""

    def __call__(self, text: str, at: int, *, ended: bool) -> bool | None:
        """Examine the text at a position; `ended` means that no more text follows."""
        ...


_MOST_BEFORE = 16


class Reader:
    """State shared by all parsers of the splitter.

    Parsers are generators: they examine `held` and yield when they need more text. Before yielding they set
    the characters they wait for; a chunk without any of these does not resume them. Decisions may depend only
    on the characters themselves, never on how much text has arrived.
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
        """Whether chunks that resume no parser are released as prose at once, instead of held."""
        self.room = HOLD_LIMIT
        """How many characters may arrive before the parser is resumed anyway."""
        self.before: deque[str] = deque(maxlen=_MOST_BEFORE)
        """The last released sentences of the current paragraph."""
        self.for_others = TextForOthers()
        self.above: Above = BEGINNING
        """What precedes the next line, ignoring blank lines."""
        self.phase = ""
        """The last heading."""
        self.after_blank = True
        """Whether only indented lines separate the next line from a blank one."""
        self.in_list = False
        self.sequence = 0
        """Number of listed questions found so far."""

    def wait_for(self, watch: Watch, *, room: int = HOLD_LIMIT) -> None:
        """Before yielding: hold text until `watch` finds a character or `room` characters have arrived."""
        self.watch = watch
        self.passing = False
        self.room = room

    def pass_until(self, watch: Watch) -> None:
        """Before yielding: release held text, and pass text as prose until `watch` finds a character."""
        self.held.release(len(self.held.text))
        self.held.at = len(self.held.text)
        self.watch = watch
        self.passing = True


def wait_whether(reader: Reader, at: int, opens: Opens) -> Deciding:
    """Wait until `opens` can decide about a position, and return its decision."""
    held = reader.held
    while (verdict := opens(held.text, at, ended=held.ended)) is None:
        offset = at - held.start
        reader.wait_for(ANYTHING)
        yield
        at = held.start + offset
    return verdict


def pass_line(reader: Reader) -> Reading:
    """Release the rest of the line, with its line break."""
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
