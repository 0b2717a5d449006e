"""Reading the arguments of a tool call, with errors that the calling model can repair."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from choice.dialects.lenient import (
    DESCRIPTION_KEYS,
    LEAST,
    MODES,
    MOST,
    RECOMMENDED_KEYS,
    SEVERAL,
    UNSURE,
    first_of,
    flag_of,
    label_of,
    options_of,
    sent_text,
    several_named,
    text_of,
)
from choice.dialects.lists.selection import selection_limits
from choice.dialects.recommendation import without_recommendation
from choice.errors import InvalidRequest, UnreadableJson
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_OPTIONS, MAX_VALUE, Option
from choice.payload.json_text import LooseJson
from choice.payload.values import plain_copy
from choice.plain_text import plain_line
from choice.validation import look_of

_SAME_LABEL = "is the same as another label; options must differ."

# Among so many times as many characters as a text may have, white space around it is looked for.
_FAR_BEYOND = 20
_MAX_DIGITS = 9
# A member's text that is longer is refused by its length alone: cleaning it takes time. The description is
# cut where it is a little too long.
_MEMBER_LIMITS = {
    **dict.fromkeys(("label", "text", "title", "name", "value"), MAX_VALUE),
    "id": MAX_ID,
    **dict.fromkeys(DESCRIPTION_KEYS, 4 * MAX_DESCRIPTION),
}
# What stands under `default` may be about something else.
_RECOMMENDED_KEYS = tuple([name for name in RECOMMENDED_KEYS if name != "default"])


class Arguments:
    """The named arguments of one call, as plain values; its errors show an example that works."""

    def __init__(
        self, given: object, example: Mapping[str, object], path: str = "", json: LooseJson | None = None
    ) -> None:
        self.example = example
        self._path = path
        self._json = LooseJson() if json is None else json
        values = self.opened(self._plain(given) if json is None else given)
        if not isinstance(values, dict):
            self.refuse("", "must be an object.")
        self.values: Mapping[str, object] = values

    def inside(self, value: object, field: str) -> "Arguments":
        """Return the arguments that are the value of one field."""
        return Arguments(value, self.example, self._at(field), self._json)

    def refuse(self, field: str, rule: str) -> NoReturn:
        """Refuse the call because one field breaks one rule.

        Raises:
            InvalidRequest: always.
        """
        raise InvalidRequest(self._at(field), rule, self.example)

    def value(self, *names: str) -> object:
        """Return what is given under one of the names; the first is right, the others are slips.

        Two of them may not say different things: nobody could tell which is meant.
        """
        said = {name: given for name in names if not _says_nothing(given := self.values.get(name))}
        first, *others = said or [""]
        for name in others:
            if not _mean_the_same(self.opened(said[first], first), self.opened(said[name], name)):
                self.refuse(name, f"must be left out where {first} is given: they say different things.")
        return said[first] if said else first_of(self.values, names)

    def text(self, *names: str, limit: int) -> str | None:
        """Return a text, or None where there is none; the first name is right, the others are slips."""
        value = self.value(*names)
        if isinstance(value, str):
            value = value.strip() if len(value) <= limit * _FAR_BEYOND else value
            if len(value) > limit:
                self.refuse(names[0], f"must have at most {limit} characters.")
        text = text_of(value)
        if text is None and value is not None and value != "":
            self.refuse(names[0], "must be text.")
        if text is not None and len(text) > limit:
            self.refuse(names[0], f"must have at most {limit} characters.")
        return text

    def required_text(self, *names: str, limit: int) -> str:
        """Return a text that must be there."""
        text = self.text(*names, limit=limit)
        if text is None:
            self.refuse(names[0], "is missing or empty.")
        return text

    def flag(self, *names: str) -> bool:
        """Return a truth value, false where there is none."""
        value = self.value(*names)
        flag = False if value is None else flag_of(value)
        if flag is None:
            self.refuse(names[0], "must be true or false.")
        return flag

    def number(self, *names: str, least: int) -> int | None:
        """Return a whole number, also one written as text or as 2.0; None where there is none."""
        value = self.value(*names)
        if value is None:
            return None
        digits = (text_of(value, MAX_ID) or "").removesuffix(".0")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > _MAX_DIGITS or int(digits) < least:
            self.refuse(names[0], f"must be a whole number, {least} or more.")
        return int(digits)

    def listed(self, *names: str) -> object:
        """Return a list, JSON text in its members' places read; what is no list as it is."""
        members = self.opened(self.value(*names), names[0])
        if not isinstance(members, list) or len(members) > MAX_OPTIONS:
            return members
        return [self.opened(member, f"{names[0]}[{at}]") for at, member in enumerate(members)]

    def members(self, *names: str, least: int, most: int) -> list[object]:
        """Return the members of a list of a given length."""
        members = self.listed(*names)
        if not isinstance(members, list):
            self.refuse(names[0], f"must be a list of {least} to {most}.")
        if not least <= len(members) <= most:
            count = len(members) if len(members) <= MAX_OPTIONS else f"more than {MAX_OPTIONS}"
            self.refuse(names[0], f"must be {least} to {most}; {count} were given.")
        return members

    def option_members(self, least: int, most: int) -> list[object]:
        """Return the members of the list of options: each has a label, and no two labels are the same."""
        members = self.members("options", "choices", least=least, most=most)
        labels = [self._label(member, f"options[{at}]") for at, member in enumerate(members)]
        repeated = first_repeated(labels)
        if repeated is not None:
            self.refuse(f"options[{repeated}].label", _SAME_LABEL)
        return members

    def options(self, least: int, most: int) -> tuple[Option, ...]:
        """Return the options: each has a label, and no two labels are the same."""
        return options_of(self.option_members(least, most), self.recommended())

    def recommended(self) -> str | None:
        """Return what is said beside the options to name the recommended one, by its id or label."""
        named = first_of(self.values, ("recommended", "recommended_option", "recommendation"))
        return named if isinstance(named, str) and len(named) <= MAX_VALUE else None

    def _label(self, member: object, field: str) -> str:
        """Return how the label looks by which a member is told from the others."""
        given = member if isinstance(member, dict) else {"label": member}
        for name, limit in _MEMBER_LIMITS.items():
            text = given.get(name)
            if isinstance(text, str) and len(text) > limit:
                self.refuse(f"{field}.{name}", f"must have at most {limit} characters.")
        label = label_of(member)
        if label is None:
            self.refuse(f"{field}.label", "is missing or empty.")
        for name, text in (("label", label), ("id", given.get("id")), ("value", given.get("value"))):
            if len(text_of(text) or "") > _MEMBER_LIMITS[name]:
                self.refuse(f"{field}.{name}", f"must have at most {_MEMBER_LIMITS[name]} characters.")
        for name in _RECOMMENDED_KEYS:
            if given.get(name) is not None and flag_of(given[name]) is None:
                self.refuse(f"{field}.{name}", "must be true or false.")
        return look_of(without_recommendation(plain_line(label))[0])

    def _plain(self, given: object) -> object:
        try:
            return plain_copy(given)
        except UnreadableJson as error:
            self.refuse("", error.rule)

    def opened(self, value: object, field: str = "") -> object:
        """Return the list or object that JSON text in its place holds."""
        try:
            return self._json.opened(value)
        except UnreadableJson as error:
            self.refuse(field, error.rule)

    def _at(self, field: str) -> str:
        return ".".join([part for part in (self._path, field) if part]) or "arguments"


