"""One untrusted object, read field by field.

Every refusal names the field by its full path, such as ``options[2].label``, says what to do, and never
repeats the input. Nothing is read beyond what is needed to decide, so a huge payload costs little.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import NoReturn, Self, TypeVar

from pydantic import JsonValue

from choice.errors import ChoiceError, UnreadableJson
from choice.payload.free_json import Bounds, copied_object
from choice.payload.json_text import read_json
from choice.payload.values import entries_of, exact_text, members_of, text_fault
from choice.plain_text import plain, plain_line

Refusal = Callable[[str, str], ChoiceError]
"""Makes the error for a field and the rule it breaks."""

_T = TypeVar("_T")
_WHOLE = "payload"
_SHOWN_NAME = 40
_REQUIRED = "is required, with at least one visible character."
_NOT_AN_OBJECT = "must be an object with named fields."
_HIDDEN_COUNT = "hidden ones count as they are shown, such as <U+202E>"


def opened(payload: object, refusal: Refusal) -> object:
    """Return the members of a payload or what its JSON text says; None where it is neither object nor text.

    What is returned reads the same every time, which a mapping of another's making may not.
    """
    text = payload if type(payload) is bytes else exact_text(payload)
    if text is None:
        return members_of(payload)
    try:
        return read_json(text)
    except UnreadableJson as error:
        raise refusal(_WHOLE, error.rule) from None


class Fields:
    """The fields of one object, each asked for as what it should be; None where it is missing or null."""

    def __init__(self, value: object, known: Collection[str], refusal: Refusal, path: str = "") -> None:
        self._path = path
        self._refusal = refusal
        members = members_of(value)
        if members is None:
            raise refusal(path or _WHOLE, _NOT_AN_OBJECT)
        for name in members:
            if name not in known:
                self.refuse(_shown(name), _unknown(name, known))
        self._values = members

    def refuse(self, name: str, rule: str) -> NoReturn:
        """Raise the error that says a field breaks a rule."""
        raise self._refusal(self._at(name), rule)

    def required(self, name: str, value: _T | None, rule: str = _REQUIRED) -> _T:
        """Return a value that was read, and refuse its absence."""
        if value is None:
            self.refuse(name, rule)
        return value

    def words(self, name: str, limit: int) -> str | None:
        """Return a text exactly as it was sent."""
        value = self._values.get(name)
        return None if value is None else self._text(name, value, limit)

    def text(self, name: str, limit: int) -> str | None:
        """Return a text in its canonical form, or None where nothing of it is visible."""
        return self._canonical(name, limit, plain)

    def line(self, name: str, limit: int) -> str | None:
        """Return a text of one line in its canonical form, or None where nothing of it is visible."""
        return self._canonical(name, limit, plain_line)

    def identifier(self, name: str, limit: int) -> str | None:
        """Return an id, which is never changed: what is not canonical already is refused."""
        value = self.words(name, limit)
        if value and plain_line(value) != value:
            self.refuse(name, "must be one line of visible characters, no space before, after or doubled.")
        return value or None

    def flag(self, name: str) -> bool | None:
        """Return true or false."""
        value = self._values.get(name)
        if value is not None and type(value) is not bool:
            self.refuse(name, "must be true or false.")
        return value

    def whole(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number within limits."""
        value = self._values.get(name)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            self.refuse(name, f"must be a whole number from {least} to {most}.")
        return value

    def one_of(self, name: str, words: Sequence[_T]) -> _T | None:
        """Return one of a few words."""
        value = self._values.get(name)
        if value is None:
            return None
        text = exact_text(value)
        found = next((word for word in words if word == text), None)
        if found is None:
            self.refuse(name, f"must be one of {', '.join(map(str, words))}.")
        return found

    def entries(self, name: str, limit: int) -> Sequence[object]:
        """Return the entries of a list; none where it is missing."""
        value = self._values.get(name)
        entries = () if value is None else entries_of(value, limit + 1)
        if entries is None or len(entries) > limit:
            self.refuse(name, f"must be a list of at most {limit} entries.")
        return entries

    def texts(self, name: str, most: int, limit: int) -> tuple[str, ...] | None:
        """Return a list of texts exactly as they were sent."""
        if self._values.get(name) is None:
            return None
        entries = enumerate(self.entries(name, most))
        return tuple([self._text(f"{name}[{position}]", entry, limit) for position, entry in entries])

    def objects(
        self, name: str, limit: int, known: Collection[str], text_is: str | None = None
    ) -> Iterator[Self]:
        """Yield the objects of a list, each checked when its turn comes; a text may be one field of it."""
        for position, entry in enumerate(self.entries(name, limit)):
            is_text = text_is is not None and exact_text(entry) is not None
            one = {text_is: entry} if is_text else entry
            yield type(self)(one, known, self._refusal, f"{self._at(name)}[{position}]")

    def texts_by_name(self, name: str, limit: int) -> dict[str, str]:
        """Return texts by name exactly as they were sent; none where the field is missing."""
        value = self._values.get(name)
        members = {} if value is None else members_of(value)
        if members is None:
            self.refuse(name, _NOT_AN_OBJECT)
        return {key: self._text(f"{name}.{_shown(key)}", text, limit) for key, text in members.items()}

    def json_object(self, name: str, bounds: Bounds) -> dict[str, JsonValue]:
        """Return an object of any JSON values; an empty one where it is missing."""
        value = self._values.get(name)
        copied = {} if value is None else copied_object(value, bounds)
        if copied is None:
            most = f"{bounds.most_bytes} bytes, {bounds.most_names} names, {bounds.most_levels} levels"
            self.refuse(name, f"must be an object of JSON values of at most {most}.")
        return copied

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def _canonical(self, name: str, limit: int, form: Callable[[str], str]) -> str | None:
        text = self.words(name, limit)
        if text is None:
            return None
        shown = form(text).strip()
        if len(shown) > limit:
            self.refuse(name, f"must be at most {limit} characters; {_HIDDEN_COUNT}.")
        return shown or None

    def _text(self, name: str, value: object, limit: int) -> str:
        text = exact_text(value)
        if text is None:
            self.refuse(name, "must be text.")
        fault = text_fault(text, limit)
        if fault is not None:
            self.refuse(name, fault)
        return text


def _shown(name: str) -> str:
    """Return a field's name for a sentence: short, its odd characters escaped."""
    return name if len(name) <= _SHOWN_NAME and name.isidentifier() else repr(name[:_SHOWN_NAME])


def _unknown(name: str, known: Collection[str]) -> str:
    """Return the rule that a field nobody knows breaks."""
    meant = get_close_matches(name[:_SHOWN_NAME], known, n=1)
    hint = f"did you mean {meant[0]}?" if meant else f"known are {', '.join(known)}."
    return f"is not a field here; {hint}"
