"""The corpus: texts as models write them, each with the expected result.

The files beside this one are written in the manner of CommonMark's specification. A file has a title and the
defaults of its cases; a case is a heading, its own settings and one example:

    # Lettered lists in English            the title
    group: lettered_list                   a dialect, `mixed`, `not_a_question`, `missed` or `wrong_card`
    language: en                           ar, de, en, es, ja, ko or zh

    ## the name of the case
    proves: QC2, QC11                      requirements
    mode: chat                             discovery (the default), clarification or chat

    ```````` example
    Sure. ⟦Which store?                    the text; what becomes a form stands between ⟦ and ⟧
    A) SQLite - one file
    B) PostgreSQL⟧ Take your time.
    .                                      below: the forms, in order, separated by a line with a dot
    title: Storage                         of the form: dialect (if it is not the group), title, context
    ? Which store?                         a question
      max_selections: 2                    of the question: id, context, selection_mode, weight,
                                           min_selections, max_selections
    - A: SQLite                            an option: its id and its label
      description: one file                of the option: description, value
      recommended                          the option is recommended
    ````````

The line break before the dot or the closing fence is not part of the text. In a text `→` stands for a tab,
`␍` for a carriage return, `⍽` for a no-break space and `␠` for a space at the end of a line. A value that
begins with a quotation mark is a JSON string.

Texts and sources are compared character for character. What a form leaves out of `EMPTY_FORM`,
`EMPTY_QUESTION` and `EMPTY_OPTION` must be empty; all else that it leaves out is not compared.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from choice.stream import MODES, FormFound, Mode, Segment, Text

FOLDER = Path(__file__).resolve().parent
NOT_A_QUESTION = "not_a_question"
MIXED = "mixed"
MISSED, WRONG = "missed", "wrong_card"
"""Cases that the scorer gets wrong, with the right result: missed questions, and wrong cards."""
DIALECTS = frozenset(
    {
        "choices_fence",
        "closing_question",
        "lettered_list",
        "numbered_list",
        "user_choice",
        "user_choice_group",
        "user_choices",
    }
)
LANGUAGES = frozenset({"ar", "de", "en", "es", "ja", "ko", "zh"})

EMPTY_FORM = {"title": None, "context": None}
EMPTY_QUESTION = {"context": None, "selection_mode": "single", "max_selections": 1, "weight": "normal"}
EMPTY_OPTION = {"description": None, "value": None, "recommended": False}

OPEN, CLOSE = "⟦", "⟧"
FENCE = "````````"
_SIGNS = str.maketrans({"→": "\t", "␍": "\r", "␠": " ", "⍽": "\xa0"})
_FORM_FIELDS = frozenset({"dialect", "title", "context"})
_QUESTION_FIELDS = frozenset(
    {"id", "context", "selection_mode", "min_selections", "max_selections", "weight"}
)
_OPTION_FIELDS = frozenset({"description", "value"})
_NUMBERS = frozenset({"min_selections", "max_selections"})
_FIELD = re.compile(r"(?P<name>[a-z_]+): (?P<value>.+)")
_OPTION = re.compile(r'- (?P<id>"(?:[^"\\]|\\.)*"|[^":]+): (?P<label>.+)')
_ROW = re.compile(r"[A-Z]{2}[0-9]{1,2}")


class CorpusError(Exception):
    """A corpus file is invalid."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")


class Case(NamedTuple):
    """One text and its expected result."""

    file: str
    name: str
    text: str
    mode: Mode
    language: str
    rows: tuple[str, ...]
    group: str
    """The dialect that the case is about, `mixed` or `not_a_question`."""
    segments: list[dict[str, Any]]


@cache
def load() -> tuple[Case, ...]:
    """Return every case, in the order of the files."""
    return tuple([case for file in sorted(FOLDER.glob("*.md")) for case in parse(file.name, _read(file))])


def by_file() -> dict[str, list[Case]]:
    """Return the cases by the name of their file."""
    found: dict[str, list[Case]] = {}
    for case in load():
        found.setdefault(case.file, []).append(case)
    return found


def parse(file: str, content: str) -> list[Case]:
    """Return the cases of a file.

    Raises:
        CorpusError: Something in it is not as the module's docstring says.
    """
    return list(_Parser(file, content).cases())


