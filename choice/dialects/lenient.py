"""Read options and flags from the JSON that models write, with aliases and values of the wrong type."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_PREVIEW, MAX_VALUE, Option
from choice.plain_text import cut, is_plain_line, plain, plain_line
from choice.validation import look_of

MAX_ARGUMENT = 1_000_000
"""Longest JSON text that is decoded, in characters."""

LABEL_KEYS = ("label", "text", "title", "name")
DESCRIPTION_KEYS = ("description", "desc", "details", "detail", "explanation")
DANGER_KEYS = ("danger", "dangerous", "destructive")
RECOMMENDED_KEYS = ("recommended", "is_default", "isRecommended", "isDefault", "default")
_RECOMMENDING_KEYS = frozenset(RECOMMENDED_KEYS)
_LONGEST_FLAG = 20
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LARGEST_NUMBER = 10**30
# Overlong text is truncated before it is cleaned, to bound the time.
_FAR_BEYOND = 20


class _Draft(NamedTuple):
    """An option as given, perhaps without an id."""

    label: str
    id: str | None = None
    description: str | None = None
    value: str | None = None
    recommended: bool = False
    is_too_long: bool = False
    """Whether the id or the value exceeds its limit."""
    preview: str | None = None
    danger: bool = False


def text_of(value: object, limit: int | None = None) -> str | None:
    """Return a string or number as canonical text, stripped and cut to a limit.

    Blank text and values of other types are None.
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
    """Return a string, number or boolean as text; None for other types."""
    return str(value).lower() if isinstance(value, bool) else text_of(value)


def one_line(text: str) -> str:
    """Return the canonical form of a text that is shown on one line."""
    if "  " not in text and (text.isprintable() if text.isascii() else is_plain_line(text) is not None):
        return text.strip()
    return plain_line(text)


def _number_of(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return str(value) if abs(value) < _LARGEST_NUMBER else None


def flag_of(value: object) -> bool | None:
    """Return a boolean, which may be written as text or number; None for other values."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) > _LONGEST_FLAG:
        return None
    return _FLAGS.get((text_of(value) or "").lower())


def first_of(source: Mapping[str, object], keys: Iterable[str]) -> object:
    """Return the first value that is not None among the keys."""
    for key in keys:
        value = source.get(key)
        if value is not None:
            return value
    return None


def decoded(value: object) -> object:
    """Return the list or object that a JSON text contains; any other value unchanged."""
    if not isinstance(value, str) or len(value) > MAX_ARGUMENT or value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value


def label_of(member: object) -> str | None:
    """Return the label of an entry of an option list, as the model wrote it; None if it has none."""
    if isinstance(member, dict):
        label = member.get("label")
        member = first_of(member, LABEL_KEYS) if label is None else label
    return text_of(member, 2 * MAX_VALUE)


def options_of(value: object, recommended: object = None) -> tuple[Option, ...]:
    """Return the options of a list. Entries without a label are dropped; missing ids are numbered.

    `recommended` is the id or the label of the recommended option, unless an entry is marked itself. The
    result is empty if there are too many options, an id or value is too long, or two different options look
    alike.
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
        ).model_copy(update={"preview": draft.preview, "danger": draft.danger})
        for option_id, draft in zip(unique_ids([draft.id for draft in drafts]), drafts, strict=True)
    ]
    different = _distinct(drafts, options)
    return different if wanted is None else _with_recommended(different, wanted)


def _with_recommended(options: tuple[Option, ...], label: str) -> tuple[Option, ...]:
    """Recommend the option with a label, unless one is recommended already."""
    if any(option.recommended for option in options):
        return options
    return tuple(
        [
            option.model_copy(update={"recommended": True}) if option.label == label else option
            for option in options
        ]
    )


def unsent_value(members: object) -> int | None:
    """Return the index of the first option whose value cannot be sent as text, such as an object; or None."""
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
    """Return ids in which each missing one is the number of its position, different from the given ones."""
    known = {option_id for option_id in given if option_id is not None}
    return [
        _unique(str(number), known) if option_id is None else option_id
        for number, option_id in enumerate(given, start=1)
    ]


def labelled(
    option_id: str,
    text: str,
    description: str | None,
    *,
    value: str | None = None,
    recommended: bool = False,
) -> Option:
    """Return an option with a label of one line, without the marks that recommend it."""
    label, description, marked = short_label(text, description)
    return Option(
        id=option_id,
        label=label,
        description=description,
        value=value,
        recommended=recommended or marked,
    )


def short_label(text: str, description: str | None) -> tuple[str, str | None, bool]:
    """Return a label of one line, its description, and whether it is marked as recommended."""
    label, marked = without_recommendation(one_line(text))
    return *_fitting(label, description), marked


def _fitting(label: str, description: str | None) -> tuple[str, str | None]:
    """Return a truncated label and a description, which is the full label if none is given."""
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
    return _Draft(
        label,
        option_id,
        description,
        value,
        recommended,
        is_too_long,
        _preview_of(member),
        _is_dangerous(member),
    )


def _distinct(drafts: Sequence[_Draft], options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options without duplicates, or no options if two look alike but differ."""
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


def _preview_of(member: Mapping[str, object]) -> str | None:
    """Return the preview of an entry of an option list; one that is too long is left out."""
    preview = member.get("preview")
    if not isinstance(preview, str) or len(preview) > MAX_PREVIEW:
        return None
    text = text_of(preview)
    return text if text is not None and len(text) <= MAX_PREVIEW else None


def _is_dangerous(member: Mapping[str, object]) -> bool:
    return any(flag_of(member.get(name)) is True for name in DANGER_KEYS)


def preview_and_danger(member: Mapping[str, object]) -> dict[str, object]:
    """Return the preview and the danger flag of an option of a tool call, for validation."""
    preview = member.get("preview")
    is_short = not isinstance(preview, str) or len(preview) <= MAX_PREVIEW
    given = text_of(preview) if is_short else preview
    return ({} if given is None else {"preview": given}) | ({"danger": True} if _is_dangerous(member) else {})


def _unique(option_id: str, taken: Collection[str]) -> str:
    """Return the given id, with a number appended if it is taken."""
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
"""Names of flags that allow several options."""
LEAST = ("min_selections", "minSelections", "min_choices", "minChoices")
MOST = ("max_selections", "maxSelections", "max_choices", "maxChoices")
MODES = ("selection_mode", "selectionMode", "selection_type", "selectionType", "select_mode", "mode")
UNSURE = "mode"
"""Key that may have another meaning, so unknown values of it are ignored."""
_NAMES = {
    "multi": True, "multiple": True, "many": True, "multi_select": True, "multiselect": True,
    "multi-select": True, "multiselection": True, "multiple_choice": True, "checkbox": True,
    "checkboxes": True,
    "single": False, "one": False, "single_select": False, "radio": False,
}  # fmt: skip
_LONGEST_NAME = 40
NOTABLE = frozenset(SEVERAL + MODES)
"""Keys that say whether several options may be chosen."""


def several_of(source: Mapping[str, object]) -> bool | None:
    """Return whether an object allows several options; None if it does not say."""
    if NOTABLE.isdisjoint(source):
        return None
    found = [several_named(source.get(name)) for name in MODES]
    found += [flag_of(source.get(name)) for name in SEVERAL]
    return True if True in found else False if False in found else None


def several_named(mode: object) -> bool | None:
    """Return whether a selection mode allows several options; None for unknown words."""
    if not isinstance(mode, str) or len(mode) > _LONGEST_NAME:
        return None
    return _NAMES.get(mode.strip().casefold())
