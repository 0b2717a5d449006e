"""Normalise the arguments of a tool call into the form that the tool's schema publishes.

Models send aliases of field names, JSON text in place of lists and objects, and numbers and flags as text.
Values that cannot be interpreted are left unchanged, so that validation rejects them. Fields that contradict
each other are rejected here.
"""

from collections.abc import Mapping
from typing import NoReturn

from choice.dialects.lenient import (
    DESCRIPTION_KEYS,
    LABEL_KEYS,
    LEAST,
    MODES,
    MOST,
    RECOMMENDED_KEYS,
    SEVERAL,
    UNSURE,
    first_of,
    flag_of,
    label_of,
    preview_and_danger,
    sent_text,
    several_named,
    short_label,
    text_of,
    unique_ids,
)
from choice.dialects.lists.selection import selection_limits
from choice.errors import InvalidRequest, UnreadableJson
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_OPTIONS, MAX_VALUE
from choice.payload import LooseJson, plain_copy

_MAX_STRIPPED, _MAX_CLEANED = 160_000, 20_000
"""Maximum length of text that is stripped, and of text that is put into canonical form, to bound the time.
Validation rejects longer text."""
_MAX_DIGITS = 9
_MAX_DESCRIPTION = 4 * MAX_DESCRIPTION
"""Maximum length of a description that is truncated to `MAX_DESCRIPTION`. Validation rejects a longer one."""
# `default` of an option may have another meaning, so it is not required to be a boolean.
_RECOMMENDED_KEYS = tuple([name for name in RECOMMENDED_KEYS if name != "default"])


