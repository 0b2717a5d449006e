"""A form as Slack messages, open and closed. The same form always takes the same number of messages."""

from dataclasses import dataclass

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.plain_text import plain, plain_line
from choice.slack.action_names import Place, place_of
from choice.slack.answer_words import answer_words
from choice.slack.form_blocks import drafted, form_buttons, progress
from choice.slack.kit import plain_text, section, small
from choice.slack.message_text import escape, mention, moment
from choice.slack.outcome_blocks import Who, decided, note_text, status
from choice.slack.page_frame import Frame, Part, frames
from choice.slack.question_blocks import controls, count_words
from choice.slack.rendered import Block, Rendered
from choice.slack.text_pieces import shortened
from choice.slack.words import Words

_NAME = 100
_NOTE_READ = 300


def open_messages(
    handle: str, interaction: Interaction, draft: Draft, words: Words, asked_user: str | None = None
) -> list[Rendered]:
    """Return the messages that ask; `asked_user` is the Slack user id of who is asked, if one is.

    Raises:
        ValueError: The handle is too short to be unguessable, or has other characters than base64.
    """
    asking = _Asking(place_of(handle, interaction), interaction, draft, words)
    footer = _footer(interaction, words, asked_user)
    counted = progress(interaction.form, draft, words) if asking.place.is_form else ""
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
    """Return what the same messages become: the question, what was decided, by whom and when; no buttons.

    `user_id` is the Slack user who answered and is mentioned; `name` is said instead where there is none.
    """
    ended = status(interaction, words, Who(user_id, name))
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
class _Asking:
    """An open form with what is filled in already."""

    place: Place
    interaction: Interaction
    draft: Draft
    words: Words

    def part(self, frame: Frame, position: int) -> Part:
        """Return the controls of a question, or what was chosen and the way to change it."""
        question = self.interaction.form.questions[position]
        answer = self._answer(question.id)
        if answer is None:
            hint = count_words(question, self.words) if question.max_selections > 1 else ""
            return Part(controls(self.place, position, question, self.words), [hint])
        said = answer_words(question, answer, self.words, frame.page.record)
        short = answer_words(question, answer, self.words, frame.page.record_read)
        read = self.words("chosen", answer=shortened(escape(short), frame.page.record_read))
        return Part(drafted(self.place, position, said, self.words), [read])

    def tail(self, frame: Frame) -> list[Block]:
        """Return the buttons of the whole form; messages before the last say where they are."""
        if not self.place.is_form:
            return []
        if frame.is_last:
            return form_buttons(self.place, self.interaction.form, self.draft, self.words)
        return [small(self.words("send_below", n=frame.count))]

    def _answer(self, question_id: str) -> Answer | None:
        """Return the drafted answer; a form of one question is answered at once and has none."""
        drafts = self.draft.answers if self.place.is_form else ()
        return next((answer for answer in drafts if answer.question_id == question_id), None)


def _record(frame: Frame, position: int, answers: dict[str, Answer], words: Words) -> Part:
    question = frame.form.questions[position]
    answer = answers.get(question.id)
    said = answer_words(question, answer, words, frame.page.record)
    short = answer_words(question, answer, words, frame.page.record_read)
    read = shortened(escape(short), frame.page.record_read)
    blocks = [section(plain_text(words("answer", answer=said)))]
    typed = plain((answer.custom_text if answer else None) or "").strip()
    if typed not in said:
        blocks.append(small(words("cut")))
    return Part(blocks, [words("answer", answer=read)])


def _footer(interaction: Interaction, words: Words, asked_user: str | None) -> str:
    """Return one line, escaped: who asks, whom, until when."""
    agent = shortened(escape(plain_line(interaction.asked_by.agent)), _NAME)
    asked = mention(asked_user) if asked_user else ""
    parts = [
        words("asked_by", agent=agent) if agent else "",
        words("asked_of", person=asked) if asked else "",
        words("until", time=moment(interaction.deadline)),
    ]
    return " · ".join([part for part in parts if part])
