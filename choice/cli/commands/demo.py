"""`choicewire demo`: show in the terminal how the splitter processes a conversation."""

import argparse
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TextIO

from choice.cli.arguments import open_input, read_chunks
from choice.dialects import dialect_named
from choice.models import Answer, Answered, Form, Question
from choice.plain_text import plain, plain_line
from choice.stream import FormFound, Segment, Splitter
from choice.terminal.text import wrapped

_TERMINAL_PACE = 0.02
"""Default delay between two tokens in a terminal, in seconds."""
_TOKEN = re.compile(r"\s*\S{1,5}|\s+")
_NEXT = """\
Try next:
  choicewire demo answer.txt          the same with your own text
  choicewire split answer.txt         one line of JSON for each segment
  choicewire instructions             how to teach a model to ask like this
"""
_WIDTH = 76
_STAR = "★"
# Matches single characters, so that text can be split at any position.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_COLOURS = {"person": "1", "model": "36", "frame": "33", "label": "1", "faint": "2", "star": "33;1"}


class Turn(NamedTuple):
    """One exchange: a message of the person, and the model's reply.

    `person` is None if the person answers the last question instead of writing a message.
    """

    person: str | None
    model: str


_STORE = """\
That is a nice size for a first version: one page, one list, a handful of
readers. Before I write the tables I need to know where they live.

Where should the circle's books be kept?

Everything else follows from this, and moving later costs about a day.

(A) In one SQLite file (recommended) — nothing to install, copied in a second
(B) In PostgreSQL — several programs at once, one more server to look after
(C) In a spreadsheet — everybody can edit it, nothing checks it
"""

_IMPORT = """\
Good. The table is short:

```sql
CREATE TABLE book (
    title TEXT NOT NULL,
    state TEXT CHECK (state IN ('wanted', 'reading', 'read'))
);
```

And this is how the page would ask its readers. It is a code sample, so it
stays text, although it looks like a question:

```python
QUESTION = {
    "type": "user_choice",
    "question": "What are we reading next?",
    "options": [{"id": "1", "label": "Dune"}, {"id": "2", "label": "Emma"}],
}
```

Your old list has 214 titles, 9 of them twice.

```choices
{
  "question": "What should happen to the 9 duplicates?",
  "options": [
    {"label": "Merge them", "value": "merge", "recommended": true},
    {"label": "Keep both", "value": "keep"}
  ]
}
```
"""

_KOREAN = """\
합쳤습니다. 이제 205권이 남았고, 빠진 책은 없습니다.

모임 전에 알림을 언제 보낼까요?

책을 다 읽을 시간이 있어야 하지만, 너무 이르면 잊어버립니다.

1. 사흘 전 (추천) — 주말에 읽을 수 있음
2. 하루 전 — 짧지만 잊지 않음
3. 보내지 않음 — 달력만 사용
"""

_FORM = """\
Reminders go out three days before. Two small things are left, and both can be
answered together:

```json
{
  "type": "user_choice_group",
  "question": "The last two decisions",
  "context": "Both can be changed later in the settings.",
  "choices": [
    {
      "type": "user_choice",
      "question": "Who may add books?",
      "options": [
        {"id": "1", "label": "Everybody", "description": "The list grows by itself", "recommended": true},
        {"id": "2", "label": "The host", "description": "The list stays short"}
      ]
    },
    {
      "type": "user_choice",
      "question": "How many books may one reader propose?",
      "options": [
        {"id": "1", "label": "One", "description": "Everybody gets a turn"},
        {"id": "2", "label": "Three", "description": "More to choose from", "recommended": true}
      ]
    }
  ]
}
```
"""

_DONE = """\
Then this is the plan:

1. Create the table and import the 205 books.
2. Send the reminder three days before each meeting.
3. Let everybody propose up to three books.

That list was a summary and not a question, so it stayed text as well.
"""

CONVERSATION = (
    Turn("Our reading circle needs a small program for its books. Can you build it?", _STORE),
    Turn(None, _IMPORT),
    Turn(None, _KOREAN),
    Turn(None, _FORM),
    Turn(None, _DONE),
)


def run(args: argparse.Namespace) -> int:
    """Show the built-in conversation, or the model text in a file."""
    in_terminal = sys.stdout.isatty()
    coloured = in_terminal and not (args.no_colour or args.plain or _colour_is_disabled())
    pace = args.pace if args.pace is not None else _TERMINAL_PACE if in_terminal else 0.0
    player = Player(TerminalPage(sys.stdout, coloured=coloured, framed=not args.plain), pace)
    if args.file is None:
        player.play(CONVERSATION)
    else:
        with open_input(args.file) as stream:
            player.show(read_chunks(stream, args.file))
    return 0


def _colour_is_disabled() -> bool:
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


