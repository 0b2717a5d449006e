"""Normalise the arguments of a tool call into the form that the tool's schema publishes.

Models send aliases of field names, JSON text in place of lists and objects, and numbers and flags as text.
Values that cannot be understood are left as they are, for validation to reject; fields that contradict each
other are rejected here.
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
"""Longer text is rejected for its length; stripping or cleaning it first would take time."""
_MAX_DIGITS = 9
_MAX_DESCRIPTION = 4 * MAX_DESCRIPTION
"""A longer description is rejected; a shorter one is cut."""
# In an option, `default` may be about something else.
_RECOMMENDED_KEYS = tuple([name for name in RECOMMENDED_KEYS if name != "default"])


class Arguments:
    """The named arguments of one call as plain values. Errors carry an example that works."""

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
        """Return the arguments that are the value of a field."""
        return Arguments(value, self.example, self._at(field), self._json)

    def reject(self, field: str, rule: str) -> NoReturn:
        """Reject the call because a field breaks a rule.

        Raises:
            InvalidRequest: Always.
        """
        raise InvalidRequest(self._at(field), rule, self.example)

    def decode(self, value: object, field: str = "") -> object:
        """Return the list or object that a JSON text contains; any other value unchanged."""
        try:
            return self._json.decode(value)
        except UnreadableJson as error:
            self.reject(field, error.rule)

    def value(self, *names: str) -> object:
        """Return the value given under one of the names: the published one, then its aliases.

        Two of them must not have different values.
        """
        given = {name: value for name in names if not _is_empty(value := self.values.get(name))}
        if len(given) <= 1:
            return next(iter(given.values())) if given else first_of(self.values, names)
        first, *others = given
        for name in others:
            if not _are_equal(self.decode(given[first], first), self.decode(given[name], name)):
                self.reject(name, f"must be left out if {first} is given: they have different values.")
        return given[first]

    def text(self, *names: str) -> object:
        """Return a text in its canonical form, or a number as text."""
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
        """Return a list in which JSON text is decoded; any other value unchanged."""
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
        """Return the entries of the list of options as objects with the published names, each with an id."""
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
        option_id, value = _sent(given.get("id"), MAX_ID), _sent(given.get("value"), MAX_VALUE)
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
        }

    def _recommend(self, options: list[dict[str, object]]) -> None:
        """Recommend the option that a field beside the options names by its id or label."""
        named = first_of(self.values, ("recommended", "recommended_option", "recommendation"))
        wanted = text_of(named) if isinstance(named, str) and len(named) <= MAX_VALUE else None
        for key in ("id", "label"):
            for option in options:
                if wanted is not None and option[key] == wanted:
                    option["recommended"] = True
            if any(option.get("recommended") for option in options):
                return

    def several_flag(self) -> tuple[str, bool] | None:
        """Return the name and the value of the flag that allows several options; None without such a flag."""
        flags: dict[str, bool] = {}
        for name in SEVERAL:
            if self.values.get(name) is not None:
                flag = flag_of(self.values[name])
                if flag is None:
                    self.reject(name, "must be true or false.")
                flags[name] = flag
        return self._unanimous(flags)

    def selection(self, text: object, context: object, options: object) -> dict[str, object]:
        """Return how many options may be chosen, from the wording of the question if no field says it."""
        multi, least, most = self._several(), self.number(*LEAST), self.number(*MOST)
        count = len(options) if isinstance(options, list) else 0
        if multi is least is most is None:
            least, most = selection_limits(_short(text), _short(context), count)
            multi = most > 1
        if isinstance(most, int) and most > count:
            most = count or None
        return {"multi": multi, "min_selections": least, "max_selections": most}

    def _several(self) -> bool | None:
        """Return whether several options may be chosen, as flags and modes say."""
        flag = self.several_flag()
        given = {} if flag is None else dict([flag])
        for name in MODES:
            mode = self.values.get(name)
            several = several_named(mode)
            if several is not None:
                given[name] = several
            elif mode is not None and name != UNSURE:
                self.reject(name, "must be single or multi. Own words are possible in both.")
        agreed = self._unanimous(given)
        return None if agreed is None else agreed[1]

    def _unanimous(self, flags: Mapping[str, bool]) -> tuple[str, bool] | None:
        """Return the first flag; reject flags that contradict it."""
        first = next(iter(flags.items()), None)
        for name, several in flags.items():
            if first is not None and several is not first[1]:
                self.reject(name, f"must not contradict {first[0]}: may one option be chosen, or several?")
        return first

    def _at(self, field: str) -> str:
        return ".".join([part for part in (self._path, field) if part]) or "arguments"


def _sent(value: object, limit: int) -> object:
    """Return an id or a value as text; unchanged if it is too long or not sendable as text."""
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
    """Tell whether two values are equal; a number may be written as text."""
    return one == other or (_short_text(one) == _short_text(other) is not None)


def _short_text(value: object) -> str | None:
    return None if isinstance(value, str) and len(value) > MAX_ID else sent_text(value)