class Arguments:
    """The arguments of one call as plain values. Errors contain the example, which is a valid call."""

    def __init__(
        self, given: object, example: Mapping[str, object], path: str = "", json: LooseJson | None = None
    ) -> None:
        self.example = example
        self._path = path
        self._json = LooseJson() if json is None else json
        if json is None:
            try:
                given = plain_copy(given)
            except UnreadableJson as error:
                self.reject("", error.rule)
        values = self.decode(given) if isinstance(given, str) else given
        if not isinstance(values, dict):
            self.reject("", "must be an object.")
        self.values: dict[str, object] = values

    def inside(self, value: object, field: str) -> "Arguments":
        """Return the value of a field, which must be an object, as arguments."""
        return Arguments(value, self.example, self._at(field), self._json)

    def reject(self, field: str, rule: str) -> NoReturn:
        """Reject the call because a field breaks a rule.

        Raises:
            InvalidRequest: Always.
        """
        raise InvalidRequest(self._at(field), rule, self.example)

    def decode(self, value: object, field: str = "") -> object:
        """Decode JSON text that contains a list or an object. Any other value is returned unchanged."""
        try:
            return self._json.decode(value)
        except UnreadableJson as error:
            self.reject(field, error.rule)

    def value(self, *names: str) -> object:
        """Return the value of a field. `names` are the published name of the field and its aliases.

        The call is rejected if two of the names have different values.
        """
        given = {name: value for name in names if not _is_empty(value := self.values.get(name))}
        if len(given) <= 1:
            return next(iter(given.values())) if given else first_of(self.values, names)
        first, *others = given
        for name in others:
            if not _are_equal(self.decode(given[first], first), self.decode(given[name], name)):
                self.reject(name, f"must be left out, because {first} is set to a different value.")
        return given[first]

    def text(self, *names: str) -> object:
        """Return text in its canonical form, and numbers as text."""
        value = self.value(*names)
        if isinstance(value, str):
            value = value.strip() if len(value) <= _MAX_STRIPPED else value
            return value if len(value) > _MAX_CLEANED else text_of(value)
        return text_of(value) or value

    def number(self, *names: str) -> object:
        """Return a whole number, which may be written as text or as 2.0."""
        value = self.value(*names)
        digits = (text_of(value, MAX_ID) or "").removesuffix(".0")
        is_short = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
        return int(digits) if is_short else value

    def entries(self, *names: str) -> object:
        """Return a list, with entries that are JSON text decoded. Any other value is returned unchanged."""
        entries = self.value(*names)
        if isinstance(entries, str):
            entries = self.decode(entries, names[0])
        if not isinstance(entries, list) or len(entries) > MAX_OPTIONS:
            return entries
        return [
            self.decode(entry, f"{names[0]}[{at}]") if isinstance(entry, str) else entry
            for at, entry in enumerate(entries)
        ]

    def options(self, entries: object) -> object:
        """Return the entries of a list of options as objects with the published fields and unique ids."""
        if not isinstance(entries, list) or len(entries) > MAX_OPTIONS:
            return entries
        options = [self._option(entry, f"options[{at}]") for at, entry in enumerate(entries)]
        ids = unique_ids([option["id"] if isinstance(option["id"], str) else None for option in options])
        for option, option_id in zip(options, ids, strict=True):
            option["id"] = option_id
        self._recommend(options)
        return options

    def _option(self, entry: object, field: str) -> dict[str, object]:
        given = entry if isinstance(entry, dict) else {"label": entry}
        written, description = first_of(given, LABEL_KEYS), first_of(given, DESCRIPTION_KEYS)
        if isinstance(written, str) and len(written) > MAX_VALUE:
            return {"id": None, "label": written}
        flags = {name: flag_of(given[name]) for name in _RECOMMENDED_KEYS if given.get(name) is not None}
        for name, flag in flags.items():
            if flag is None:
                self.reject(f"{field}.{name}", "must be true or false.")
        recommended = flag_of(first_of(given, RECOMMENDED_KEYS)) is True
        option_id, value = _as_text(given.get("id"), MAX_ID), _as_text(given.get("value"), MAX_VALUE)
        if isinstance(option_id, str) and len(option_id) > MAX_ID:
            self.reject(f"{field}.id", f"must be at most {MAX_ID} characters.")
        if not isinstance(description, str) or len(description) <= _MAX_DESCRIPTION:
            description = text_of(description, MAX_DESCRIPTION)
        label = label_of(written)
        if label is None:
            return {"id": option_id, "label": None}
        label, description, marked = short_label(label, description)
        return {
            "id": option_id,
            "label": label,
            "description": description or "",
            "value": "" if value is None else value,
            "recommended": recommended or marked,
            **preview_and_danger(given),
        }

    def _recommend(self, options: list[dict[str, object]]) -> None:
        """Recommend the option that the argument `recommended`, or an alias of it, names by id or label."""
        named = first_of(self.values, ("recommended", "recommended_option", "recommendation"))
        id_or_label = text_of(named) if isinstance(named, str) and len(named) <= MAX_VALUE else None
        for key in ("id", "label"):
            for option in options:
                if id_or_label is not None and option[key] == id_or_label:
                    option["recommended"] = True
            if any(option.get("recommended") for option in options):
                return

    def several_flag(self) -> tuple[str, bool] | None:
        """Return the name and value of the flag that allows several options, or None if it is not set."""
        flags: dict[str, bool] = {}
        for name in SEVERAL:
            if self.values.get(name) is not None:
                flag = flag_of(self.values[name])
                if flag is None:
                    self.reject(name, "must be true or false.")
                flags[name] = flag
        return self._unanimous(flags)

    def selection(self, text: object, context: object, options: object) -> dict[str, object]:
        """Return the selection limits that the arguments set, or else those that the question mentions."""
        multi, least, most = self._allows_several(), self.number(*LEAST), self.number(*MOST)
        count = len(options) if isinstance(options, list) else 0
        if multi is least is most is None:
            least, most = selection_limits(_short(text), _short(context), count)
            multi = most > 1
        if isinstance(most, int) and most > count:
            most = count or None
        return {"multi": multi, "min_selections": least, "max_selections": most}

    def _allows_several(self) -> bool | None:
        """Return whether flags and modes allow several options; None if the call has neither."""
        flag = self.several_flag()
        given = {} if flag is None else dict([flag])
        for name in MODES:
            mode = self.values.get(name)
            allows_several = several_named(mode)
            if allows_several is not None:
                given[name] = allows_several
            elif mode is not None and name != UNSURE:
                self.reject(name, "must be single or multi. Both also accept free text.")
        agreed = self._unanimous(given)
        return None if agreed is None else agreed[1]

    def _unanimous(self, flags: Mapping[str, bool]) -> tuple[str, bool] | None:
        """Return the first flag. Reject the call if another flag contradicts it."""
        first = next(iter(flags.items()), None)
        for name, several in flags.items():
            if first is not None and several is not first[1]:
                self.reject(name, f"contradicts {first[0]}: one allows several options, the other does not.")
        return first

    def _at(self, field: str) -> str:
        return ".".join([part for part in (self._path, field) if part]) or "arguments"


def _as_text(value: object, limit: int) -> object:
    """Return an id or a value as text. A value that is too long or has no text form is returned unchanged."""
    if isinstance(value, str) and len(value) > limit:
        return value
    return sent_text(value) or value


def _short(value: object) -> str:
    return value if isinstance(value, str) and len(value) <= _MAX_CLEANED else ""


def _is_empty(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_VALUE and not value.strip()
    return value is None or value == []


def _are_equal(one: object, other: object) -> bool:
    """Return whether two values are equal. A number is equal to the same number written as text."""
    return one == other or (_short_text(one) == _short_text(other) is not None)


def _short_text(value: object) -> str | None:
    return None if isinstance(value, str) and len(value) > MAX_ID else sent_text(value)
