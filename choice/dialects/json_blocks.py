"""Parse the JSON dialects: `choices` blocks, `user_choice`, `user_choices` and `user_choice_group`."""

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from choice.dialects.json_repair import parsed
from choice.dialects.lenient import (
    LEAST,
    MOST,
    NOTABLE,
    decoded,
    first_of,
    options_of,
    several_of,
    text_of,
    unsent_value,
)
from choice.dialects.lists.selection import selection_limits
from choice.dialects.replies import value_or_label
from choice.models import MAX_OPTIONS, MAX_PROMPT, MAX_QUESTIONS, MAX_TITLE, Category, Form, Question
from choice.plain_text import has_lone_surrogate

_TEXT_KEYS = ("question", "text", "prompt")
_LIMITING = NOTABLE.union(LEAST, MOST)
MAX_COUNT = 10
MAX_METADATA = 4096
MAX_METADATA_KEYS = 32


def question_of(
    source: Mapping[str, object], category: Category | None, number: int = 1, *, given_id: bool = False
) -> Question | None:
    """Return the question of an object, or None if it has no text or no options."""
    text = text_of(first_of(source, _TEXT_KEYS))
    members, others = source.get("options"), source.get("choices")
    if members and others and decoded(members) != decoded(others):
        return None  # It is unclear which list has the options.
    options = options_of(members or others, source.get("recommendedChoiceId"))
    if text is None or not options or len(text) > MAX_PROMPT:
        return None
    context = text_of(first_of(source, ("context", "description", "rationale")), MAX_PROMPT)
    least, most = _limits(source, text, context, len(options))
    return Question(
        id=(text_of(source.get("id"), 100) if given_id else None) or f"q{number}",
        text=text,
        context=context,
        category=category,
        selection_mode="single" if most == 1 else "multi",
        options=options,
        min_selections=least,
        max_selections=most,
        placeholder=text_of(source.get("placeholder"), 200),
        metadata=_metadata(source.get("metadata")),
    )


def _limits(source: Mapping[str, object], text: str, context: str | None, options: int) -> tuple[int, int]:
    """Return the minimum and maximum number of selections, from the fields or the wording of the question."""
    if _LIMITING.isdisjoint(source):
        return selection_limits(text, context or "", options)
    least, most, several = _count(source, LEAST), _count(source, MOST), several_of(source)
    if least is most is several is None:
        return selection_limits(text, context or "", options)
    if most is None:
        most = options if several or (least or 0) > 1 else 1
    most = max(1, min(max(most, least or 0), options))
    return min(1 if least is None else least, most) if most > 1 else 1, most


def _count(source: Mapping[str, object], keys: tuple[str, ...]) -> int | None:
    """Return the number under one of the keys, or None."""
    digits = (text_of(first_of(source, keys), MAX_COUNT) or "").removesuffix(".0")
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) <= MAX_OPTIONS else None


def _metadata(value: object) -> dict[str, JsonValue]:
    """Return metadata unchanged, or an empty object if it is too large or cannot be encoded."""
    if not isinstance(value, dict) or len(value) > MAX_METADATA_KEYS:
        return {}
    written = json.dumps(value, ensure_ascii=False)
    return {} if len(written) > MAX_METADATA or has_lone_surrogate(written) else value


CHOICES_FENCE = "choices_fence"


def read_choices_fence(source: object, category: Category | None) -> Form | None:
    """Return the form of a `choices` block, or None if it is invalid."""
    if not isinstance(source, Mapping):
        return None
    question = question_of(source, category)
    if question is None or unsent_value(decoded(source.get("options") or source.get("choices"))) is not None:
        return None
    if len({value_or_label(option) for option in question.options}) < len(question.options):
        return None
    return Form(questions=(question,))


USER_CHOICE = "user_choice"


