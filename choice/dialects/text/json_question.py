"""One question written as a JSON object, as all JSON dialects share it."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from choice.dialects.lenient import decoded, first_of, options_of, text_of
from choice.dialects.selection_flags import LEAST, MOST, NOTABLE, several_of
from choice.dialects.text.selection_hint import selection_limits
from choice.models import MAX_OPTIONS, MAX_PROMPT, Category, Question
from choice.plain_text import has_lone_surrogate

_TEXT_KEYS = ("question", "text", "prompt")
_LIMITING = NOTABLE.union(LEAST, MOST)
MAX_COUNT = 10
MAX_METADATA = 4096
MAX_METADATA_KEYS = 32


def question_of(
    source: Mapping[str, object], category: Category | None, number: int = 1, *, given_id: bool = False
) -> Question | None:
    """Return the question that an object asks, or None where it has no text or not one option."""
    text = text_of(first_of(source, _TEXT_KEYS))
    members, others = source.get("options"), source.get("choices")
    if members and others and decoded(members) != decoded(others):
        return None  # Nobody could tell which are meant.
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
    """Return how many options must and may be chosen: one, unless the object or its words say otherwise."""
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
    """Return the number of options under one of the keys, or None where it is none."""
    digits = (text_of(first_of(source, keys), MAX_COUNT) or "").removesuffix(".0")
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) <= MAX_OPTIONS else None


def _metadata(value: object) -> dict[str, JsonValue]:
    """Return small metadata as it is; what is too large or cannot be written again is left out."""
    if not isinstance(value, dict) or len(value) > MAX_METADATA_KEYS:
        return {}
    written = json.dumps(value, ensure_ascii=False)
    return {} if len(written) > MAX_METADATA or has_lone_surrogate(written) else value
