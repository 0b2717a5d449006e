"""The words of a page: as blocks for the eye, and as plain text to be read aloud."""

from collections.abc import Iterator

from choice.models import Form
from choice.slack.form_pages import Line, Page, shown_description, shown_label
from choice.slack.kit import SECTION, marked_text, plain_text, section
from choice.slack.message_text import escape, size
from choice.slack.rendered import Block
from choice.slack.text_pieces import short_lines
from choice.slack.words import Words


def text_blocks(form: Form, page: Page, position: int, words: Words) -> list[Block]:
    """Return what a page says of one question: its text, its context, its numbered options."""
    lines = [line for line in page.lines if line.question == position]
    marked = [section(marked_text(text)) for text in _marked(form, lines, position, words)]
    return [*marked, *map(section, map(plain_text, _option_paragraphs(form, lines, words)))]


def introduction_blocks(page: Page) -> list[Block]:
    """Return what a page says before its questions."""
    return [section(marked_text(line.text)) for line in page.lines if line.kind == "introduction"]


def read_lines(form: Form, page: Page, position: int, words: Words) -> tuple[list[str], list[str]]:
    """Return the words of one question to be read aloud, escaped: whole, and without descriptions."""
    lines = [line for line in page.lines if line.question == position]
    marked = list(_marked(form, lines, position, words))
    options = [line for line in lines if line.kind == "option"]
    whole = [escape(_option_line(form, line, words, ": ")) for line in options]
    short = [escape(_option_line(form, line, words, None)) for line in options]
    return [*marked, *whole], [*marked, *short]


def _marked(form: Form, lines: list[Line], position: int, words: Words) -> Iterator[str]:
    """Yield the pieces of text and context; in a form the question is numbered, wherever it goes on."""
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
    """Yield the options, as many together as a paragraph takes."""
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
