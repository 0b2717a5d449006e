"""Build questions from lists: the options, what recommends them, and how many may be chosen."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from choice.dialects.lenient import one_line
from choice.dialects.lists.features import asks, ends_asking, ends_colon, is_prose, pick_strength, sentences
from choice.dialects.lists.finder import Candidate, cells
from choice.dialects.lists.labels import option_of, without_emphasis
from choice.dialects.lists.lexicon import has, language_of
from choice.dialects.lists.markers import Line, indent_of, marks_of, plain
from choice.dialects.lists.selection import selection_limits
from choice.dialects.lists.words import Role
from choice.models import Category, Form, Option, Question, Weight

LETTERED, NUMBERED, CLOSING = "lettered_list", "numbered_list", "closing_question"
MAX_QUESTION = 1000
MAX_RATIONALE = 500
_IDS = "ABCDEF"
_NUMBERING = re.compile(
    r"(?:q|question|frage|pregunta|pergunta|вопрос|step|decision|질문|问题|質問)[ \t]?#?\d{1,2}(?:[ \t](?:of|von|de|/)[ \t]?\d{1,2})?"
    r"[ \t]?(?:[:.)：]|[–—-](?=[ \t]))[ \t]*",
    re.IGNORECASE,
).match
_ONLY_NUMBERS = re.compile(
    r"\W*(?:q|question|step|frage|schritt|pregunta|paso|질문|问题|質問|第)?[ \t]?#?(?:\d{1,2}|[一二三])(?:[ \t](?:of|von|de|/)[ \t]?\d{1,2})?\W*(?:题|题|个|問)?\W*",
    re.IGNORECASE,
).fullmatch
_NAMED_OPTION = re.compile(r"(?<![\w'’])(?:#\s?)?([A-F]|[1-6])(?![\w'’]|[.,]\d)")
_SHORT, _SHORTEST = 120, 60
_AFTER_MARK = re.compile(r"[?？؟][\"'”’)）」』»*_]{0,6}").finditer
_LETTERS_ONLY = re.compile(r"\W*(?:[A-F1-6][/,. ]{1,3}){1,5}(?:or )?[A-F1-6]\W*").fullmatch
_BETWEEN_CELLS = " · "


class Above(NamedTuple):
    """What stands above a list and belongs to its question."""

    sentence: str
    """The question as it is written."""
    before: Sequence[str] = ()
    """The sentences before it in its paragraph."""
    between: str = ""
    """The paragraph between question and list."""


def options_of(
    lines: Sequence[Line], candidate: Candidate, *, short: bool = False
) -> tuple[Option, ...] | None:
    """Return the options of a list, or None where one of them is too long, or two have one label.

    With `short`, long texts are cut, for a list that stays readable.
    """
    options: list[Option] = []
    ends = [*candidate.items[1:], candidate.end + 1]
    for number, (start, end) in enumerate(zip(candidate.items, ends, strict=True)):
        option = option_of(
            _option_id(lines, candidate, number), _texts(lines, candidate, number, start, end), short=short
        )
        if option is None:
            return None
        options.append(option)
    if len({option.label.casefold() for option in options}) < len(options) or len(
        {option.id for option in options}
    ) < len(options):
        return None
    return tuple(options)


def _option_id(lines: Sequence[Line], candidate: Candidate, number: int) -> str:
    line = lines[candidate.items[number]]
    if candidate.family == "menu":
        mark = line.raw[: candidate.at[number]].rpartition("[")[2]
        return mark.partition("]")[0]
    return _IDS[number] if is_lettered(candidate) else str(number + 1)


def is_lettered(candidate: Candidate) -> bool:
    """Return whether letters count the items."""
    return candidate.family in {"letter", "menu"} or (
        candidate.family == "option" and not candidate.style.startswith(("1", "一", "①"))
    )


def _texts(lines: Sequence[Line], candidate: Candidate, number: int, start: int, end: int) -> list[str]:
    """Return the lines of an item: its label and what describes it."""
    if candidate.family == "table":
        row = cells(lines[start])
        label = candidate.labels[number]
        return [label, _BETWEEN_CELLS.join(cell for cell in row if cell and cell not in label)]
    if candidate.family == "menu" and candidate.style == "line":
        return [candidate.labels[number]]
    raw, at = lines[start].raw, candidate.at[number]
    head = raw[:at]
    star = "⭐ " if any(sign in head for sign in "⭐★🌟") else ""
    bold = "**" if head.count("**") % 2 and candidate.family != "bold" else ""
    label = raw[at:] or plain(raw)
    below = [
        line.raw.strip() for line in lines[start + 1 : end] if line.kind != "blank" and not _is_fence(line)
    ]
    after_blank = below and lines[start + 1].kind == "blank"
    return [f"{star}{bold}{label}", *([""] if after_blank else []), *below]


def _is_fence(line: Line) -> bool:
    return line.kind == "code" and line.raw.strip().startswith(("```", "~~~"))


def card(  # noqa: PLR0913, PLR0917 - what is known about a list
    lines: Sequence[Line],
    candidate: Candidate,
    above: Above,
    below: str,
    category: Category | None,
    metadata: dict[str, JsonValue],
) -> tuple[str, Form] | None:
    """Return the dialect and the form of a list under its question, or None where it cannot be a card."""
    text, behind = _parts(above.sentence)
    options = options_of(lines, candidate)
    if options is None or not text or len(text) > MAX_QUESTION or not any(map(str.isalpha, text)):
        return None
    said = f"{behind}\n{above.between}\n{below}"
    options = recommended(options, [*above.before[-2:], *sentences(above.between), *sentences(below)])
    question = asked(
        text, options, category, instruction=said, context=_rationale(above, behind), metadata=metadata
    )
    return (LETTERED if is_lettered(candidate) else NUMBERED), Form(questions=(question,))


def asked(  # noqa: PLR0913 - the parts of a question
    text: str,
    options: tuple[Option, ...],
    category: Category | None,
    *,
    instruction: str = "",
    context: str | None = None,
    metadata: dict[str, JsonValue] | None = None,
    weight: Weight = "normal",
    question_id: str = "q1",
) -> Question:
    """Return a question, with as many selections as its words allow."""
    least, most = selection_limits(text, instruction, len(options), numbered=options[0].id.isdecimal())
    return Question(
        id=question_id,
        text=text,
        context=context,
        category=category,
        selection_mode="single" if most == 1 else "multi",
        options=options,
        min_selections=least,
        max_selections=most,
        metadata=metadata or {},
        weight=weight,
    )


def question_text(sentence: str) -> str:
    """Return a question as a card shows it: without markers, emphasis, numbering and what follows its last mark."""
    return _parts(sentence)[0]


def _parts(sentence: str) -> tuple[str, str]:
    """Return the question, and the words behind it on its line."""
    line = sentence.strip().lstrip("#>").strip()
    marks = marks_of(line, indent_of(line)[1])
    at = max(
        (
            mark.at
            for mark in marks
            if mark.family not in {"bold", "emoji", "option"} and (mark.ordinal or mark.family == "bullet")
        ),
        default=0,
    )
    text = one_line(without_emphasis(line[at:]).replace("**", "").replace("__", "")).strip("_* ")
    numbered = _NUMBERING(text)
    if numbered is not None and numbered.end() < len(text):
        text = text[numbered.end() :]
    ends = [found.end() for found in _AFTER_MARK(text)]
    if not ends or ends_colon(text):
        return text, ""
    return text[: ends[-1]].rstrip("*_"), text[ends[-1] :].strip(" *_")


def _rationale(above: Above, behind: str) -> str | None:
    """Return why the question is asked: what follows it, else the sentences before, as many as fit."""
    parts = [behind, *sentences(one_line(without_emphasis(above.between)))]
    between = " ".join(part for part in parts if any(map(str.isalnum, part)) and not only_instructs(part))
    if between:
        return between
    rationale = ""
    for sentence in reversed(above.before):
        if _ONLY_NUMBERS(sentence.strip()) is not None:
            continue
        longer = f"{without_emphasis(one_line(sentence))} {rationale}".strip()
        if len(longer) > MAX_RATIONALE:
            break
        rationale = longer
    return rationale or None


def only_instructs(text: str) -> bool:
    """Return whether a sentence only tells the reader to choose, or introduces the options: a card shows that."""
    if len(text) > _SHORT or has(text, Role.IF, Role.BECAUSE):
        return False
    return (
        ends_colon(text)
        or _LETTERS_ONLY(text) is not None
        or (has(text, Role.TELL, Role.EXACTLY, Role.MANY, Role.ONLY_ONE) and not asks(text))
    )


def belongs_behind(text: str) -> bool:
    """Return whether a line below a list only asks again which option it is to be."""
    return (
        len(text) <= _SHORTEST
        and ends_asking(text)
        and len(sentences(text)) == 1
        and pick_strength(text, 0) == 1
        and has(text, Role.THESE, Role.OPTION, Role.PREFER)
    )


def recommended(options: tuple[Option, ...], around: Iterable[str]) -> tuple[Option, ...]:
    """Return the options with the one marked that a sentence around them recommends."""
    if any(option.recommended for option in options):
        return options
    for sentence in around:
        if not has(sentence, Role.ADVISE) or asks(sentence):
            continue
        named = {option.id for option in options if option.id in _NAMED_OPTION.findall(sentence)}
        if not named:
            named = {option.id for option in options if option.label.casefold() in sentence.casefold()}
        if len(named) == 1:
            return tuple(
                [option.model_copy(update={"recommended": option.id in named}) for option in options]
            )
    return options


def yes_no(text: str) -> tuple[Option, ...]:
    """Return Yes and No in the language of a text."""
    language = language_of(text)
    return Option(id="yes", label=language.YES), Option(id="no", label=language.NO)


def prose_below(lines: Sequence[Line], end: int) -> list[str]:
    """Return the sentences of the next lines of prose below a list."""
    below = [line for line in lines[end + 1 :] if line.kind not in {"blank", "rule"}][:2]
    return [part for line in below if is_prose(line) for part in sentences(line.text)]
