"""Reading what models write in JSON: sloppy in form, exact in meaning."""

import json
from collections.abc import Iterable, Mapping

from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_VALUE, Option
from choice.plain_text import cut, plain

_LABEL_KEYS = ("label", "text", "title", "name")
_RECOMMENDED_KEYS = ("recommended", "is_default", "isRecommended", "isDefault", "default")
MAX_ARGUMENT = 1_000_000


def text_of(value: object, limit: int | None = None) -> str | None:
    """Return a string or number as canonical text without outer white space, cut to a limit; None where nothing is left."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = plain(value if isinstance(value, str) else str(value)).strip()
    if not text:
        return None
    return text if limit is None else cut(text, limit)


def first_of(source: Mapping[str, object], keys: Iterable[str]) -> object:
    """Return the value of the first key that is there and not null, or None."""
    return next((source[key] for key in keys if source.get(key) is not None), None)


def decoded(value: object) -> object:
    """Return the list or object that a string of JSON holds; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{") or len(value) > MAX_ARGUMENT:
        return value
    try:
        return json.loads(value, strict=False)
    except (ValueError, RecursionError):
        return value


def options_of(value: object, recommended_id: object = None) -> tuple[Option, ...]:
    """Return the options of a list: members without a label are dropped, missing ids numbered, double ids made unique.

    More options than a question may have make none: a choice must never be cut silently.
    """
    members = decoded(value)
    if not isinstance(members, list | tuple) or len(members) > MAX_OPTIONS:
        return ()
    options: list[Option] = []
    taken: set[str] = set()
    wanted = text_of(recommended_id)
    for member in members:
        option = _option_of(member, str(len(options) + 1), wanted)
        if option is not None:
            unique = _unique(option.id, taken)
            options.append(option if unique == option.id else option.model_copy(update={"id": unique}))
            taken.add(unique)
    return tuple(options)


def labelled(option_id: str, text: str, description: str | None, *, value: str | None = None, recommended: bool = False) -> Option:
    """Return an option whose label fits: a longer one is cut, its full text kept as description when that is empty."""
    label, marked = without_recommendation(text)
    if len(label) > MAX_LABEL and description is None:
        description = cut(label, MAX_DESCRIPTION)
    return Option(
        id=option_id, label=cut(label, MAX_LABEL), description=description, value=value, recommended=recommended or marked
    )


def _option_of(member: object, number: str, recommended_id: str | None) -> Option | None:
    if not isinstance(member, Mapping):
        text = text_of(member)
        return None if text is None else labelled(number, text, None, recommended=number == recommended_id)
    text = text_of(first_of(member, _LABEL_KEYS))
    if text is None:
        return None
    option_id = text_of(member.get("id"), MAX_ID) or number
    return labelled(
        option_id,
        text,
        text_of(member.get("description"), MAX_DESCRIPTION),
        value=text_of(member.get("value"), MAX_VALUE),
        recommended=first_of(member, _RECOMMENDED_KEYS) is True or option_id == recommended_id,
    )


def _unique(option_id: str, taken: set[str]) -> str:
    """Return an id that is not taken, the given one where possible."""
    unique, count = option_id, 2
    while unique in taken:
        suffix = f"-{count}"
        unique, count = option_id[: MAX_ID - len(suffix)] + suffix, count + 1
    return unique
