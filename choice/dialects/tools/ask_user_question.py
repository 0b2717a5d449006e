"""The tool `AskUserQuestion` of Claude: up to four questions, answered together.

Answers are keyed by the exact text of the question. If the canonical text differs, the original is kept as
the key in the metadata. Two questions with the same text are rejected.

1. The answer joins labels with commas, so a note quotes labels that contain a comma.
2. A note on the whole form is attached to the first question.
"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from choice.dialects.lenient import label_of
from choice.dialects.protocol import Call
from choice.dialects.replies import NOTHING_CHOSEN, by_label, chosen, joined, value_or_label
from choice.dialects.tools.normalise import Arguments
from choice.models import MAX_QUESTIONS, Answer, Answered, Form, Option, Outcome, Question
from choice.plain_text import has_lone_surrogate
from choice.validation import AskUserQuestionCall, parse_tool_call


def keyed_answers(form: Form, outcome: Outcome) -> str:
    """Return the questions and their answers as JSON; without an answer, `response` says why."""
    keys = _different_keys(form)
    reply: dict[str, object] = {
        "questions": [_as_asked(question, keys[question.id]) for question in form.questions]
    }
    if isinstance(outcome, Answered):
        reply |= _answered(form, outcome, keys)
    else:
        reply |= {"answers": {}, "response": by_label(form, outcome)}
    return json.dumps(reply, ensure_ascii=False)


def _different_keys(form: Form) -> dict[str, str]:
    """Return a key for each question id; the id is appended to a key that is taken."""
    keys: dict[str, str] = {}
    for question in form.questions:
        key = str(question.metadata.get("key", question.text))
        while key in keys.values():
            key += f" ({question.id})"
        keys[question.id] = key
    return keys


def _as_asked(question: Question, key: str) -> dict[str, object]:
    return {
        "question": key,
        "header": question.metadata.get("header", ""),
        "multiSelect": question.selection_mode == "multi",
        "options": [_option_as_asked(option) for option in question.options],
    }


def _option_as_asked(option: Option) -> dict[str, JsonValue]:
    asked: dict[str, JsonValue] = {"label": value_or_label(option), "description": option.description or ""}
    return asked if option.preview is None else asked | {"preview": option.preview}


def _answered(form: Form, outcome: Answered, keys: Mapping[str, str]) -> dict[str, object]:
    """Return the answers, and the annotations if there are any."""
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
    labels = [value_or_label(option) for option in chosen(question, answer)]
    return ", ".join([*labels, *([answer.custom_text] if answer.custom_text else [])]) or NOTHING_CHOSEN


def _annotation(question: Question, answer: Answer, general: str | None) -> dict[str, JsonValue]:
    """Return the preview of a single chosen option, and all notes."""
    picked = chosen(question, answer)
    found: dict[str, JsonValue] = {}
    if len(picked) == 1 and picked[0].preview is not None:
        found["preview"] = picked[0].preview
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


_EXAMPLE: dict[str, object] = {
    "questions": [
        {
            "question": "Which database should the service use?",
            "header": "Database",
            "multiSelect": False,
            "options": [
                {"label": "SQLite", "description": "One file, no server"},
                {"label": "PostgreSQL", "description": "Several processes share it"},
            ],
        }
    ]
}


class AskUserQuestion:
    """Asks one to four questions; the reply has the answers keyed by question text."""

    name = "ask_user_question"
    tool_name = "AskUserQuestion"
    replies_in_words = False
    description = (
        "Ask the person one to four questions, each with two to four options; the result holds the answers. "
        "Own words are always possible, so offer no option for them."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return AskUserQuestionCall.published_schema()

    def read(self, arguments: object) -> Form:
        """Return the form of a call.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        values, keys = _normalised(arguments)
        call = parse_tool_call(AskUserQuestionCall, values, _EXAMPLE)
        questions = []
        for number, (asked, key) in enumerate(zip(call.questions, keys, strict=True), start=1):
            given = {"header": asked.header, "key": None if key == asked.question else key}
            metadata = {name: value for name, value in given.items() if value}
            questions.append(asked.asked(id=f"q{number}", metadata=metadata))
        return Form(questions=tuple(questions))

    def read_call(self, arguments: object) -> Call:
        """Return the form of a call, which sets no terms.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        return Call(self.read(arguments))

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the questions and their answers as JSON; without an answer, `response` says why."""
        return keyed_answers(form, outcome)


def _normalised(arguments: object) -> tuple[dict[str, object], list[str | None]]:
    """Return the arguments in the published form, and the text of each question as the model wrote it."""
    given = Arguments(arguments, _EXAMPLE)
    questions = given.entries("questions")
    if questions is None and "question" in given.values:
        questions = given.values
    if isinstance(questions, dict):
        questions = [questions]
    if not isinstance(questions, list) or len(questions) > MAX_QUESTIONS:
        return {"questions": questions}, []
    asked = [given.inside(question, f"questions[{at}]") for at, question in enumerate(questions)]
    return {"questions": [_question(one) for one in asked]}, [_key(one) for one in asked]


def _question(given: Arguments) -> dict[str, object]:
    header = given.text("header")
    text = given.text("question", "text", "prompt") or header
    entries = given.entries("options", "choices")
    options = given.options(entries)
    if isinstance(entries, list) and isinstance(options, list):
        for option, entry in zip(options, entries, strict=True):
            _keep_written(option, entry)
    selection = given.selection(text, None, options)
    most, least = selection["max_selections"], selection["min_selections"]
    several = selection.pop("multi")
    if several is None:
        several = any(isinstance(limit, int) and limit > 1 for limit in (most, least))
    return {
        "question": text,
        "header": header or "",
        "multiSelect": several,
        "options": options,
        **selection,
    }


def _keep_written(option: dict[str, object], entry: object) -> None:
    """Let an option send its label as the model wrote it."""
    label = label_of(entry)
    option["value"] = "" if label in {None, option["label"]} else label


def _key(given: Arguments) -> str | None:
    """Return the text of a question to the letter, by which the model looks for its answer."""
    asked = given.values.get("question")
    return asked if isinstance(asked, str) and not has_lone_surrogate(asked) else None


ASK_USER_QUESTION = AskUserQuestion()
