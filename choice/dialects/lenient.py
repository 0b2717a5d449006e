"""Reading what models write in JSON: sloppy in form, exact in meaning."""

import json
from collections.abc import Iterable, Mapping

from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_VALUE, Option
from choice.plain_text import cut, plain, plain_line

MAX_ARGUMENT = 1_000_000
"""Characters of JSON text that are looked at."""

_LABEL_KEYS = ("label", "text", "title", "name")
_RECOMMENDED_KEYS = ("recommended", "is_default", "isRecommended", "isDefault", "default")
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LARGEST_NUMBER = 10**30
# Text far beyond its limit is cut before it is cleaned: cleaning takes time.
_FAR_BEYOND = 20


def text_of(value: object, limit: int | None = None) -> str | None:
    """Return a string or number as canonical text without outer white space, cut to a limit.

    Nothing but white space, truth values, numbers without end and everything else are None.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return str(value) if abs(value) < _LARGEST_NUMBER else None
    if limit is not None:
        value = value[: limit * _FAR_BEYOND]
    text = plain(value).strip()
    if not text:
        return None
    return text if limit is None else cut(text, limit)


def flag_of(value: object) -> bool | None:
    """Return a truth value, also one that was written as text or number; None where it is none."""
    return value if isinstance(value, bool) else _FLAGS.get((text_of(value, MAX_ID) or "").lower())


def first_of(source: Mapping[str, object], keys: Iterable[str]) -> object:
    """Return the value of the first key that is there and not null, or None."""
    return next((source[key] for key in keys if source.get(key) is not None), None)


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
    return text_of(first_of(member, _LABEL_KEYS) if isinstance(member, Mapping) else member, 2 * MAX_VALUE)


def options_of(value: object, recommended_id: object = None) -> tuple[Option, ...]:
    """Return the options of a list: a member without a label is dropped, every option has an id of its own.

    Missing ids are numbers. What cannot be kept whole is no choice at all: more options than a question may
    have, or an id or value that is too long to be sent back, make none.
    """
    members = decoded(value)
    if not isinstance(members, list | tuple) or len(members) > MAX_OPTIONS:
        return ()
    labels = [(label, member) for member in members if (label := label_of(member)) is not None]
    if any(_too_long(member) for _, member in labels):
        return ()
    given = {_given_id(member) for _, member in labels}
    wanted = text_of(recommended_id)
    options: list[Option] = []
    taken: set[str] = set()
    for number, (label, member) in enumerate(labels, start=1):
        own_id = _given_id(member)
        option_id = _unique(str(number), taken | given) if own_id is None else _unique(own_id, taken)
        taken.add(option_id)
        options.append(_option(option_id, label, member, recommended=option_id == wanted))
    return tuple(options)


def labelled(
    option_id: str, text: str, description: str | None, *, value: str | None = None, recommended: bool = False
) -> Option:
    """Return an option with a label of one line.

    A label that is too long is cut; where there is no description, the whole text becomes it.
    """
    whole, marked = without_recommendation(plain_line(text))
    label = cut(whole, MAX_LABEL)
    if label != whole and description is None:
        description = cut(whole, MAX_DESCRIPTION)
    return Option(
        id=option_id, label=label, description=description, value=value, recommended=recommended or marked
    )


def _option(option_id: str, label: str, member: object, *, recommended: bool) -> Option:
    if not isinstance(member, Mapping):
        return labelled(option_id, label, None, recommended=recommended)
    return labelled(
        option_id,
        label,
        text_of(member.get("description"), MAX_DESCRIPTION),
        value=text_of(member.get("value")),
        recommended=recommended or flag_of(first_of(member, _RECOMMENDED_KEYS)) is True,
    )


def _given_id(member: object) -> str | None:
    return text_of(member.get("id")) if isinstance(member, Mapping) else None


def _too_long(member: object) -> bool:
    """Tell whether a member's id or value cannot be kept whole."""
    if not isinstance(member, Mapping):
        return False
    option_id, value = text_of(member.get("id")) or "", text_of(member.get("value")) or ""
    return len(option_id) > MAX_ID or len(value) > MAX_VALUE


def _unique(option_id: str, taken: Iterable[str | None]) -> str:
    """Return an id that is not taken, the given one where possible."""
    others = set(taken)
    unique, count = option_id, 2
    while unique in others:
        suffix = f"-{count}"
        unique, count = option_id[: MAX_ID - len(suffix)] + suffix, count + 1
    return unique
