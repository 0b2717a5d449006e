"""Reading what models write in JSON: sloppy in form, exact in meaning."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_VALUE, Option
from choice.plain_text import cut, is_plain_line, plain, plain_line
from choice.validation import look_of

MAX_ARGUMENT = 1_000_000
"""Characters of JSON text that are looked at."""

LABEL_KEYS = ("label", "text", "title", "name")
DESCRIPTION_KEYS = ("description", "desc", "details", "detail", "explanation")
RECOMMENDED_KEYS = ("recommended", "is_default", "isRecommended", "isDefault", "default")
_RECOMMENDING_KEYS = frozenset(RECOMMENDED_KEYS)
_LONGEST_FLAG = 20
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LARGEST_NUMBER = 10**30
# Text far beyond its limit is cut before it is cleaned: cleaning takes time.
_FAR_BEYOND = 20


class _Draft(NamedTuple):
    """An option as a member of the list describes it; the id may still be missing."""

    label: str
    id: str | None = None
    description: str | None = None
    value: str | None = None
    recommended: bool = False
    is_too_long: bool = False
    """Id or value cannot be kept whole."""


def text_of(value: object, limit: int | None = None) -> str | None:
    """Return a string or number as canonical text without outer white space, cut to a limit.

    Nothing but white space, truth values, numbers without end and everything else are None.
    """
    if not isinstance(value, str):
        return None if value is None else _number_of(value)
    if (limit is None or len(value) <= limit) and value.isascii() and value.isprintable():
        return value.strip() or None
    if limit is not None and len(value) > limit * _FAR_BEYOND:
        value = value[: limit * _FAR_BEYOND]
    text = plain(value).strip()
    if not text:
        return None
    return text if limit is None or len(text) <= limit else cut(text, limit)


def sent_text(value: object) -> str | None:
    """Return as text what is sent back to the model: a string, a number, or true and false."""
    return str(value).lower() if isinstance(value, bool) else text_of(value)


def one_line(text: str) -> str:
    """Return the canonical form of a text that is shown on one line; most texts are nearly that."""
    if "  " not in text and (text.isprintable() if text.isascii() else is_plain_line(text) is not None):
        return text.strip()
    return plain_line(text)


def _number_of(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return str(value) if abs(value) < _LARGEST_NUMBER else None


def flag_of(value: object) -> bool | None:
    """Return a truth value, also one that was written as text or number; None where it is none."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) > _LONGEST_FLAG:
        return None
    return _FLAGS.get((text_of(value) or "").lower())


def first_of(source: Mapping[str, object], keys: Iterable[str]) -> object:
    """Return the value of the first key that is there and not null, or None."""
    for key in keys:
        value = source.get(key)
        if value is not None:
            return value
    return None


def decoded(value: object) -> object:
    """Return the list or object that a string of JSON holds; anything else as it is."""
    if not isinstance(value, str) or len(value) > MAX_ARGUMENT or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value


def label_of(member: object) -> str | None:
    """Return the label of a member of an option list, as the model wrote it; None where it has none."""
    if isinstance(member, dict):
        label = member.get("label")
        member = first_of(member, LABEL_KEYS) if label is None else label
    return text_of(member, 2 * MAX_VALUE)


def options_of(value: object, recommended: object = None) -> tuple[Option, ...]:
    """Return the options of a list: a member without a label is dropped, every option has an id of its own.

    `recommended` is the id or the label of the one that is recommended, where no member says so itself.

    Missing ids are numbers. What cannot be kept whole is no choice at all: more options than a question may
    have, an id or value that is too long to be sent back, or two that look alike and are not, make none.
    """
    members = decoded(value)
    if not isinstance(members, (list, tuple)) or len(members) > MAX_OPTIONS:
        return ()
    wanted = None if recommended is None else sent_text(recommended)
    drafts = [draft for member in members if (draft := _draft_of(member)) is not None]
    if any(draft.is_too_long for draft in drafts):
        return ()
    options = [
        labelled(
            option_id,
            draft.label,
            draft.description,
            value=draft.value,
            recommended=draft.recommended or option_id == wanted,
        )
        for option_id, draft in zip(unique_ids([draft.id for draft in drafts]), drafts, strict=True)
    ]
    different = _distinct(drafts, options)
    return different if wanted is None else _with_recommended(different, wanted)


def _with_recommended(options: tuple[Option, ...], label: str) -> tuple[Option, ...]:
    """Return options with the one recommended that has a label, unless one is already."""
    if any(option.recommended for option in options):
        return options
    return tuple(
        [
            option.model_copy(update={"recommended": True}) if option.label == label else option
            for option in options
        ]
    )


def unsent_value(members: object) -> int | None:
    """Return where in a list the first value is that cannot be sent back, such as an object; or None."""
    for at, member in enumerate(members if isinstance(members, list) else ()):
        value = member.get("value") if isinstance(member, dict) else None
        if not (value is None or isinstance(value, str)) and sent_text(value) is None:
            return at
    return None


def unique_ids(given: Sequence[str | None]) -> Sequence[str]:
    """Return a different id for every option: the given one if possible, numbers for missing ones."""
    known = {option_id: None for option_id in given if option_id is not None}
    if len(known) == len(given):
        return tuple(known)
    ids: list[str] = []
    for option_id in numbered_ids(given):
        ids.append(_unique(option_id, ids))
    return ids


