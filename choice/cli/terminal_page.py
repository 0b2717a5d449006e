"""A conversation on a terminal: prose, cards, and nothing that acts on the terminal but our own colours."""

import re
import textwrap
import unicodedata
from typing import TextIO

from choice.models import Form, Question
from choice.plain_text import plain, plain_line

_WIDTH = 76
_STAR = "★"
# What each is does not depend on its neighbours, so it does not matter where the text is cut.
_ACTING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_COLOURS = {"person": "1", "model": "36", "frame": "33", "label": "1", "faint": "2", "star": "33;1"}


class TerminalPage:
    """Writes on a terminal of at least 80 columns."""

    def __init__(self, output: TextIO, *, coloured: bool, framed: bool) -> None:
        self._output = output
        self._coloured = coloured
        self._bar, self._top, self._bottom, self._line = (
            ("│ ", "┌─ ", "└─ ", "─") if framed else ("  ", "", "", "")
        )
        self._column = 0
        """0 at the beginning of a line."""
        self._blank = True
        """Whether the last line is empty, or nothing was written yet."""

    def person(self, words: str) -> None:
        """Show what the person says."""
        self._speak("You", words)

    def reply(self, words: str) -> None:
        """Show what the model reads as the person's answer."""
        self._speak("You, as the model reads it", words)

    def model(self) -> None:
        """Begin what the model writes."""
        self._write("Model\n", "faint")

    def prose(self, text: str) -> None:
        """Show text as it arrives."""
        self._write(_harmless(text), "model")

    def form(self, form: Form, dialect: str) -> None:
        """Show a card in the place of the text that asked it."""
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
        """Show words of our own."""
        self._begin_paragraph()
        self._write(words, "faint")

    def end(self) -> None:
        """End what the model writes."""
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
        """Leave one empty line, unless there is one."""
        if self._column:
            self._write("\n")
        if not self._blank:
            self._write("\n")

    def _write(self, text: str, style: str | None = None) -> None:
        """Write text that is safe already, in a colour of its own, and remember where it ends."""
        if not text:
            return
        if self._coloured and style and text.strip():
            body = text.rstrip("\n")
            self._output.write(f"\x1b[{_COLOURS[style]}m{body}\x1b[0m{text[len(body) :]}")
        else:
            self._output.write(text)
        self._output.flush()
        behind = text.rpartition("\n")[2]
        if "\n" in text:
            lines = text.split("\n")
            self._blank = not lines[-2].strip() and (len(lines) > 2 or not self._column)  # noqa: PLR2004 - two line ends
            self._column = len(behind)
        else:
            self._column += len(behind)


def _harmless(text: str) -> str:
    """Return prose in which nothing acts on the terminal or on the text around it."""
    return _ACTING.sub(lambda found: f"<U+{ord(found.group()):04X}>", text.replace("\r", ""))


def _how_to_answer(form: Form) -> str:
    if len(form.questions) > 1:
        return f"answer all {len(form.questions)}, by option or in your own words"
    question = form.questions[0]
    if question.max_selections > 1:
        return f"choose up to {question.max_selections}, or answer in your own words"
    return "choose one, or answer in your own words"


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, none of them wider than the terminal shows in `width` columns."""
    lines: list[str] = []
    for paragraph in plain(text).splitlines():
        lines += _wrapped_line(plain_line(paragraph), width)
    return lines or [""]


def _wrapped_line(line: str, width: int) -> list[str]:
    if _columns(line) == len(line):
        return textwrap.wrap(line, width, break_on_hyphens=False)
    # Wide characters count twice, so half as many fit for certain.
    lines, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and _columns(longer) > width:
            lines.append(current)
            longer = word
        while _columns(longer) > width:
            at = width // 2
            lines.append(longer[:at])
            longer = longer[at:]
        current = longer
    return [*lines, current] if current else lines


def _columns(text: str) -> int:
    """Return how many columns a text takes on a terminal, never too few."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
