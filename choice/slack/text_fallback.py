"""A form as plain numbered text, for when Slack refuses the blocks, and the typed replies to it."""

import re

from choice.desk.interaction import Interaction
from choice.models import Form
from choice.slack.form_pages import READING, TITLE_READ, pages, shown_title
from choice.slack.message_text import escape
from choice.slack.page_text import read_lines
from choice.slack.question_blocks import count_words
from choice.slack.text_pieces import pieces, shortened
from choice.slack.words import Words

_NUMBERED = re.compile(r"\s*(?:[qQ]\s*)?(?P<number>[1-9][0-9]?)\s*(?:[.)-](?!\d)|[:：、=])\s*(?P<said>.*)")


def fallback_texts(interaction: Interaction, words: Words) -> list[str]:
    """Return the messages, numbered as typed replies are read."""
    form = interaction.form
    title = shortened(escape(shown_title(form)), TITLE_READ)
    lines = [f"*{title}*"] if title else []
    for page in pages(form):
        lines += [line.text for line in page.lines if line.kind == "introduction"]
        for position in page.questions:
            lines += read_lines(form, page, position, words)[0]
            if position in page.asks and form.questions[position].max_selections > 1:
                lines.append(f"_{count_words(form.questions[position], words)}_")
    lines.append(words("reply_one" if len(form.questions) == 1 else "reply_form"))
    return pieces("\n".join(lines), READING)


def numbered_replies(text: str, form: Form) -> dict[int, str]:
    """Return what a typed reply says to each question of a form, by position.

    Lines that begin with the number of a question belong to it, and so do the lines below them. A reply to a
    form of one question is the whole of it.
    """
    if len(form.questions) == 1:
        return {0: text.strip()}
    found: dict[int, list[str]] = {}
    current: list[str] = []
    for line in text.split("\n"):
        numbered = _NUMBERED.fullmatch(line)
        if numbered and int(numbered["number"]) <= len(form.questions):
            current = found.setdefault(int(numbered["number"]) - 1, [])
            line = numbered["said"]  # noqa: PLW2901 - the number has done its work
        current.append(line)
    said = {position: "\n".join(lines).strip() for position, lines in found.items()}
    return {position: words for position, words in said.items() if words}