def numbered_ids(given: Sequence[str | None]) -> list[str]:
    """Return ids in which each missing one is the number of its place, made different from those given."""
    known = {option_id for option_id in given if option_id is not None}
    return [
        _unique(str(number), known) if option_id is None else option_id
        for number, option_id in enumerate(given, start=1)
    ]


def labelled(
    option_id: str, text: str, description: str | None, *, value: str | None = None, recommended: bool = False
) -> Option:
    """Return an option with a label of one line, without the marks that recommend it."""
    label, description, marked = short_label(text, description)
    return Option(
        id=option_id, label=label, description=description, value=value, recommended=recommended or marked
    )


def short_label(text: str, description: str | None) -> tuple[str, str | None, bool]:
    """Return a label of one line, its description, and whether it is marked as recommended."""
    label, marked = without_recommendation(one_line(text))
    return *_fitting(label, description), marked


def shortened(option_id: str, label: str, description: str | None, *, recommended: bool = False) -> Option:
    """Return an option whose label fits."""
    label, description = _fitting(label, description)
    return Option(id=option_id, label=label, description=description, recommended=recommended)


def _fitting(label: str, description: str | None) -> tuple[str, str | None]:
    """Return a label that fits; without a description, the whole text of a longer one becomes it."""
    if len(label) > MAX_LABEL:
        description = cut(label, MAX_DESCRIPTION) if description is None else description
        label = cut(label, MAX_LABEL)
    return label, description


def _draft_of(member: object) -> _Draft | None:
    label = label_of(member)
    if label is None:
        return None
    if not isinstance(member, dict):
        return _Draft(label)
    option_id, value, description = member.get("id"), member.get("value"), first_of(member, DESCRIPTION_KEYS)
    if option_id is not None:
        option_id = text_of(option_id) if isinstance(option_id, str) else sent_text(option_id)
    if description is not None:
        description = text_of(description, MAX_DESCRIPTION)
    if value is not None:
        value = sent_text(value)
    recommended = (
        not _RECOMMENDING_KEYS.isdisjoint(member) and flag_of(first_of(member, RECOMMENDED_KEYS)) is True
    )
    is_too_long = (option_id is not None and len(option_id) > MAX_ID) or (
        value is not None and len(value) > MAX_VALUE
    )
    return _Draft(label, option_id, description, value, recommended, is_too_long)


def _distinct(drafts: Sequence[_Draft], options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options without those that say the same again; none where two look alike and differ."""
    looks = [
        look_of(option.label if len(draft.label) <= MAX_LABEL else draft.label)
        for draft, option in zip(drafts, options, strict=True)
    ]
    if len(set(looks)) == len(looks):
        return tuple(options)
    seen: dict[str, tuple[_Draft, Option]] = {}
    for look, draft, option in zip(looks, drafts, options, strict=True):
        first, kept = seen.setdefault(look, (draft, option))
        if (first.id, first.value, first.description) != (draft.id, draft.value, draft.description):
            return ()
        if option.recommended and not kept.recommended:
            seen[look] = (first, kept.model_copy(update={"recommended": True}))
    return tuple([option for _, option in seen.values()])


def _unique(option_id: str, taken: Collection[str]) -> str:
    """Return an id that is not taken, the given one where possible."""
    unique, count = option_id, 2
    while unique in taken:
        suffix = f"-{count}"
        unique, count = option_id[: MAX_ID - len(suffix)] + suffix, count + 1
    return unique


SEVERAL = (
    "multi", "multiple", "multiSelect", "multi_select", "multiselect", "allow_multiple", "allowMultiple",
    "allows_multiple", "allowsMultiple", "allow_multiple_selections", "allowMultipleSelections",
    "multiple_choice", "multipleChoice", "is_multi", "isMulti", "select_multiple", "selectMultiple",
)  # fmt: skip
"""Flags."""
LEAST = ("min_selections", "minSelections", "min_choices", "minChoices")
MOST = ("max_selections", "maxSelections", "max_choices", "maxChoices")
MODES = ("selection_mode", "selectionMode", "selection_type", "selectionType", "select_mode", "mode")
UNSURE = "mode"
"""Where this one has a word that is none of ours, it is about something else."""
_NAMES = {
    "multi": True, "multiple": True, "many": True, "multi_select": True, "multiselect": True,
    "multi-select": True, "multiselection": True, "multiple_choice": True, "checkbox": True,
    "checkboxes": True,
    "single": False, "one": False, "single_select": False, "radio": False,
}  # fmt: skip
_LONGEST_NAME = 40
NOTABLE = frozenset(SEVERAL + MODES)
"""An object without any of these keys does not say."""


def several_of(source: Mapping[str, object]) -> bool | None:
    """Return whether an object allows several options, or None where it does not say."""
    if NOTABLE.isdisjoint(source):
        return None
    said = [several_named(source.get(name)) for name in MODES]
    said += [flag_of(source.get(name)) for name in SEVERAL]
    return True if True in said else False if False in said else None


def several_named(mode: object) -> bool | None:
    """Return whether a word for a selection mode allows several options; None where it is no such word."""
    if not isinstance(mode, str) or len(mode) > _LONGEST_NAME:
        return None
    return _NAMES.get(mode.strip().casefold())