def found(segments: list[Segment], expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return segments in the format of a case, each form with the keys of the expected one."""
    forms = [segment.get("form", {}) for segment in expected] + [{}] * len(segments)
    return [_written(segment, form) for segment, form in zip(segments, forms, strict=False)]


def complete(expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the expected result with default values filled in."""
    return [
        {**segment, "form": _complete_form(segment["form"])} if "form" in segment else segment
        for segment in expected
    ]


class _Parser:
    """Reads one file, line by line."""

    def __init__(self, file: str, content: str) -> None:
        self._file, self._lines, self._at = file, content.split("\n"), 0

    def cases(self) -> Iterator[Case]:
        if not self._next().startswith("# "):
            self._fail("a file begins with its title")
        defaults = self._settings({"group", "language", "mode"})
        names: set[str] = set()
        while self._at < len(self._lines):
            line = self._next()
            if not line.startswith("## "):
                self._fail(f"expected the heading of a case, not {line!r}")
            case = self._case(line.removeprefix("## "), defaults)
            if case.name in names:
                self._fail(f"{case.name!r} is there twice")
            names.add(case.name)
            yield case

    def _case(self, name: str, defaults: Mapping[str, str]) -> Case:
        heading = self._at
        settings = {"mode": "discovery", **defaults, **self._settings({"language", "mode", "proves"})}
        group, language, mode = (settings.get(key, "") for key in ("group", "language", "mode"))
        rows = tuple(settings.get("proves", "").split(", "))
        if group not in DIALECTS | {MIXED, NOT_A_QUESTION, MISSED, WRONG}:
            self._fail(f"unknown group {group!r}", heading)
        if language not in LANGUAGES or mode not in MODES:
            self._fail(f"unknown language {language!r} or mode {mode!r}", heading)
        if not all(map(_ROW.fullmatch, rows)):
            self._fail(f"proves requirements such as QC2, not {settings.get('proves')!r}", heading)
        text, forms = self._example(group)
        segments = self._segments(text, forms, heading)
        plain = text.replace(OPEN, "").replace(CLOSE, "")
        return Case(self._file, name, plain, mode, language, rows, group, segments)

    def _settings(self, known: set[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._at < len(self._lines) and (field := _FIELD.fullmatch(self._lines[self._at])):
            self._at += 1
            self._put(found, known, field)
        self._skip_blank()
        return found

    def _example(self, group: str) -> tuple[str, list[dict[str, Any]]]:
        if self._next() != f"{FENCE} example":
            self._fail(f"expected {FENCE} example")
        parts: list[list[str]] = [[]]
        while (line := self._next()) != FENCE:
            if line == ".":
                parts.append([])
            else:
                parts[-1].append(line)
        end = self._at
        text, forms = "\n".join(parts[0]).translate(_SIGNS), []
        self._at = end - 1 - sum(len(part) + 1 for part in parts[1:])
        for part in parts[1:]:
            self._at += 1
            forms.append(self._form(part, group))
        self._at = end
        self._skip_blank()
        return text, forms

    def _segments(self, text: str, forms: list[dict[str, Any]], heading: int) -> list[dict[str, Any]]:
        pieces = re.split(f"({OPEN}[^{OPEN}{CLOSE}]*{CLOSE})", text)
        sources, rest = pieces[1::2], pieces[::2]
        if any(OPEN in piece or CLOSE in piece for piece in rest):
            self._fail(f"{OPEN} and {CLOSE} do not belong together", heading)
        if len(sources) != len(forms):
            self._fail(f"the text marks {len(sources)} forms, and {len(forms)} are expected", heading)
        found: list[dict[str, Any]] = []
        for number, piece in enumerate(pieces):
            if number % 2:
                found.append({"type": "form", **forms[number // 2], "source": piece[1:-1]})
            elif piece:
                found.append({"type": "text", "text": piece})
        return found

    def _form(self, lines: list[str], group: str) -> dict[str, Any]:
        form: dict[str, Any] = {"questions": []}
        current, known = form, _FORM_FIELDS
        for line in lines:
            self._at += 1
            if line.startswith("? "):
                current, known = {"text": self._value(line[2:]), "options": []}, _QUESTION_FIELDS
                form["questions"].append(current)
            elif option := _OPTION.fullmatch(line):
                if not form["questions"]:
                    self._fail("an option stands under its question")
                current, known = self._option(option), _OPTION_FIELDS
                form["questions"][-1]["options"].append(current)
            elif line == "  recommended" and known is _OPTION_FIELDS:
                current["recommended"] = True
            elif field := _FIELD.fullmatch(line if known is _FORM_FIELDS else line.removeprefix("  ")):
                self._put(current, known, field)
            else:
                self._fail(f"cannot read {line!r}")
        dialect = form.pop("dialect", group)
        if dialect not in DIALECTS or not form["questions"]:
            self._fail(f"a form has a dialect and a question; the dialect is {dialect!r}")
        return {"dialect": dialect, "form": form}

    def _option(self, option: re.Match[str]) -> dict[str, Any]:
        return {"id": self._value(option["id"]), "label": self._value(option["label"])}

    def _put(self, found: dict[str, Any], known: set[str] | frozenset[str], field: re.Match[str]) -> None:
        name, value = field["name"], self._value(field["value"])
        if name not in known or name in found:
            self._fail(f"{name!r} is unknown here, or there twice")
        if name in _NUMBERS and not value.isdecimal():
            self._fail(f"{name!r} is a number")
        found[name] = int(value) if name in _NUMBERS else value

    def _value(self, written: str) -> str:
        if not written.startswith('"'):
            return written
        try:
            value = json.loads(written)
        except ValueError:
            self._fail(f"{written} is not a JSON string")
        return str(value)

    def _next(self) -> str:
        if self._at >= len(self._lines):
            self._fail("the file ends too early")
        self._at += 1
        return self._lines[self._at - 1]

    def _skip_blank(self) -> None:
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1

    def _fail(self, problem: str, line: int | None = None) -> NoReturn:
        raise CorpusError(self._file, line or self._at, problem)


def _read(file: Path) -> str:
    return file.read_bytes().decode()


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
    """Return a JSON value without keys that the expected one does not have."""
    if isinstance(value, dict) and isinstance(expected, dict):
        return {key: _narrowed(value[key], expected[key]) for key in value if key in expected}
    if isinstance(value, list) and isinstance(expected, list) and len(value) == len(expected):
        return [_narrowed(*pair) for pair in zip(value, expected, strict=True)]
    return value
