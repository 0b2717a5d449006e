"""Answers as JSON: as an outcome keeps them, and as the decision log spells them out.

Every answer needs both, so they are written together, and by hand: `to_json` takes twice as long for the two.
"""

from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring as quoted
from typing import NamedTuple

from pydantic_core import to_json

from choice.answers import Answer, Answered
from choice.models import Form, Option

_NULL = "null"


class AnswerTexts(NamedTuple):
    """An outcome with its answers as it is written."""

    outcome: str
    """As it is kept, without its time."""
    body: str
    """As it is recorded."""


def answer_texts(form: Form, outcome: Answered, matched: Mapping[str, str] | None) -> AnswerTexts:
    """Return how an outcome is kept and how it is recorded."""
    kept, spelled_out = _written(form, outcome.answers, matched)
    note, by, surface = outcome.note, outcome.answered_by, outcome.surface
    said = _NULL if note is None else quoted(note)
    return AnswerTexts(
        f'{{"kind":"answered","answers":[{kept}],"note":{said},'
        f'"answered_by":{_NULL if by is None else quoted(by)},'
        f'"surface":{_NULL if surface is None else quoted(surface)},"used_defaults":false}}',
        f'{{"answers":[{spelled_out}],"note":{said}}}',
    )


def _written(form: Form, answers: Iterable[Answer], matched: Mapping[str, str] | None) -> tuple[str, str]:
    """Return answers as they are kept, and with the words that were shown."""
    kept: list[str] = []
    spelled_out: list[str] = []
    for answer in answers:
        question_id, chosen = answer.question_id, answer.option_ids
        words, notes = answer.custom_text, answer.option_notes
        question = form.question(question_id)
        rule = matched.get(question_id) if matched else None
        name, ids = quoted(question_id), ",".join(map(quoted, chosen))
        said = (
            f'"custom_text":{_NULL if words is None else quoted(words)},'
            f'"option_notes":{to_json(notes).decode() if notes else "{}"}'
        )
        kept.append(f'{{"question_id":{name},"option_ids":[{ids}],{said}}}')
        spelled_out.append(
            f'{{"question_id":{name},"question":{quoted(question.text) if question else _NULL},'
            f'"option_ids":[{ids}],"labels":[{_labels(question.options, chosen) if question else ""}],'
            f'{said},"matched":{_NULL if rule is None else quoted(rule)}}}'
        )
    return ",".join(kept), ",".join(spelled_out)


def _labels(options: Iterable[Option], chosen: tuple[str, ...]) -> str:
    """Return the labels of the options that were chosen, in their order."""
    labels: list[str] = []
    for option in options:
        if len(labels) == len(chosen):
            break
        if option.id in chosen:
            labels.append(quoted(option.label))
    return ",".join(labels)