class TerminalPage:
    """Writes a conversation to a terminal of at least 80 columns. Control characters are escaped."""

    def __init__(self, output: TextIO, *, coloured: bool, framed: bool) -> None:
        self._output = output
        self._coloured = coloured
        self._bar, self._top, self._bottom, self._line = (
            ("│ ", "┌─ ", "└─ ", "─") if framed else ("  ", "", "", "")
        )
        self._column = 0
        """Cursor column; 0 at the start of a line."""
        self._blank = True
        """Whether the last line is empty, or nothing was written yet."""

    def person(self, words: str) -> None:
        """Show a message of the person."""
        self._speak("You", words)

    def reply(self, words: str) -> None:
        """Show the reply that is sent to the model."""
        self._speak("Your answer, as sent to the model", words)

    def model(self) -> None:
        """Start a message of the model."""
        self._write("Model\n", "faint")

    def prose(self, text: str) -> None:
        """Show text as it arrives."""
        self._write(_escaped(text), "model")

    def form(self, form: Form, dialect: str) -> None:
        """Show a question card instead of the text that it was parsed from."""
        self._begin_paragraph()
        self._rule(self._top, f"question, asked as {dialect}")
        if form.title:
            self._lines(form.title, "label")
        if form.context:
            self._lines(form.context, "faint")
        for number, question in enumerate(form.questions):
            if number or form.title or form.context:
                self._bar_line()
            self._question(question)
        self._rule(self._bottom, _how_to_answer(form))

    def remark(self, words: str) -> None:
        """Show a closing remark."""
        self._begin_paragraph()
        self._write(words, "faint")

    def end(self) -> None:
        """End a message of the model."""
        self._begin_paragraph()

    def _speak(self, speaker: str, words: str) -> None:
        self._write(f"{speaker}\n", "faint")
        for line in plain(words).splitlines():
            self._write(f"{line}\n", "person")
        self._write("\n")

    def _question(self, question: Question) -> None:
        self._lines(question.text, "label")
        if question.context:
            self._lines(question.context, "faint")
        self._bar_line()
        for number, option in enumerate(question.options, start=1):
            star = _STAR if option.recommended else " "
            first, *rest = _wrapped(option.label, _WIDTH - 8)
            self._write(self._bar, "frame")
            self._write(f"{star} ", "star")
            self._write(f"{number:>2}  {first}\n", "label")
            for line in rest:
                self._lines_at(6, line, "label")
            if option.description:
                for line in _wrapped(option.description, _WIDTH - 8):
                    self._lines_at(6, line, "faint")

    def _lines(self, text: str, style: str) -> None:
        for line in _wrapped(text, _WIDTH - 2):
            self._lines_at(0, line, style)

    def _lines_at(self, indent: int, line: str, style: str) -> None:
        self._write(self._bar + " " * indent, "frame")
        self._write(f"{line}\n", style)

    def _bar_line(self) -> None:
        self._write(f"{self._bar.rstrip()}\n", "frame")

    def _rule(self, corner: str, words: str) -> None:
        room = _WIDTH - len(corner) - len(words) - 1
        self._write(f"{corner}{words} {self._line * room}".rstrip() + "\n", "frame")

    def _begin_paragraph(self) -> None:
        """Write an empty line unless the last line is already empty."""
        if self._column:
            self._write("\n")
        if not self._blank:
            self._write("\n")

    def _write(self, text: str, style: str | None = None) -> None:
        """Write escaped text in a style, and track the cursor column."""
        if not text:
            return
        if self._coloured and style and text.strip():
            body = text.rstrip("\n")
            self._output.write(f"\x1b[{_COLOURS[style]}m{body}\x1b[0m{text[len(body) :]}")
        else:
            self._output.write(text)
        self._output.flush()
        whole_lines, line_feed, last_line = text.rpartition("\n")
        if line_feed:
            last = whole_lines.rpartition("\n")[2]
            self._blank = not last.strip() and ("\n" in whole_lines or not self._column)
            self._column = len(last_line)
        else:
            self._column += len(last_line)


def _escaped(text: str) -> str:
    """Escape control characters and bidirectional controls in prose."""
    return _CONTROL.sub(lambda found: f"<U+{ord(found.group()):04X}>", text.replace("\r", ""))


def _how_to_answer(form: Form) -> str:
    if len(form.questions) > 1:
        return f"answer all {len(form.questions)} questions, with an option or free text"
    question = form.questions[0]
    if question.max_selections > 1:
        return f"choose up to {question.max_selections}, or enter free text"
    return "choose one, or enter free text"


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, wrapped to a number of columns."""
    lines: list[str] = []
    for paragraph in plain(text).splitlines():
        lines += wrapped(plain_line(paragraph), width).split("\n")
    return lines or [""]


class Player:
    """Feeds model text to the splitter token by token, and shows the segments."""

    def __init__(self, page: TerminalPage, pace: float) -> None:
        self._page = page
        self._pace = pace

    def play(self, conversation: Sequence[Turn]) -> None:
        """Show a conversation. Each question is answered with its recommended option."""
        reply: str | None = None
        for turn in conversation:
            if turn.person is not None:
                self._page.person(turn.person)
            elif reply is not None:
                self._page.reply(reply)
            found = self.show([turn.model])
            reply = found and _reply(found)
        self._page.remark(_NEXT)

    def show(self, pieces: Iterable[str]) -> FormFound | None:
        """Show one model text and return its last form, or None."""
        splitter = Splitter("discovery")
        last: FormFound | None = None
        self._page.model()
        for token in _tokens(pieces):
            last = self._show(splitter.feed(token)) or last
            if self._pace:
                time.sleep(self._pace)
        last = self._show(splitter.flush()) or last
        self._page.end()
        return last

    def _show(self, segments: Iterable[Segment]) -> FormFound | None:
        last: FormFound | None = None
        for segment in segments:
            if isinstance(segment, FormFound):
                last = segment
                self._page.form(segment.form, segment.dialect)
            else:
                self._page.prose(segment.text)
        return last


def _tokens(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        yield from _TOKEN.findall(piece)


def _reply(found: FormFound) -> str:
    """Return the reply to the model that selects the recommended options."""
    answers = tuple([_recommended(question) for question in found.form.questions])
    return dialect_named(found.dialect).reply(found.form, Answered(answers=answers))


def _recommended(question: Question) -> Answer:
    preferred = [option.id for option in question.options if option.recommended] or list(question.option_ids)
    return Answer(question_id=question.id, option_ids=tuple(preferred[:1]))
