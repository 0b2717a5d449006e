"""Split a form into pages. Each page becomes one Slack message.

The layout depends only on the form, so that the same messages can show its answers later. A page has at most
six questions. Its blocks fit within Slack's limit for block text. Its plain text fits within the limit for
the `text` field, the only part that screen readers read. A question that fits on one page is not split. Each
page reserves space for its answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from choice.models import Form, Option, Question
from choice.plain_text import plain_line
from choice.slack.render.limits import safe_limit, size
from choice.slack.render.text import (
    LABEL,
    SECTION,
    Block,
    Rendered,
    Words,
    divider,
    escape,
    header,
    markdown_pieces,
    marked_text,
    plain_text,
    section,
    short_lines,
    shortened,
    small,
)

QUESTIONS = 6
BLOCK_CHARACTERS = safe_limit("message.block_text")
READING = safe_limit("message.text")
TITLE_READ = 300
RECORD = 500
RECORD_READ = 150

_FRAME = 1_000
"""Characters reserved for the progress, the asker, the deadline and the outcome."""
_PIECE = 2_400
_NUMBER = 6
"""Characters reserved for a number and a line break."""
_MARKS = 20
"""Characters reserved for the recommendation mark in any language."""


@dataclass(frozen=True, slots=True)
class Line:
    """A unit that is not split across pages: a piece of escaped text, or an option."""

    kind: Literal["introduction", "question", "context", "option"]
    question: int
    text: str = ""
    option: int = 0
    characters: int = 0
    read: int = 0
    begins: bool = False
    """Whether this is the first line of the question."""


@dataclass(frozen=True, slots=True)
class Page:
    """The content of one message, and the questions whose controls it contains."""

    lines: tuple[Line, ...]
    asks: tuple[int, ...]
    spare: int = 0
    spare_read: int = 0

    @property
    def questions(self) -> tuple[int, ...]:
        """The positions of the questions with text or controls on this page, in order."""
        seen = [line.question for line in self.lines if line.kind != "introduction"]
        return tuple(sorted({*seen, *self.asks}))

    @property
    def record(self) -> int:
        """Maximum length of one answer in the blocks."""
        return min(SECTION - _MARKS, RECORD + self.spare // max(len(self.asks), 1))

    @property
    def record_read(self) -> int:
        """Maximum length of one answer in the plain text."""
        return RECORD_READ + self.spare_read // max(len(self.asks), 1)


def pages(form: Form) -> tuple[Page, ...]:
    """Return the pages of a form."""
    room = BLOCK_CHARACTERS - size(shown_title(form)) - _FRAME
    found = [_PageBuilder(room)]
    for line in _introduction(form):
        _page_with_room(found, line.characters, line.read).take(line)
    for position, question in enumerate(form.questions):
        _place(found, position, question)
    return tuple([one.page() for one in found])


def shown_title(form: Form) -> str:
    """Return the title on one line, or an empty string if it repeats the only question."""
    title = plain_line(form.title or "")
    repeated = len(form.questions) == 1 and title == plain_line(form.questions[0].text)
    return "" if repeated else title


def shown_label(option: Option, position: int) -> str:
    """Return the label on one line, or the option's number if the label is empty."""
    return plain_line(option.label) or str(position + 1)


def shown_description(option: Option) -> str:
    """Return the description on one line."""
    return plain_line(option.description or "")


@dataclass(slots=True)
class _PageBuilder:
    """A page to which lines and questions are added."""

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


def _place(found: list[_PageBuilder], position: int, question: Question) -> None:
    """Add a question to the last page, to a new page, or to several new pages if it is too long for one."""
    lines = list(_lines(position, question))
    characters, read = _control_room(question)
    whole = characters + sum(line.characters for line in lines), read + sum(line.read for line in lines)
    if not found[-1].fits(*whole) and (found[-1].asks or _PageBuilder(found[-1].room).fits(*whole)):
        found.append(_PageBuilder(found[-1].room))
    for line in lines:
        _page_with_room(found, line.characters, line.read).take(line)
    _page_with_room(found, characters, read).ask(position, characters, read)


def _page_with_room(found: list[_PageBuilder], characters: int, read: int) -> _PageBuilder:
    """Return the last page, or a new page if the last one has too little space."""
    if not found[-1].fits(characters, read):
        found.append(_PageBuilder(found[-1].room))
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
    """Return the space for a question's controls and answer, in block text and in plain text."""
    entries = sum(min(size(option.label) + len("100. "), LABEL) for option in question.options)
    return entries + RECORD + 250, RECORD_READ + 100


def text_blocks(form: Form, page: Page, position: int, words: Words) -> list[Block]:
    """Return the blocks with the text, the context and the numbered options of one question."""
    lines = [line for line in page.lines if line.question == position]
    marked = [section(marked_text(text)) for text in _marked(form, lines, position, words)]
    return [*marked, *map(section, map(plain_text, _option_paragraphs(form, lines, words)))]


