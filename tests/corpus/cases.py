"""The corpus: texts as models write them, each beside what must be found in it.

A case is `<folder>/<name>.md`, the model's text, and `<folder>/<name>.json`:

    mode      discovery, clarification or chat
    language  of the text: en, ko, zh, ja, de, es or ar
    rows      the requirements that the case proves
    segments  {"type": "text", "text"} or {"type": "form", "dialect", "form", "source"}, in order

Texts and sources are compared character for character. A form gives what matters to the person who is asked:
what it leaves out of `EMPTY_FORM`, `EMPTY_QUESTION` and `EMPTY_OPTION` must be empty; all else that it leaves
out is not compared.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import Mode

FOLDER = Path(__file__).resolve().parent
NOT_A_QUESTION = "not_a_question"

EMPTY_FORM = {"title": None, "context": None}
EMPTY_QUESTION = {"context": None, "selection_mode": "single", "max_selections": 1}
EMPTY_OPTION = {"description": None, "value": None, "recommended": False}


class Case(NamedTuple):
    """One text and what must be found in it."""

    name: str
    text: str
    mode: Mode
    language: str
    rows: tuple[str, ...]
    segments: list[dict[str, Any]]

    @property
    def folder(self) -> str:
        """The dialect that the case is about, or `not_a_question`."""
        return self.name.partition("/")[0]


def load() -> list[Case]:
    """Return every case, ordered by name."""
    return [_case(file) for file in sorted(FOLDER.glob("*/*.md"))]


def found(segments: list[Segment], expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return segments as a case writes them, each form with the keys that the expected one has."""
    forms = [segment.get("form", {}) for segment in expected] + [{}] * len(segments)
    return [_written(segment, form) for segment, form in zip(segments, forms, strict=False)]


def complete(expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a case expects, with what it leaves out filled in."""
    return [
        {**segment, "form": _complete_form(segment["form"])} if "form" in segment else segment
        for segment in expected
    ]


def _case(file: Path) -> Case:
    expected = json.loads(file.with_suffix(".json").read_text("utf-8"))
    return Case(
        name=f"{file.parent.name}/{file.stem}",
        text=file.read_bytes().decode(),
        mode=cast("Mode", expected["mode"]),
        language=expected["language"],
        rows=tuple(expected["rows"]),
        segments=expected["segments"],
    )


def _complete_form(form: Mapping[str, Any]) -> dict[str, Any]:
    questions = [
        {
            **EMPTY_QUESTION,
            **question,
            "options": [{**EMPTY_OPTION, **option} for option in question["options"]],
        }
        for question in form["questions"]
    ]
    return {**EMPTY_FORM, **form, "questions": questions}


def _written(segment: Segment, expected_form: Mapping[str, Any]) -> dict[str, Any]:
    match segment:
        case Text(text):
            return {"type": "text", "text": text}
        case FormFound(form, dialect, source):
            written = form.model_dump(mode="json")
            if expected_form:
                written = _narrowed(written, _complete_form(expected_form))
            return {"type": "form", "dialect": dialect, "form": written, "source": source}


def _narrowed(value: Any, expected: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value without the keys that the expected one does not have."""
    if isinstance(value, dict) and isinstance(expected, dict):
        return {key: _narrowed(value[key], expected[key]) for key in value if key in expected}
    if isinstance(value, list) and isinstance(expected, list) and len(value) == len(expected):
        return [_narrowed(*pair) for pair in zip(value, expected, strict=True)]
    return value
