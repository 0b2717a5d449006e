"""Read single values of calls: names, numbers, modes, options. See `lenient_call`."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from choice.dialects.lenient import DESCRIPTION_KEYS, LABEL_KEYS, flag_of, several_named, text_of
from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_LABEL, MAX_VALUE
from choice.plain_text import cut, plain_line
from choice.validation import request_schema

Values = dict[str, Any]

ALIASES: Mapping[str, Sequence[str]] = {
    "title": ("header", "heading", "subject", "name"),
    "text": ("prompt", "question", "message", "query", "question_text"),
    "context": ("rationale", "reason", "background", "details", "description"),
    "options": ("choices", "answers", "items", "alternatives"),
    "selection_mode": ("selection_type", "select_mode", "mode", "type", "kind", "question_type"),
    "default_selection_ids": (
        *("default_selection", "default_selections", "default_selection_id", "default_ids"),
        *("defaults", "default", "preselected", "selected"),
    ),
    "min_selections": ("min", "min_choices", "min_selection", "minimum"),
    "max_selections": ("max", "max_choices", "max_selection", "maximum"),
    "own_words": (
        *("allow_custom_input", "allow_free_text", "allow_other", "allow_custom", "allow_custom_text"),
        *("allow_freeform_input", "custom", "is_other"),
    ),
    "placeholder": ("hint", "placeholder_text"),
    "timeout_seconds": ("timeout", "timeout_secs", "timeout_s", "timeout_sec"),
    "session_id": ("session",),
    "recommended": ("recommended_option", "recommendation", "recommended_id", "recommended_option_id"),
}
"""Other names of each field. `text` and `own_words` are called differently by the two tools."""

_MODES: Mapping[str, str] = {
    "text_input": "text_input text free_text freetext free_form freeform input open open_ended string",
    "hybrid": "hybrid mixed combined both single_or_text select_or_text options_and_text choice_with_text",
    "single": "single_choice choose_one pick_one select dropdown one_of exclusive boolean yes_no confirm",
    "multi": "multi_choice choose_many pick_many any_of several checklist",
}
_MODE_NAMES = {name: mode for mode, names in _MODES.items() for name in names.split()}
_NOTHING = frozenset({"", "none", "null", "n/a", "na", "nil", "undefined", "-"})
_LONGEST_NOTHING = 12
_NO_SESSION = _NOTHING | {"new", "auto", "0", "default"}
_NUMBER = re.compile(
    r"\s*(\d{1,9})(?:\.0+)?\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?)?\s*", re.IGNORECASE
)
_UNITS = {"s": 1, "m": 60, "h": 3600}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LINE = re.compile(r"\n+|;\s*")
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?[A-Za-z0-9]{1,2}[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.!?。？！])\s*")
_TITLE = 60
_READ = frozenset({"id", "label", "description", "recommended"})
_RECOMMENDED = ("recommended", "is_recommended", "is_default", "default", "preferred", "suggested")


def named(values: Mapping[str, Any]) -> Values:
    """Return the values with names in snake case."""
    return {_CAMEL.sub("_", name).lower().replace("-", "_"): value for name, value in values.items()}


def unaliased(values: Mapping[str, Any], names: Collection[str]) -> Values:
    """Return the values with aliases of some fields replaced by the fields that they stand for."""
    read = dict(values)
    for name in names:
        for alias in ALIASES[name]:
            if alias in read:
                value = read.pop(alias)
                if not is_said(read, name) and not is_nothing(value):
                    read[name] = value
    return read


def is_said(values: Mapping[str, Any], name: str) -> bool:
    """Return whether a field is present and says something."""
    return name in values and not is_nothing(values[name])


def is_nothing(value: object) -> bool:
    """Return whether a value says nothing: null, empty, or a word such as none."""
    if isinstance(value, str):
        return len(value) <= _LONGEST_NOTHING and value.strip().lower() in _NOTHING
    return value is None or (isinstance(value, list | dict) and not value)


def is_no_session(session_id: str) -> bool:
    """Return whether a session_id says that there is none."""
    return session_id.lower() in _NO_SESSION


def mode_named(given: object) -> str | None:
    """Return the selection mode that a word means, or None."""
    if not isinstance(given, str):
        return None
    name = re.sub(r"[\s-]+", "_", _CAMEL.sub("_", given.strip())).lower()
    several = several_named(name)
    if several is not None:
        return "multi" if several else "single"
    return _MODE_NAMES.get(name)


def number_of(value: object) -> int | None:
    """Return a whole number, which may be text and have a unit of time; None for other values."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and (found := _NUMBER.fullmatch(value)):
        return int(found[1]) * (_UNITS[found[2][0].lower()] if found[2] else 1)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def title_of(text: object) -> str | None:
    """Return a title for a question without one: its last sentence, cut."""
    if not isinstance(text, str) or not text.strip():
        return None
    sentences = [one for one in _SENTENCE.split(plain_line(text).strip()) if one]
    return cut(sentences[-1], _TITLE)