def read_user_choice(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a `user_choice` object, or None if it is invalid."""
    if source.get("type") != USER_CHOICE:
        return None
    question = question_of(source, category)
    return None if question is None else Form(questions=(question,))


USER_CHOICES = "user_choices"


def read_user_choices(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a `user_choices` object, or None if it is invalid."""
    if source.get("type") != USER_CHOICES:
        return None
    return form_of(
        text_of(first_of(source, ("title", "question"))),
        text_of(first_of(source, ("description", "context")), MAX_PROMPT),
        decoded(first_of(source, ("questions", "choices"))),
        category,
    )


def form_of(
    title: str | None, context: str | None, members: object, category: Category | None
) -> Form | None:
    """Return a form with the members as questions, or None if one of them is not a valid question."""
    if not isinstance(members, list) or not 1 <= len(members) <= MAX_QUESTIONS:
        return None
    questions = [
        question_of(member, category, number, given_id=True) if isinstance(member, Mapping) else None
        for number, member in enumerate(members, start=1)
    ]
    whole = [question for question in questions if question is not None]
    if len(whole) < len(members):
        return None
    if title is not None and len(title) > MAX_TITLE:
        context = title if context is None else f"{title}\n\n{context}"
        title = None
    if context is not None and len(context) > MAX_PROMPT:
        return None
    return Form(title=title, context=context, questions=_with_unique_ids(whole))


def _with_unique_ids(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions. If two have the same id, all ids are replaced with numbers."""
    if len({question.id for question in questions}) == len(questions):
        return tuple(questions)
    return tuple(
        question.model_copy(update={"id": f"q{number}"}) for number, question in enumerate(questions, start=1)
    )


USER_CHOICE_GROUP = "user_choice_group"


def read_user_choice_group(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a group, or None if it is invalid.

    An object without a `type` is a group only if every member has a `question`. Otherwise its `choices` are
    the options of one question.
    """
    members = decoded(first_of(source, ("choices", "questions")))
    if source.get("type") != USER_CHOICE_GROUP and not _is_untyped_group(source, members):
        return None
    return form_of(
        text_of(first_of(source, ("question", "title"))),
        text_of(first_of(source, ("context", "description")), MAX_PROMPT),
        members,
        category,
    )


def _is_untyped_group(source: Mapping[str, object], members: object) -> bool:
    return (
        source.get("type") is None
        and isinstance(source.get("question"), str)
        and isinstance(members, list)
        and all(isinstance(member, Mapping) and isinstance(member.get("question"), str) for member in members)
    )


_SAMPLES = frozenset(
    {"example", "examples", "sample", "schema", "$defs", "definitions", "properties", "items"}
)
"""Keys of documentation. Choices under these keys are not questions."""
_MAX_WRAPPERS = 3
_READERS = {
    USER_CHOICES: read_user_choices,
    USER_CHOICE: read_user_choice,
    USER_CHOICE_GROUP: read_user_choice_group,
}
_TYPES = tuple(_READERS)


def read_fence(text: str, category: Category | None, *, is_cut: bool = False) -> tuple[str, Form] | None:
    """Return the dialect and the form of a `choices` block, or None if it is invalid.

    `is_cut` says that the text ended before the block was closed.
    """
    value = _choice_in(parsed(text, is_cut=is_cut), _MAX_WRAPPERS)
    form = read_choices_fence(value[0] if isinstance(value, list) and len(value) == 1 else value, category)
    return None if form is None else (CHOICES_FENCE, form)


def read_json(text: str, category: Category | None, *, is_cut: bool = False) -> tuple[str, Form] | None:
    """Return the dialect and the form of a JSON text, or None if it contains no valid question."""
    value = _choice_in(parsed(text, is_cut=is_cut), _MAX_WRAPPERS)
    if isinstance(value, list):
        return _read_array(value, category)
    return _read_object(value, category)


def _read_object(value: object, category: Category | None) -> tuple[str, Form] | None:
    if not isinstance(value, Mapping):
        return None
    for name, read in _READERS.items():
        form = read(value, category)
        if form is not None:
            return name, form
    return None


def _read_array(members: list[object], category: Category | None) -> tuple[str, Form] | None:
    """Return an array of questions as one form."""
    if len(members) == 1:
        return _read_object(members[0], category)
    if not all(isinstance(member, Mapping) and member.get("type") == USER_CHOICE for member in members):
        return None
    form = form_of(None, None, members, category)
    return None if form is None else (USER_CHOICE_GROUP, form)


def _choice_in(value: object, levels: int) -> object:
    """Return the question or array of questions in a value or its wrapper objects, or None if not found."""
    if isinstance(value, list):
        if value and all(isinstance(member, Mapping) and _is_choice(member) for member in value):
            return value
        return _choice_in(value[0], levels) if len(value) == 1 else None
    if not isinstance(value, Mapping) or _is_choice(value) or levels == 0:
        return value if isinstance(value, Mapping) and _is_choice(value) else None
    inside = [
        choice
        for key, member in value.items()
        if key not in _SAMPLES and (choice := _choice_in(decoded(member), levels - 1)) is not None
    ]
    if len(inside) > 1 and all(isinstance(choice, Mapping) for choice in inside):
        return inside
    return inside[0] if len(inside) == 1 else None


def _is_choice(value: Mapping[str, object]) -> bool:
    return value.get("type") in _TYPES or ("question" in value and value.get("type") is None)
