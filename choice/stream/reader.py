"""Reads held text as it arrives: pauses where more is needed, and says what to wait for."""

from collections import deque
from collections.abc import Generator
from typing import Protocol

from choice.dialects.text.list_above import BEGINNING, Above
from choice.models import Category
from choice.stream.held_text import HOLD_LIMIT, HeldText
from choice.stream.text_for_others import TextForOthers
from choice.stream.watch import ANYTHING, NEWLINE, Watch

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
