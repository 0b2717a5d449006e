"""Reading the arguments of a tool call, with errors that the calling model can repair."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from choice.dialects.lenient import decoded, first_of, flag_of, label_of, options_of, text_of
from choice.dialects.recommendation import without_recommendation
from choice.dialects.selection_flags import LEAST, MOST, SEVERAL, several_of
from choice.dialects.text.selection_hint import selection_limits
from choice.errors import InvalidRequest
from choice.models import MAX_ID, MAX_VALUE, Option
from choice.plain_text import plain_line
from choice.validation import look_of

_SAME_LABEL = "is the same as another label; options must differ."

# Text this many times over its limit is refused unseen: cleaning it takes time.
_FAR_BEYOND = 20
_MAX_DIGITS = 9


class Arguments:
    """The named arguments of one call; its errors show an example that works."""

    def __init__(self, given: object, example: Mapping[str, object], path: str = "") -> None:
        self._example = example
        self._path = path
        values = decoded(given)
        if not isinstance(values, Mapping):
            raise InvalidRequest(path or "arguments", "must be an object.", example)
        self.values: Mapping[str, object] = values

    def refuse(self, field: str, rule: str) -> NoReturn:
        """Refuse the call because one field breaks one rule.

        Raises:
            InvalidRequest: always.
        """
        path = f"{self._path}.{field}" if self._path else field
        raise InvalidRequest(path, rule, self._example)

    def text(self, *names: str, limit: int) -> str | None:
        """Return a text, or None where there is none; the first name is right, the others are slips."""
        value = first_of(self.values, names)
        if value is None or (isinstance(value, str) and not value[: limit * _FAR_BEYOND].strip()):
            return None
        text = None if _is_far_too_long(value, limit) else text_of(value)
        if text is None and not isinstance(value, str):
            self.refuse(names[0], "must be text.")
        if text is None or len(text) > limit:
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
        value = first_of(self.values, names)
        flag = False if value is None else flag_of(value)
        if flag is None:
            self.refuse(names[0], "must be true or false.")
        return flag

    def number(self, *names: str, least: int) -> int | None:
        """Return a whole number, also one written as text or as 2.0; None where there is none."""
        value = first_of(self.values, names)
        if value is None:
            return None
        digits = (text_of(value, MAX_ID) or "").removesuffix(".0")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > _MAX_DIGITS or int(digits) < least:
            self.refuse(names[0], f"must be a whole number, {least} or more.")
        return int(digits)

    def members(self, *names: str, least: int, most: int) -> list[object]:
        """Return the members of a list of a given length, in which objects may be written as JSON text."""
        members = decoded(first_of(self.values, names))
        if not isinstance(members, list | tuple):
            self.refuse(names[0], f"must be a list of {least} to {most}.")
        if not least <= len(members) <= most:
            self.refuse(names[0], f"must be {least} to {most}; {len(members)} were given.")
        return [decoded(member) for member in members]

    def options(self, least: int, most: int) -> tuple[Option, ...]:
        """Return the options: each has a label, and no two labels are the same."""
        members = self.members("options", "choices", least=least, most=most)
        labels = [self._label(member, f"options[{at}]") for at, member in enumerate(members)]
        repeated = first_repeated(labels)
        if repeated is not None:
            self.refuse(f"options[{repeated}].label", _SAME_LABEL)
        return options_of(members)

    def limits(self, text: str, context: str | None, options: int) -> tuple[int, int]:
        """Return how many options must and may be chosen: as the arguments say, else as the words do."""
        for name in SEVERAL:
            self.flag(name)
        several = several_of(self.values)
        least, most = self.number(*LEAST, least=0), self.number(*MOST, least=1)
        if several is least is most is None:
            return selection_limits(text, context or "", options)
        if most is None:
            most = options if several or (least or 0) > 1 else 1
        if (least or 0) > min(most, options):
            self.refuse(LEAST[0], "must be no more than max_selections and the number of options.")
        most = min(most, options)
        return min(1, most) if least is None or most == 1 else least, most

    def _label(self, member: object, field: str) -> str:
        """Return how the label looks by which a member is told from the others."""
        label = label_of(member)
        if label is None:
            self.refuse(f"{field}.label", "is missing or empty.")
        given = member if isinstance(member, Mapping) else {}
        for name, text, limit in (
            ("label", label, MAX_VALUE),
            ("id", given.get("id"), MAX_ID),
            ("value", given.get("value"), MAX_VALUE),
        ):
            if len(text_of(text, 2 * limit) or "") > limit:
                self.refuse(f"{field}.{name}", f"must have at most {limit} characters.")
        return look_of(without_recommendation(plain_line(label))[0])


def _is_far_too_long(value: object, limit: int) -> bool:
    return isinstance(value, str) and len(value) > limit * _FAR_BEYOND


def first_repeated(words: Sequence[str]) -> int | None:
    """Return the position of the first word that has occurred before."""
    return next((at for at, word in enumerate(words) if word in words[:at]), None)
