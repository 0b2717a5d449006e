"""How a form is spread over messages. Only the form decides, so a form always has the same messages.

A message holds at most six questions, as much text as Slack takes, and no more to read aloud than fits into
its plain text: screen readers read nothing else. A question that fits into one message is never torn apart.
Room is kept for the answers, which come later and must fit into the same messages.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from choice.models import Form, Option, Question
from choice.plain_text import plain_line
from choice.slack.kit import LABEL, SECTION
from choice.slack.message_text import escape, markdown_pieces, size

QUESTIONS = 6
BLOCK_CHARACTERS = 11_400
"""Slack has refused 13 200 characters in all blocks of a message together."""
READING = 3_800
"""Slack refuses an update whose plain text has more than 4000 characters."""
TITLE_READ = 300
RECORD = 500
RECORD_READ = 150

_FRAME = 1_000
"""Room for what stands around the questions: progress, who asks, until when, how it ended."""
_PIECE = 2_400
_NUMBER = 6
"""Room for the number before a question or an option, and the end of its line."""
_MARKS = 20
"""Room for the recommendation of an option, in any language."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to read that is not torn apart: a piece of text, already escaped, or an option."""

    kind: Literal["introduction", "question", "context", "option"]
    question: int
    text: str = ""
    option: int = 0
    characters: int = 0
    read: int = 0
    begins: bool = False
    """Whether the question begins here, and does not only go on."""


@dataclass(frozen=True, slots=True)
class Page:
    """What one message says, and the questions that are answered in it."""

    lines: tuple[Line, ...]
    asks: tuple[int, ...]
    spare: int = 0
    spare_read: int = 0

    @property
    def questions(self) -> tuple[int, ...]:
        """The questions of which anything is on the page, in their order."""
        seen = [line.question for line in self.lines if line.kind != "introduction"]
        return tuple(sorted({*seen, *self.asks}))

    @property
    def record(self) -> int:
        """How long the answer to one question may be here."""
        return min(SECTION - _MARKS, RECORD + self.spare // max(len(self.asks), 1))

    @property
    def record_read(self) -> int:
        """How much of the answer to one question can be read aloud."""
        return RECORD_READ + self.spare_read // max(len(self.asks), 1)


def pages(form: Form) -> tuple[Page, ...]:
    """Return the messages that a form takes."""
    room = BLOCK_CHARACTERS - size(shown_title(form)) - _FRAME
    found = [_Filling(room)]
    for line in _introduction(form):
        _roomy(found, line.characters, line.read).take(line)
    for position, question in enumerate(form.questions):
        _place(found, position, question)
    return tuple([one.page() for one in found])


def shown_title(form: Form) -> str:
    """Return the title on one line, unless it is what the only question says anyway."""
    title = plain_line(form.title or "")
    repeated = len(form.questions) == 1 and title == plain_line(form.questions[0].text)
    return "" if repeated else title


def shown_label(option: Option, position: int) -> str:
    """Return the label as it is shown, on one line; an option that says nothing is known by its number."""
    return plain_line(option.label) or str(position + 1)


def shown_description(option: Option) -> str:
    """Return the description as it is shown, on one line."""
    return plain_line(option.description or "")


@dataclass(slots=True)
class _Filling:
    """A page on its way to being full."""

    room: int
    lines: list[Line] = field(default_factory=list)
    asks: list[int] = field(default_factory=list)
    characters: int = 0
    read: int = 0

    def fits(self, characters: int, read: int) -> bool:
        return (
            len(self.asks) < QUESTIONS
            and self.characters + characters <= self.room
            and self.read + read <= READING - _FRAME
        )

    def take(self, line: Line) -> None:
        self.lines.append(line)
        self.characters += line.characters
        self.read += line.read

    def ask(self, question: int, characters: int, read: int) -> None:
        self.asks.append(question)
        self.characters += characters
        self.read += read

    def page(self) -> Page:
        spare, spare_read = self.room - self.characters, READING - _FRAME - self.read
        return Page(tuple(self.lines), tuple(self.asks), spare, spare_read)


def _place(found: list[_Filling], position: int, question: Question) -> None:
    """Put a question on the page that is being filled, on a new one, or on as many as it takes."""
    lines = list(_lines(position, question))
    characters, read = _control_room(question)
    whole = characters + sum(line.characters for line in lines), read + sum(line.read for line in lines)
    if not found[-1].fits(*whole) and (found[-1].asks or _Filling(found[-1].room).fits(*whole)):
        found.append(_Filling(found[-1].room))
    for line in lines:
        _roomy(found, line.characters, line.read).take(line)
    _roomy(found, characters, read).ask(position, characters, read)


def _roomy(found: list[_Filling], characters: int, read: int) -> _Filling:
    """Return the last page, or a new one where that is full."""
    if not found[-1].fits(characters, read):
        found.append(_Filling(found[-1].room))
    return found[-1]


def _introduction(form: Form) -> Iterator[Line]:
    for piece in markdown_pieces(form.context or "", _PIECE):
        yield Line("introduction", -1, piece, characters=size(piece), read=size(piece))


def _lines(position: int, question: Question) -> Iterator[Line]:
    for at, piece in enumerate(markdown_pieces(question.text, _PIECE)):
        room = size(piece) + _NUMBER + _MARKS
        yield Line("question", position, piece, characters=room, read=room, begins=at == 0)
    for piece in markdown_pieces(question.context or "", _PIECE):
        yield Line("context", position, piece, characters=size(piece), read=size(piece))
    for number, option in enumerate(question.options):
        label, description = shown_label(option, number), shown_description(option)
        marks = _NUMBER + (_MARKS if option.recommended else 0)
        characters = size(label) + size(description) + _NUMBER + marks
        yield Line("option", position, "", number, characters, size(escape(label)) + marks)


def _control_room(question: Question) -> tuple[int, int]:
    """Return how much the buttons or boxes of a question say, with room for its answer."""
    entries = sum(min(size(option.label) + len("100. "), LABEL) for option in question.options)
    return entries + RECORD + 250, RECORD_READ + 100
