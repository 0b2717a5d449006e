"""State of the splitter: the text that is held back, and the characters for which the parser waits."""

import re
from collections import deque
from collections.abc import Callable, Generator
from typing import Protocol

from choice.dialects.lists.markers import Line
from choice.models import Category, Form
from choice.stream.segments import FormFound, Segment, Text

Watch = Callable[[str], object]
"""Checks a chunk that arrives. None means that the parser need not be resumed for it."""


class Search(Protocol):
    """The `search` method of a pattern that matches single characters and therefore never backtracks."""

    def __call__(self, text: str, at: int = 0, /) -> re.Match[str] | None:
        """Return the first match at or after a position."""
        ...


ANYTHING: Search = re.compile("").search
NEWLINE: Search = re.compile("\n").search


HOLD_LIMIT = 64 * 1024
"""Maximum number of characters that are held back. Longer text is released as prose."""


class Past:
    """The last characters that were consumed, without the sources of forms."""

    __slots__ = ("_pieces", "_size")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        """Append text; text beyond the limit is forgotten."""
        self._pieces.append(text)
        self._size += len(text)
        if self._size > 2 * PAST_LIMIT:
            self._pieces = [self.last(PAST_LIMIT)]
            self._size = len(self._pieces[0])

    def last(self, size: int) -> str:
        """Return up to this many of the last characters."""
        found: list[str] = []
        for piece in reversed(self._pieces):
            found.append(piece)
            size -= len(piece)
            if size <= 0:
                break
        return "".join(reversed(found))[-size if size < 0 else 0 :]


PAST_LIMIT = 32 * 1024
"""The last characters of a message that are looked at when it ends."""


class HeldText:
    """Buffer of text that is not yet known to be prose or part of a form.

    The buffer has two parts: the kept pieces, which have been examined but are undecided, and `text[start:]`,
    which has been examined up to `at`. Positions shift when text arrives: do not store them across a yield.
    """

    __slots__ = ("_kept", "_prose", "_segments", "at", "ended", "forms", "kept_size", "past", "start", "text")

    def __init__(self, past: Past | None = None) -> None:
        self.past = past
        self.forms = 0
        """How many forms were found in the text."""
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
        """Move the text before `end` to the kept pieces."""
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
        released = self.text[self.start : end]
        if self._kept:
            released = "".join(self._kept) + released
            self._kept.clear()
            self.kept_size = 0
        self._prose.append(released)
        if self.past is not None:
            self.past.add(released)
        self.start = end

    def suppress(self, end: int, left_over: int, form: Form, dialect: str) -> None:
        """Replace the held text before `end` with a form, except for its last `left_over` characters.

        These are released as prose after the form.
        """
        self.keep(end)
        source = "".join(self._kept)
        self._kept.clear()
        self.kept_size = 0
        end_of_form = len(source) - left_over
        self._end_prose()
        self._segments.append(FormFound(form, dialect, source[:end_of_form]))
        self.forms += 1
        if left_over:
            self._prose.append(source[end_of_form:])
        if self.past is not None:
            # Only the line breaks of a source are remembered: what a form asks is not asked again.
            self.past.add("\n" * source.count("\n"))

    def ask(self, form: Form, dialect: str) -> None:
        """Add a form under text that was released, without a source."""
        self._end_prose()
        self._segments.append(FormFound(form, dialect, ""))

    def kept_text(self) -> str:
        """Return the kept pieces as one text."""
        return "".join(self._kept)

    def take(self) -> list[Segment]:
        """Return the completed segments and remove them from the buffer."""
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
"""A parser. It yields when it needs more text."""
Deciding = Generator[None, None, bool]
"""A parser that returns a decision."""


class Opens(Protocol):
    """Function that checks whether a block or span, such as a fence, opens at a position."""

    def __call__(self, text: str, at: int, *, ended: bool) -> bool | None:
        """Return whether it opens there, or None if more text is needed. `ended`: no more text follows."""
        ...


_MAX_SENTENCES_BEFORE = 16


class Reader:
    """State shared by all parsers of the splitter.

    Parsers are generators that examine `held` and yield when they need more text. Before yielding, a parser
    sets the characters for which it waits. A chunk without these characters does not resume the parser.
    Decisions may depend only on the text itself, never on how it is divided into chunks.
    """

    __slots__ = (
        "after_blank",
        "before",
        "category",
        "held",
        "in_list",
        "leads",
        "passing",
        "past",
        "phase",
        "room",
        "sequence",
        "watch",
    )

    def __init__(self, category: Category | None) -> None:
        self.past = None if category is None else Past()
        self.held = HeldText(self.past)
        self.category = category
        self.watch: Watch = ANYTHING
        self.passing = False
        """Whether a chunk that does not resume the parser is released as prose at once instead of held."""
        self.room = HOLD_LIMIT
        """Number of characters after which the parser is resumed even if it waits for others."""
        self.before: deque[str] = deque(maxlen=_MAX_SENTENCES_BEFORE)
        """The last released sentences of the current paragraph."""
        self.leads: list[Line] = []
        """The lines that asked the questions that became cards."""
        self.phase = ""
        """Text of the last heading."""
        self.after_blank = True
        """Whether all lines since the last blank line are indented. True after a blank line."""
        self.in_list = False
        self.sequence = 0
        """Number of questions found in lists so far."""

    def wait_for(self, watch: Watch, *, room: int = HOLD_LIMIT) -> None:
        """Hold text until `watch` finds a character or `room` characters arrive. Call before yielding."""
        self.watch = watch
        self.passing = False
        self.room = room

    def pass_until(self, watch: Watch) -> None:
        """Release held and arriving text as prose until `watch` finds a character. Call before yielding."""
        self.held.release(len(self.held.text))
        self.held.at = len(self.held.text)
        self.watch = watch
        self.passing = True


def wait_whether(reader: Reader, at: int, opens: Opens) -> Deciding:
    """Wait until `opens` can decide whether something opens at a position, and return the decision."""
    held = reader.held
    while (verdict := opens(held.text, at, ended=held.ended)) is None:
        offset = at - held.start
        reader.wait_for(ANYTHING)
        yield
        at = held.start + offset
    return verdict


def pass_line(reader: Reader) -> Reading:
    """Release the rest of the line, including the line break."""
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
