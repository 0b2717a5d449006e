"""The tool `AskUserQuestion` as Claude calls it: up to four questions, answered together.

Answers are keyed by the text of the question, to the letter: a text that is shown in another form than it was
asked is kept as the question's key, and a text that is asked twice is refused.
"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from choice.answers import Answer, Answered, Outcome
from choice.dialects.lenient import first_of, label_of, options_of, text_of
from choice.dialects.protocol import Call
from choice.dialects.replies import NOTHING_CHOSEN, by_label, chosen, joined, value_or_label
from choice.dialects.tools.arguments import Arguments, first_repeated, limits
from choice.models import MAX_DESCRIPTION, MAX_LABEL, MAX_PROMPT, Form, Option, Question
from choice.plain_text import has_lone_surrogate


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


MIN_QUESTIONS, MAX_QUESTIONS = 1, 4
MIN_OPTIONS, MAX_OPTIONS = 2, 4
MAX_HEADER = 12
MAX_KEPT_HEADER = 100
MAX_PREVIEW = 20_000

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
    """Asks one to four questions and is answered with an object of answers keyed by question text."""

    name = "ask_user_question"
    tool_name = "AskUserQuestion"
    replies_in_words = False
    description = (
        "Ask the person one to four questions, each with two to four options; the result holds the answers. "
        "Own words are always possible, so offer no option for them."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        option = {
            "type": "object",
            "properties": {
                "label": {"type": "string", "minLength": 1, "maxLength": MAX_LABEL},
                "description": {
                    "type": "string",
                    "maxLength": MAX_DESCRIPTION,
                    "description": "What choosing it means.",
                },
                "preview": {
                    "type": "string",
                    "maxLength": MAX_PREVIEW,
                    "description": "What the person would get, in Markdown.",
                },
            },
            "required": ["label", "description"],
            "additionalProperties": False,
        }
        question = {
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_PROMPT,
                    "description": "The question, understandable on its own and different from the others.",
                },
                "header": {
                    "type": "string",
                    "maxLength": MAX_HEADER,
                    "description": "What it is about, in a word or two.",
                },
                "multiSelect": {"type": "boolean", "description": "Whether several options may be chosen."},
                "options": {
                    "type": "array",
                    "minItems": MIN_OPTIONS,
                    "maxItems": MAX_OPTIONS,
                    "items": option,
                },
            },
            "required": ["question", "header", "options", "multiSelect"],
            "additionalProperties": False,
        }
        questions = {"type": "array", "minItems": MIN_QUESTIONS, "maxItems": MAX_QUESTIONS, "items": question}
        return {
            "type": "object",
            "properties": {"questions": questions},
            "required": ["questions"],
            "additionalProperties": False,
        }

    def read(self, arguments: object) -> Form:
        """Return the form that a call asks for.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        given = Arguments(arguments, _EXAMPLE)
        if first_of(given.values, ("questions",)) is None and "question" in given.values:
            given = Arguments({"questions": [given.values]}, _EXAMPLE)
        if isinstance(one := given.opened(given.value("questions"), "questions"), dict):
            given = Arguments({"questions": [one]}, _EXAMPLE)
        members = given.members("questions", least=MIN_QUESTIONS, most=MAX_QUESTIONS)
        questions = tuple(
            [_question(given.inside(member, f"questions[{at}]"), at) for at, member in enumerate(members)]
        )
        repeated = first_repeated([question.text for question in questions])
        if repeated is not None:
            given.refuse(f"questions[{repeated}].question", "is asked twice; answers are told apart by it.")
        return Form(questions=questions)

    def read_call(self, arguments: object) -> Call:
        """Return the form that a call asks for; a call names no terms of its own.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        return Call(self.read(arguments))

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the questions and their answers as JSON; without an answer, `response` says why."""
        return keyed_answers(form, outcome)


def _question(given: Arguments, at: int) -> Question:
    members = given.option_members(MIN_OPTIONS, MAX_OPTIONS)
    options = options_of(members, given.recommended())
    text = given.text("question", "text", "prompt", limit=MAX_PROMPT)
    if text is None:
        text = given.required_text("question", "header", limit=MAX_PROMPT)
    least, most = limits(given, text, None, len(options))
    return Question(
        id=f"q{at + 1}",
        text=text,
        selection_mode="single" if most == 1 else "multi",
        min_selections=least,
        max_selections=most,
        options=tuple(
            [_as_labelled(option, member) for option, member in zip(options, members, strict=True)]
        ),
        metadata=_metadata(given, text, dict(zip([option.id for option in options], members, strict=True))),
    )


def _as_labelled(option: Option, member: object) -> Option:
    """Return an option that sends back its label as the model wrote it, recommending marks included."""
    label = label_of(member)
    return option.model_copy(update={"value": None if label == option.label else label})


def _metadata(given: Arguments, text: str, members: Mapping[str, object]) -> dict[str, JsonValue]:
    """Return what a form has no place for: header, previews, and the text to the letter where it differs.

    `members` are those of the list of options, by the ids of their options.
    """
    found: dict[str, JsonValue] = {}
    header = given.text("header", limit=MAX_KEPT_HEADER)
    if header is not None:
        found["header"] = header
    previews: dict[str, JsonValue] = {
        option_id: preview
        for at, (option_id, member) in enumerate(members.items())
        if (preview := _preview(given, member, at)) is not None
    }
    if previews:
        found["previews"] = previews
    asked = given.values.get("question")
    if isinstance(asked, str) and asked != text and not has_lone_surrogate(asked):
        found["key"] = asked
    return found


def _preview(given: Arguments, member: object, at: int) -> str | None:
    preview = member.get("preview") if isinstance(member, dict) else None
    is_short = not isinstance(preview, str) or len(preview) <= MAX_PREVIEW
    shown = text_of(preview) if is_short else None
    if not is_short or len(shown or "") > MAX_PREVIEW:
        given.refuse(f"options[{at}].preview", f"must have at most {MAX_PREVIEW} characters.")
    return shown


ASK_USER_QUESTION = AskUserQuestion()
