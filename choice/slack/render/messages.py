"""Render forms as messages, as plain text in case Slack rejects the blocks, and in the home tab."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from choice.desk import Draft, Interaction
from choice.models import Answer, Form
from choice.plain_text import plain, plain_line
from choice.slack.events.actions import OPEN_FROM_HOME, ActionIds, action_ids_of
from choice.slack.render.blocks import (
    Decider,
    answer_words,
    controls,
    count_words,
    decided,
    drafted,
    form_buttons,
    note_text,
    progress,
    status,
)
from choice.slack.render.pages import READING, TITLE_READ, Frame, Part, frames, pages, read_lines, shown_title
from choice.slack.render.text import (
    Block,
    Rendered,
    Words,
    button,
    escape,
    header,
    mention,
    moment,
    pieces,
    plain_text,
    section,
    shortened,
    small,
)

_NUMBERED = re.compile(r"\s*(?:[qQ]\s*)?(?P<number>[1-9][0-9]?)\s*(?:[.)-](?!\d)|[:：、=])\s*(?P<reply>.*)")


def fallback_texts(interaction: Interaction, words: Words) -> list[str]:
    """Return the form as plain-text messages, with numbers that typed replies can refer to."""
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
    """Return the parts of a typed reply, keyed by the position of the question.

    A line that starts with a question's number begins the reply to that question. Lines without a number
    continue the reply above. If the form has one question, the whole text is the reply.
    """
    if len(form.questions) == 1:
        return {0: text.strip()}
    found: dict[int, list[str]] = {}
    current: list[str] = []
    for line in text.split("\n"):
        numbered = _NUMBERED.fullmatch(line)
        if numbered and int(numbered["number"]) <= len(form.questions):
            current = found.setdefault(int(numbered["number"]) - 1, [])
            line = numbered["reply"]  # noqa: PLW2901 - the number is not part of the reply
        current.append(line)
    replies = {position: "\n".join(lines).strip() for position, lines in found.items()}
    return {position: words for position, words in replies.items() if words}


def starts_with_number(text: str) -> bool:
    """Return whether the first line begins with the number of a question, such as `2: b`."""
    return _NUMBERED.match(text) is not None


_NAME = 100
_NOTE_READ = 300


def open_messages(
    handle: str, interaction: Interaction, draft: Draft, words: Words, asked_user: str | None = None
) -> list[Rendered]:
    """Return the messages of an open form. The footer mentions `asked_user`.

    Raises:
        ValueError: The handle is not 16 to 64 URL-safe base64 characters.
    """
    asking = _OpenForm(action_ids_of(handle, interaction), interaction, draft, words)
    footer = _footer(interaction, words, asked_user)
    counted = progress(interaction.form, draft, words) if asking.ids.is_form else ""
    found: list[Rendered] = []
    for frame in frames(interaction.form, words):
        parts = [asking.part(frame, position) for position in frame.page.asks]
        last = Part([small(footer)], [footer]) if frame.is_last else Part()
        tail = Part([*asking.tail(frame), *last.blocks], last.read)
        found.append(frame.rendered("", counted, parts, tail))
    return found


def closed_messages(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> list[Rendered]:
    """Return the messages of a closed form, with the answers and the outcome instead of buttons.

    The outcome mentions the Slack user `user_id`, or shows `name` if there is no user id.
    """
    ended = status(interaction, words, Decider(user_id, name))
    answers = decided(interaction.outcome)
    note = note_text(interaction.outcome, words)
    found: list[Rendered] = []
    for frame in frames(interaction.form, words):
        parts = [
            Part() if answers is None else _record(frame, position, answers, words)
            for position in frame.page.asks
        ]
        noted = [section(plain_text(note))] if note and frame.is_last else []
        read = [shortened(escape(note), _NOTE_READ)] if noted else []
        found.append(frame.rendered(ended, "", parts, Part([*noted, small(ended)], read)))
    return found


@dataclass(frozen=True, slots=True)
class _OpenForm:
    """An open form with its draft."""

    ids: ActionIds
    interaction: Interaction
    draft: Draft
    words: Words

    def part(self, frame: Frame, position: int) -> Part:
        """Return the controls of a question, or its drafted answer and a button to change it."""
        question = self.interaction.form.questions[position]
        answer = self._answer(question.id)
        if answer is None:
            hint = count_words(question, self.words) if question.max_selections > 1 else ""
            return Part(controls(self.ids, position, question, self.words), [hint])
        answer_text = answer_words(question, answer, self.words, frame.page.record)
        short = answer_words(question, answer, self.words, frame.page.record_read)
        read = self.words("chosen", answer=shortened(escape(short), frame.page.record_read))
        return Part(drafted(self.ids, position, answer_text, self.words), [read])

    def tail(self, frame: Frame) -> list[Block]:
        """Return the form's buttons for the last message, and a hint to look there for earlier messages."""
        if not self.ids.is_form:
            return []
        if frame.is_last:
            return form_buttons(self.ids, self.interaction.form, self.draft, self.words)
        return [small(self.words("send_below", n=frame.count))]

    def _answer(self, question_id: str) -> Answer | None:
        """Return the drafted answer to a question. Forms with one question have no drafts."""
        drafts = self.draft.answers if self.ids.is_form else ()
        return next((answer for answer in drafts if answer.question_id == question_id), None)


