"""One question written as a JSON object, as all JSON dialects share it."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from choice.dialects.lenient import first_of, options_of, text_of
from choice.models import MAX_OPTIONS, MAX_PROMPT, Category, Option, Question, question_of_checked
from choice.plain_text import has_lone_surrogate

_OPTION_KEYS = ("options", "choices")
_TEXT_KEYS = ("question", "text", "prompt")
_SEVERAL_KEYS = ("multiSelect", "multi_select", "multiple")
MAX_METADATA = 4096
MAX_METADATA_KEYS = 32


def question_of(
    source: Mapping[str, object], category: Category | None, number: int = 1, *, given_id: bool = False
) -> Question | None:
    """Return the question that an object asks, or None where it has no text or not one option."""
    text = text_of(first_of(source, _TEXT_KEYS))
    listed = next((source[key] for key in _OPTION_KEYS if source.get(key)), None)
    options = options_of(listed, source.get("recommendedChoiceId"))
    if text is None or not options or len(text) > MAX_PROMPT:
        return None
    most = _most(source, options)
    return question_of_checked(
        id=(text_of(source.get("id"), 100) if given_id else None) or f"q{number}",
        text=text,
        context=text_of(first_of(source, ("context", "description", "rationale")), MAX_PROMPT),
        category=category,
        selection_mode="single" if most == 1 else "multi",
        options=options,
        min_selections=1,
        max_selections=most,
        placeholder=text_of(source.get("placeholder"), 200),
        metadata=_metadata(source.get("metadata")),
    )


def _most(source: Mapping[str, object], options: tuple[Option, ...]) -> int:
    """Return how many options may be chosen: one, unless the object says otherwise."""
    most = first_of(source, ("max_selections", "maxSelections"))
    if isinstance(most, int) and not isinstance(most, bool) and 1 <= most <= MAX_OPTIONS:
        return min(most, len(options))
    return len(options) if any(source.get(key) is True for key in _SEVERAL_KEYS) else 1


def _metadata(value: object) -> dict[str, JsonValue]:
    """Return small metadata as it is; what is too large or cannot be written again is left out."""
    if not isinstance(value, dict) or len(value) > MAX_METADATA_KEYS:
        return {}
    written = json.dumps(value, ensure_ascii=False)
    return {} if len(written) > MAX_METADATA or has_lone_surrogate(written) else value
