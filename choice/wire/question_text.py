"""Questions as text, for clients that show no cards."""

import json
from collections.abc import Sequence
from typing import Literal

from choice.models import Form, Option, Question
from choice.plain_text import plain_line

QuestionStyle = Literal["text", "cards", "source"]
"""How a client gets questions: also as text, as cards only, or in the text that the model wrote."""

_SEVERAL = "_Several answers are possible._"


def form_text(form: Form) -> str:
    """Return the questions of a form as Markdown, with numbered options. The numbers are valid replies."""
    intro = [f"**{plain_line(form.title)}**"] if form.title and len(form.questions) > 1 else []
    intro += [form.context] if form.context else []
    questions = [
        question_text(question, number, len(form.questions))
        for number, question in enumerate(form.questions, start=1)
    ]
    return "\n\n".join([*intro, *questions])


def question_text(question: Question, number: int = 1, count: int = 1) -> str:
    """Return a question as Markdown. If it is one of several, its number is shown."""
    prefix = f"({number}/{count}) " if count > 1 else ""
    parts = [f"**{prefix}{plain_line(question.text)}**"]
    parts += [question.context] if question.context else []
    parts += [_numbered(question.options)] if question.options else []
    parts += [_SEVERAL] if question.options and question.max_selections > 1 else []
    return "\n\n".join(parts)


def form_source(form: Form) -> str:
    """Return the questions of a form as `choices` blocks, for clients that render such blocks themselves."""
    return "\n\n".join([f"```choices\n{_choices_json(question)}\n```" for question in form.questions])


def _numbered(options: Sequence[Option]) -> str:
    return "\n".join([f"{number}. {_line(option)}" for number, option in enumerate(options, start=1)])


def _line(option: Option) -> str:
    label = plain_line(option.label)
    label += " (recommended)" if option.recommended else ""
    return f"{label} — {plain_line(option.description)}" if option.description else label


def _choices_json(question: Question) -> str:
    options = [{"label": option.label, "value": option.value or option.id} for option in question.options]
    return json.dumps({"question": question.text, "options": options}, ensure_ascii=False, indent=2)