def _record(frame: Frame, position: int, answers: dict[str, Answer], words: Words) -> Part:
    question = frame.form.questions[position]
    answer = answers.get(question.id)
    answer_text = answer_words(question, answer, words, frame.page.record)
    short = answer_words(question, answer, words, frame.page.record_read)
    read = shortened(escape(short), frame.page.record_read)
    blocks = [section(plain_text(words("answer", answer=answer_text)))]
    typed = plain((answer.custom_text if answer else None) or "").strip()
    if typed not in answer_text:
        blocks.append(small(words("cut")))
    return Part(blocks, [words("answer", answer=read)])


def _footer(interaction: Interaction, words: Words, asked_user: str | None) -> str:
    """Return the asker, the asked user and the deadline as one escaped line."""
    agent = shortened(escape(plain_line(interaction.asked_by.agent)), _NAME)
    asked = mention(asked_user) if asked_user else ""
    parts = [
        words("asked_by", agent=agent) if agent else "",
        words("asked_of", person=asked) if asked else "",
        words("until", time=moment(interaction.deadline)),
    ]
    return " · ".join([part for part in parts if part])


# --- The home tab ---

_WAITING = 30
_DECIDED = 12
_ASKED = 300
_ANSWER = 300


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One interaction in the home tab."""

    handle: str
    interaction: Interaction
    link: str | None = None
    """Permalink of its message, if any."""
    user_id: str | None = None
    """The Slack user who answered."""


def home_view(waiting: Sequence[HomeRow], decided_lately: Sequence[HomeRow], words: Words) -> Block:
    """Return the view for `views.publish`. A last line counts the questions that do not fit."""
    blocks = [header(words("home_waiting"))]
    if not waiting:
        blocks.append(section(plain_text(words("home_none"))))
    for at, row in enumerate(waiting[:_WAITING]):
        blocks += _waiting(at, row, words)
    if len(waiting) > _WAITING:
        blocks.append(small(words("home_more", n=len(waiting) - _WAITING)))
    if decided_lately:
        blocks.append(header(words("home_recent")))
    for row in decided_lately[:_DECIDED]:
        blocks += _decided(row, words)
    return {"type": "home", "blocks": blocks}


def _waiting(at: int, row: HomeRow, words: Words) -> Iterable[Block]:
    opening = button(words("home_open"), f"{OPEN_FROM_HOME}{at}", row.handle)
    if row.link is not None:
        opening["url"] = row.link
    yield section(plain_text(_home_title(row.interaction))) | {"accessory": opening}
    agent = shortened(escape(plain_line(row.interaction.asked_by.agent)), _ASKED)
    count = len(row.interaction.form.questions)
    facts = [
        words("asked_by", agent=agent) if agent else "",
        words("home_questions", n=count) if count > 1 else "",
        words("until", time=moment(row.interaction.deadline)),
    ]
    yield small(" · ".join([fact for fact in facts if fact]))


def _decided(row: HomeRow, words: Words) -> Iterable[Block]:
    yield section(plain_text(_home_title(row.interaction)))
    answers = decided(row.interaction.outcome)
    ended = status(row.interaction, words, Decider(row.user_id))
    if answers is None:
        yield small(ended)
        return
    texts = [
        answer_words(question, answers.get(question.id), words, _ANSWER)
        for question in row.interaction.form.questions
    ]
    yield section(plain_text(shortened(words("answer", answer="; ".join(texts)), 2 * _ANSWER)))
    yield small(ended)


def _home_title(interaction: Interaction) -> str:
    """Return the title of an interaction, or its first question if it has no title."""
    form = interaction.form
    asked = plain_line(form.title or "") or plain_line(form.questions[0].text) or interaction.id
    return shortened(asked, _ASKED)
