"""A form as clients show it themselves, and what comes back from there.

Elicitation knows flat fields only. A question becomes a field of its own name; own words are a second field.
Clients of the older kind know neither titles nor lists: there an option of several is a tick of its own.
"""

import re
from collections.abc import Mapping
from typing import Any

from choice.answers import Answer, Submission
from choice.errors import InvalidAnswer
from choice.models import Form, Option, Question

_OWN_WORDS = "own_words"
_SECRET = re.compile(
    r"\b(pass(word|phrase)|api[ _-]?key|secret|private key|access token|credit card|pin)\b", re.IGNORECASE
)

Content = Mapping[str, str | int | float | bool | list[str] | None]


def asks_for_a_secret(form: Form) -> bool:
    """Tell whether a form seems to ask for a secret, which must not be typed into a client's form."""
    return any(
        question.allow_free_text and _SECRET.search(f"{form.title or ''} {question.text}")
        for question in form.questions
    )


def message_of(form: Form, problem: str | None = None) -> str:
    """Return what stands above the fields: the question, and what the options mean."""
    lines = [problem, form.title, form.context]
    for question in form.questions:
        lines += [question.context, question.text]
        lines += [
            f"- {option.label}: {option.description}" for option in question.options if option.description
        ]
    return "\n".join([line for line in lines if line])


def schema_of(form: Form, *, knows_titles: bool = True) -> dict[str, Any]:
    """Return the fields of a form."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for question in form.questions:
        fields = _fields(question, knows_titles=knows_titles)
        properties |= fields
        if _must_be_filled(question) and question.id in fields:
            required.append(question.id)
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def submission_of(form: Form, content: Content) -> Submission:
    """Return what a person filled in; the desk checks it against the form.

    Raises:
        InvalidAnswer: A field does not hold what its schema says.
    """
    answers = [_answer(question, content) for question in form.questions]
    return Submission(answers=tuple(answers))


def _fields(question: Question, *, knows_titles: bool) -> dict[str, Any]:
    name, about = question.id, {"title": question.text[:200]}
    own = {"type": "string", "title": question.placeholder or "In your own words"}
    if not question.options:
        return {name: {"type": "string", **about}}
    fields: dict[str, Any] = {}
    if question.max_selections == 1:
        fields[name] = about | _one_of(question, knows_titles=knows_titles)
    elif knows_titles:
        fields[name] = about | _some_of(question)
    else:
        fields |= {_tick(question, option): _ticked(question, option) for option in question.options}
    return fields | ({f"{name}_{_OWN_WORDS}": own} if question.allow_free_text else {})


def _one_of(question: Question, *, knows_titles: bool) -> dict[str, Any]:
    default = {"default": question.default_selection_ids[0]} if question.default_selection_ids else {}
    if not knows_titles:
        labels = [_label(option) for option in question.options]
        return {"type": "string", "enum": list(question.option_ids), "enumNames": labels} | default
    titled = [{"const": option.id, "title": _label(option)} for option in question.options]
    return {"type": "string", "oneOf": titled} | default


def _some_of(question: Question) -> dict[str, Any]:
    titled = [{"const": option.id, "title": _label(option)} for option in question.options]
    default = {"default": list(question.default_selection_ids)} if question.default_selection_ids else {}
    least = 0 if question.allow_free_text else question.min_selections
    limits = {"minItems": least, "maxItems": question.max_selections}
    return {"type": "array", "items": {"anyOf": titled}} | limits | default


def _tick(question: Question, option: Option) -> str:
    return f"{question.id}.{option.id}"


def _ticked(question: Question, option: Option) -> dict[str, Any]:
    return {
        "type": "boolean",
        "title": _label(option),
        "default": option.id in question.default_selection_ids,
    }


def _label(option: Option) -> str:
    return f"{option.label} (recommended)" if option.recommended else option.label


def _must_be_filled(question: Question) -> bool:
    return not question.options or (question.min_selections > 0 and not question.allow_free_text)


def _answer(question: Question, content: Content) -> Answer:
    if not question.options:
        return Answer(question_id=question.id, option_ids=(), custom_text=_words(content.get(question.id)))
    words = _words(content.get(f"{question.id}_{_OWN_WORDS}"))
    is_instead = words is not None and question.selection_mode != "hybrid"
    ids = () if is_instead else _chosen(question, content)
    return Answer(question_id=question.id, option_ids=ids, custom_text=words)


def _chosen(question: Question, content: Content) -> tuple[str, ...]:
    chosen = content.get(question.id)
    if isinstance(chosen, list):
        return tuple(chosen)
    if isinstance(chosen, str) and chosen:
        return (chosen,)
    return tuple([option.id for option in question.options if content.get(_tick(question, option)) is True])


def _words(value: object) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str):
        field, rule = "custom_text", "must be text."
        raise InvalidAnswer(field, rule)
    return value