# --- Options ---


def entries_of(given: object) -> list[Any] | None:
    """Return the entries of a list of options, which may be text or an object; None if there are none."""
    if isinstance(given, str):
        lines = [_BULLET.sub("", line).strip() for line in _LINE.split(given.strip())]
        given = lines if len(lines) > 1 else [part.strip() for part in given.split(",")]
    if isinstance(given, dict):
        is_one = not set(LABEL_KEYS).isdisjoint(given)
        given = [given] if is_one else [_entry(key, value) for key, value in given.items()]
    return given if isinstance(given, list) and given else None


def _entry(key: str, value: object) -> object:
    """Return an entry of an object that maps ids to labels or to options."""
    return {"id": key, **value} if isinstance(value, dict) else {"id": key, "label": value}


def option_of(entry: object) -> Values:
    """Return one option with the published fields; the label is None if the entry has none."""
    if not isinstance(entry, dict):
        return _unmarked({"label": text_of(entry)})
    given = named(entry)
    label = _first(given, (*LABEL_KEYS, "option", "value"))
    about = _first(given, (*DESCRIPTION_KEYS, "subtitle"))
    option_id = _first(given, ("id", "value", "key"))
    if isinstance(option_id, bool):
        option_id = str(option_id).lower()
    option: Values = {"id": text_of(option_id), "label": text_of(label) or label}
    if about is not None and about != label:
        option["description"] = text_of(about) or about
    if True in [flag_of(given[name]) for name in _RECOMMENDED if name in given]:
        option["recommended"] = True
    for name, kind in _other_fields().items():
        if is_said(given, name):
            flag = flag_of(given[name]) if kind == "boolean" else None
            option[name] = given[name] if flag is None else flag
    return _unmarked(option)


@cache
def _other_fields() -> Mapping[str, str]:
    """Return the types of the published fields of an option that have no other names."""
    fields = request_schema()["properties"]["options"]["items"]["properties"]
    return {name: one["type"] for name, one in fields.items() if name not in _READ}


def _first(given: Mapping[str, Any], names: Sequence[str]) -> object:
    return next((given[name] for name in names if is_said(given, name)), None)


def _unmarked(option: Values) -> Values:
    """Return an option without the marks in its label that recommend it."""
    label = option["label"]
    if not isinstance(label, str) or len(label) > MAX_VALUE:
        return option
    bare, is_marked = without_recommendation(plain_line(label))
    if len(bare) > MAX_LABEL:
        option.setdefault("description", bare)
        bare = cut(bare, MAX_LABEL)
    return option | {"label": bare} | ({"recommended": True} if is_marked else {})


def recommend(options: Sequence[Values], wanted: object) -> None:
    """Recommend the option that the call names by id or label, unless one is recommended."""
    name = text_of(wanted[0] if isinstance(wanted, list) and wanted else wanted)
    if name is None or any(one.get("recommended") for one in options):
        return
    for one in options:
        if name in {one.get("id"), one.get("label")}:
            one["recommended"] = True
            return
