"""The result of `AskUserQuestion`: questions, and answers keyed by their text.

1. Several labels are joined by ", " because hosts expect that. Where a label has a comma of its own, the
   notes say which options are meant.
2. A result has no place for a note on the whole form: it stands with the notes on the first question.
"""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from choice.answers import Answer, Answered, Outcome
from choice.dialects.reply_lines import NOTHING_CHOSEN, by_label, chosen, joined, value_or_label
from choice.models import Form, Option, Question


def keyed_answers(form: Form, outcome: Outcome) -> str:
    """Return the questions and their answers as JSON; where nobody answered, `response` says so."""
    keys = _different_keys(form)
    told: dict[str, object] = {
        "questions": [_as_asked(question, keys[question.id]) for question in form.questions]
    }
    if isinstance(outcome, Answered):
        told |= _answered(form, outcome, keys)
    else:
        told |= {"answers": {}, "response": by_label(form, outcome)}
    return json.dumps(told, ensure_ascii=False)


def _different_keys(form: Form) -> dict[str, str]:
    """Return a key for each question id; a key that is taken gets the question's id behind it."""
    keys: dict[str, str] = {}
    for question in form.questions:
        key = str(question.metadata.get("key", question.text))
        while key in keys.values():
            key += f" ({question.id})"
        keys[question.id] = key
    return keys


def _as_asked(question: Question, key: str) -> dict[str, object]:
    previews = _previews(question)
    return {
        "question": key,
        "header": question.metadata.get("header", ""),
        "multiSelect": question.selection_mode == "multi",
        "options": [_option_as_asked(option, previews.get(option.id)) for option in question.options],
    }


def _option_as_asked(option: Option, preview: JsonValue) -> dict[str, JsonValue]:
    asked: dict[str, JsonValue] = {"label": value_or_label(option), "description": option.description or ""}
    return asked if preview is None else asked | {"preview": preview}


def _previews(question: Question) -> Mapping[str, JsonValue]:
    previews = question.metadata.get("previews")
    return previews if isinstance(previews, dict) else {}


def _answered(form: Form, outcome: Answered, keys: Mapping[str, str]) -> dict[str, object]:
    """Return the answers, and the annotations where there are any."""
    given = {answer.question_id: answer for answer in outcome.answers}
    answers: dict[str, str] = {}
    annotations: dict[str, dict[str, JsonValue]] = {}
    general = outcome.note  # (2)
    for question in form.questions:
        answer = given.get(question.id, Answer(question_id=question.id))
        if question.id in given:
            answers[keys[question.id]] = _answer_text(question, answer)
        annotation = _annotation(question, answer, general)
        if annotation:
            annotations[keys[question.id]] = annotation
        general = None
    return {"answers": answers} | ({"annotations": annotations} if annotations else {})


def _answer_text(question: Question, answer: Answer) -> str:
    said = [value_or_label(option) for option in chosen(question, answer)]
    return ", ".join([*said, *([answer.custom_text] if answer.custom_text else [])]) or NOTHING_CHOSEN


def _annotation(question: Question, answer: Answer, general: str | None) -> dict[str, JsonValue]:
    """Return what belongs to an answer: the preview of the one option chosen, and every note."""
    picked, previews = chosen(question, answer), _previews(question)
    found: dict[str, JsonValue] = {}
    if len(picked) == 1 and picked[0].id in previews:
        found["preview"] = previews[picked[0].id]
    notes = [
        f"{value_or_label(option)}: {answer.option_notes[option.id]}"
        for option in question.options
        if answer.option_notes.get(option.id)
    ]
    if len(picked) > 1 and any("," in value_or_label(option) for option in picked):
        notes.insert(0, f"Chosen: {joined(question, picked, value_or_label, ',')}")  # (1)
    if general:
        notes.append(general)
    return found | ({"notes": "\n".join(notes)} if notes else {})