def _says_nothing(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_VALUE and not value.strip()
    return value is None or value == []


def _mean_the_same(one: object, other: object) -> bool:
    """Tell whether two values are the same, also where a number is written as text."""
    return one == other or (_short_text(one) == _short_text(other) is not None)


def _short_text(value: object) -> str | None:
    return None if isinstance(value, str) and len(value) > MAX_ID else sent_text(value)


def first_repeated(words: Sequence[str]) -> int | None:
    """Return the position of the first word that has occurred before."""
    return next((at for at, word in enumerate(words) if word in words[:at]), None)


def limits(given: Arguments, text: str, context: str | None, options: int) -> tuple[int, int]:
    """Return how many options must and may be chosen: as the arguments say, else as the words do.

    Raises:
        InvalidRequest: the arguments contradict themselves.
    """
    several = _several(given)
    least, most = given.number(*LEAST, least=0), given.number(*MOST, least=1)
    if several is least is most is None:
        return selection_limits(text, context or "", options)
    for name, limit in ((MOST[0], most), (LEAST[0], least)):
        if several is False and (limit or 0) > 1:
            given.refuse(name, "must be 1 or left out: the call says that only one option may be chosen.")
    if most is None:
        most = options if several or (least or 0) > 1 else 1
    if (least or 0) > min(most, options):
        given.refuse(LEAST[0], "must be no more than max_selections and the number of options.")
    most = min(most, options)
    return min(1, most) if least is None or most == 1 else least, most


def several_flag(given: Arguments) -> tuple[str, bool] | None:
    """Return the flag that says whether several options may be chosen, by its name; None without one.

    Raises:
        InvalidRequest: two flags contradict each other, or one is neither true nor false.
    """
    flags = {name: given.flag(name) for name in SEVERAL if given.values.get(name) is not None}
    return _unanimous(given, flags)


def _several(given: Arguments) -> bool | None:
    """Return whether several options may be chosen, as flags and modes say."""
    flag = several_flag(given)
    said = {} if flag is None else dict([flag])
    for name in MODES:
        mode = given.values.get(name)
        several = several_named(mode)
        if several is not None:
            said[name] = several
        elif mode is not None and name != UNSURE:
            given.refuse(name, "must be single or multi. Own words are possible in both.")
    agreed = _unanimous(given, said)
    return None if agreed is None else agreed[1]


def _unanimous(given: Arguments, said: Mapping[str, bool]) -> tuple[str, bool] | None:
    """Return the first of some fields and what it says, where all say the same."""
    first = next(iter(said.items()), None)
    for name, several in said.items():
        if first is not None and several is not first[1]:
            given.refuse(name, f"must not contradict {first[0]}: may one option be chosen, or several?")
    return first