def introduction_blocks(page: Page) -> list[Block]:
    """Return the blocks of the introduction."""
    return [section(marked_text(line.text)) for line in page.lines if line.kind == "introduction"]


def read_lines(form: Form, page: Page, position: int, words: Words) -> tuple[list[str], list[str]]:
    """Return the escaped plain text of one question twice: with and without the options' descriptions."""
    lines = [line for line in page.lines if line.question == position]
    marked = list(_marked(form, lines, position, words))
    options = [line for line in lines if line.kind == "option"]
    whole = [escape(_option_line(form, line, words, ": ")) for line in options]
    short = [escape(_option_line(form, line, words, None)) for line in options]
    return [*marked, *whole], [*marked, *short]


def _marked(form: Form, lines: list[Line], position: int, words: Words) -> Iterator[str]:
    """Yield the text and context of a question.

    If the form has several questions, they are numbered. A question that continues from the previous page
    starts with a heading.
    """
    numbered = len(form.questions) > 1
    begins = bool(lines) and lines[0].begins
    if numbered and not begins:
        yield f"*{words('question', at=position + 1, n=len(form.questions))}*"
    for at, line in enumerate(lines):
        if line.kind == "option":
            continue
        prefix = f"*{position + 1}.* " if numbered and begins and at == 0 else ""
        starts_block = line.text.startswith(("```", "&gt;", "•", "☐", "☑"))
        yield f"{prefix.rstrip()}\n{line.text}" if prefix and starts_block else prefix + line.text


def _option_paragraphs(form: Form, lines: list[Line], words: Words) -> Iterator[str]:
    """Yield the options, grouped into as few sections as possible."""
    options = [_option_line(form, line, words, "\n    ") for line in lines if line.kind == "option"]
    held = ""
    for text in [part for option in options for part in short_lines(option, SECTION)]:
        if held and size(held) + size(text) + 1 > SECTION:
            yield held
            held = ""
        held = f"{held}\n{text}" if held else text
    if held:
        yield held


def _option_line(form: Form, line: Line, words: Words, before_description: str | None) -> str:
    option = form.questions[line.question].options[line.option]
    mark = f" ({words('recommended')})" if option.recommended else ""
    text = f"{line.option + 1}. {shown_label(option, line.option)}{mark}"
    description = shown_description(option)
    return text if before_description is None or not description else text + before_description + description


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks, and the same content as escaped plain text."""

    blocks: Sequence[Block] = ()
    read: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """Renders one page of a form as a message."""

    form: Form
    page: Page
    at: int
    count: int
    words: Words

    @property
    def is_last(self) -> bool:
        """Whether this is the last page."""
        return self.at == self.count - 1

    def rendered(self, status: str, progress: str, answers: Sequence[Part], tail: Part) -> Rendered:
        """Return the message.

        `answers` has one part for each question in `page.asks`, in the same order.
        """
        below = dict(zip(self.page.asks, answers, strict=True))
        title = shown_title(self.form)
        counted = " · ".join([text for text in (self._part(), progress) if text])
        blocks = [header(title)] if title else []
        blocks += [small(counted)] if counted else []
        blocks += introduction_blocks(self.page)
        for position in self.page.questions:
            blocks += [divider()] if position != self.page.questions[0] else []
            blocks += text_blocks(self.form, self.page, position, self.words)
            blocks += below.get(position, Part()).blocks
        head = [status, shortened(escape(title), TITLE_READ), counted]
        return Rendered(self._read(head, below, tail), (*blocks, *tail.blocks))

    def _read(self, head: Sequence[str], below: dict[int, Part], tail: Part) -> str:
        """Return the plain text. Descriptions are omitted if the text would be too long."""
        introduction = [line.text for line in self.page.lines if line.kind == "introduction"]
        whole, short = [*head, *introduction], [*head, *introduction]
        for position in self.page.questions:
            answer_lines = below.get(position, Part()).read
            all_lines, fewer_lines = read_lines(self.form, self.page, position, self.words)
            whole += [*all_lines, *answer_lines]
            short += [*fewer_lines, *answer_lines]
        texts = ["\n".join([line for line in [*text, *tail.read] if line]) for text in (whole, short)]
        return texts[0] if size(texts[0]) <= READING else shortened(texts[1], READING)

    def _part(self) -> str:
        return "" if self.count == 1 else self.words("part", at=self.at + 1, n=self.count)


def frames(form: Form, words: Words) -> list[Frame]:
    """Return a frame for each page of a form."""
    found = pages(form)
    return [Frame(form, page, at, len(found), words) for at, page in enumerate(found)]
