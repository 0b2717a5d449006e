"""Render an outcome as text for the model that asked.

The reply to a single question is exactly what its dialect expects: the label, the id or the value of the
option, or the person's own words as typed. The reply to several questions has one line per question. Notes
follow on separate lines. Without an answer, the reply is a sentence that cannot be mistaken for one. If typed
text shares a reply with other lines, all its lines but the first are indented, so that they cannot be
mistaken for generated lines.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from choice import response
from choice.models import (
    Answer,
    Answered,
    Cancelled,
    Form,
    Option,
    Outcome,
    Question,
    Superseded,
    TimedOut,
    counted_defaults,
)
from choice.plain_text import plain_line

CANCELLED, TIMED_OUT, SUPERSEDED = response.CANCELLED, response.TIMED_OUT, response.SUPERSEDED
DEFAULTS = "Nobody answered in time. These are the defaults, which no person chose:"
NOTHING_CHOSEN = "(none of the options)"
NOT_ANSWERED = "(not answered)"

_INDENT = "  "

Spelling = Callable[[Option], str]


@dataclass(frozen=True)
class WordedDialect:
    """A dialect whose questions are found in text and whose replies are plain text."""

    name: str
    words: Callable[[Form, Outcome], str]
    replies_in_words: ClassVar[bool] = True

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the outcome of a form as text for the model."""
        return self.words(form, outcome)


def by_label(form: Form, outcome: Outcome) -> str:
    """Render an outcome with the labels of the chosen options."""
    return _rendered(form, outcome, lambda option: option.label)


def by_id(form: Form, outcome: Outcome) -> str:
    """Render an outcome with the ids of the chosen options."""
    return _rendered(form, outcome, lambda option: option.id)


def by_value(form: Form, outcome: Outcome) -> str:
    """Render an outcome with the values of the chosen options, or the label of an option without a value."""
    return _rendered(form, outcome, value_or_label)


def value_or_label(option: Option) -> str:
    """Return the value of an option, or its label if it has no value."""
    return option.label if option.value is None else option.value


def unanswered(outcome: Cancelled | TimedOut | Superseded) -> str:
    """Return the sentence for a form without an answer, with the reason if there is one."""
    if isinstance(outcome, TimedOut):
        return TIMED_OUT
    sentence = CANCELLED if isinstance(outcome, Cancelled) else SUPERSEDED
    return f"{sentence} The reason given: {outcome.note}" if outcome.note else sentence


def chosen(question: Question, answer: Answer) -> tuple[Option, ...]:
    """Return the options of an answer, in the order in which they were shown."""
    return tuple(option for option in question.options if option.id in answer.option_ids)


def joined(question: Question, options: Sequence[Option], spelling: Spelling, separator: str) -> str:
    """Return chosen options on one line, in quotation marks if the separator alone would be ambiguous."""
    spelled = [spelling(option) for option in options]
    if _is_ambiguous(question, spelling, separator) and (len(spelled) > 1 or spelled[0].startswith('"')):
        spelled = [json.dumps(words, ensure_ascii=False) for words in spelled]
    return f"{separator} ".join(spelled)


def indented(words: str) -> str:
    """Indent all lines but the first."""
    return _INDENT.join(words.splitlines(keepends=True))


def _rendered(form: Form, outcome: Outcome, spelling: Spelling) -> str:
    match outcome:
        case Answered(answers=answers, note=note):
            notes = [f"Note: {indented(note)}"] if note else []
            return "\n".join([*_answer_lines(form, answers, spelling), *notes])
        case TimedOut() if answers := counted_defaults(form.questions, outcome):
            return "\n".join([DEFAULTS, *_answer_lines(form, answers, spelling)])
        case _:
            return unanswered(outcome)


def _answer_lines(form: Form, answers: Iterable[Answer], spelling: Spelling) -> list[str]:
    given = {answer.question_id: answer for answer in answers}
    if len(form.questions) > 1:
        return [line for question in form.questions for line in _form_lines(question, given.get(question.id))]
    question = form.questions[0]
    answer = given.get(question.id)
    if answer is None:
        return [NOT_ANSWERED]
    picked = chosen(question, answer)
    lines = [joined(question, picked, spelling, ",")] if picked else []
    if answer.custom_text:
        lines.append(f"Own words: {indented(answer.custom_text)}" if picked else answer.custom_text)
    return [*(lines or [NOTHING_CHOSEN]), *_note_lines(question, answer, spelling)]


def _form_lines(question: Question, answer: Answer | None) -> list[str]:
    """Return the line `question: id. label`, and one more for each note."""
    asked = plain_line(question.text).rstrip(":：")
    if answer is None:
        return [f"{asked}: {NOT_ANSWERED}"]
    picked = chosen(question, answer)
    parts = [joined(question, picked, _numbered, ";")] if picked else []
    if answer.custom_text:
        words = indented(answer.custom_text)
        parts.append(f"own words: {words}" if picked else words)
    return [f"{asked}: {'; '.join(parts) or NOTHING_CHOSEN}", *_note_lines(question, answer, _numbered)]


def _note_lines(question: Question, answer: Answer, spelling: Spelling) -> list[str]:
    """Return a line for each note on an option, whether the option was chosen or not."""
    return [
        f"Note on {spelling(option)}: {indented(answer.option_notes[option.id])}"
        for option in question.options
        if answer.option_notes.get(option.id)
    ]


def _is_ambiguous(question: Question, spelling: Spelling, separator: str) -> bool:
    """Tell whether several options may be chosen and one of them contains the separator."""
    offered = (spelling(option) for option in question.options)
    return question.max_selections > 1 and any(separator in words or "\n" in words for words in offered)


def _numbered(option: Option) -> str:
    return f"{option.id}. {option.label}"
