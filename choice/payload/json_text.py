"""Untrusted JSON text, read within fixed bounds of size, depth and number of parts.

The bounds are checked before anything is built, so a hostile text costs milliseconds and cannot exhaust the
stack. What other readers let pass in silence is refused: repeated names, NaN, numbers no double can hold.
"""

import json
import math
import re

from choice.errors import UnreadableJson

MAX_SIZE = 256 * 1024
"""Characters of a `str`, or bytes of UTF-8."""
MAX_DEPTH = 32
MAX_BRACKETS = 8_000
MAX_COMMAS = 20_000
MAX_DIGITS = 40

JSON_TOO_LONG = f"is too long: all JSON text of one call may have {MAX_SIZE} characters."
_TOO_LONG = f"must be at most {MAX_SIZE} characters of JSON."
_TOO_DEEP = f"must not be nested more than {MAX_DEPTH} levels deep."
_TOO_MANY_PARTS = "has too many parts; send a smaller payload."
_NOT_UTF8 = "must be UTF-8."
_REPEATED_NAME = "must not name a field twice in one object."
_NOT_A_NUMBER = "must not hold NaN or Infinity; JSON has no such numbers."
_TOO_LARGE = "must not hold a number that is too large or has too many digits."

# One step: everything up to the next bracket outside a string. Possessive, so it never goes back; a string
# that does not end reaches to the end of the text. A possessive group is right in Python before 3.11.5 only
# where whatever it begins to match it also ends, as here.
_TO_NEXT_BRACKET = re.compile(
    r'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL
)


def read_json(text: str | bytes) -> object:
    """Return what a JSON text says.

    Raises:
        UnreadableJson: The text is not JSON, or goes beyond the bounds.
    """
    if len(text) > MAX_SIZE:
        raise UnreadableJson(_TOO_LONG)
    if isinstance(text, bytes):
        text = _decoded(text)
    counted_parts(text, MAX_BRACKETS, MAX_COMMAS)
    try:
        decoded: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        rule = f"must be valid JSON; reading stopped at line {error.lineno}, column {error.colno}."
        raise UnreadableJson(rule) from None
    return decoded


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise UnreadableJson(_NOT_UTF8) from None


def counted_parts(text: str, most_brackets: int, most_commas: int) -> tuple[int, int]:
    """Return how many brackets and commas a text has.

    Raises:
        UnreadableJson: There are more, or they are nested too deeply.
    """
    depth = brackets = position = 0
    while (found := _TO_NEXT_BRACKET.match(text, position)) is not None:
        depth += 1 if found[1] in "[{" else -1
        brackets += 1
        position = found.end()
        if depth > MAX_DEPTH:
            raise UnreadableJson(_TOO_DEEP)
        if brackets > most_brackets:
            break
    commas = text.count(",")
    if brackets > most_brackets or commas > most_commas:
        raise UnreadableJson(_TOO_MANY_PARTS)
    return brackets, commas


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise UnreadableJson(_REPEATED_NAME)
    return members


def _no_constant(_name: str) -> object:
    raise UnreadableJson(_NOT_A_NUMBER)


def _finite(digits: str) -> float:
    number = float(digits) if len(digits) <= MAX_DIGITS else math.inf
    if not math.isfinite(number):
        raise UnreadableJson(_TOO_LARGE)
    return number


def _short_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise UnreadableJson(_TOO_LARGE)
    return int(digits)


def decoder(*, strict: bool) -> json.JSONDecoder:
    """Return what decodes a text within bounds; only a strict one refuses control characters in strings."""
    return json.JSONDecoder(
        strict=strict,
        object_pairs_hook=_unique,
        parse_constant=_no_constant,
        parse_float=_finite,
        parse_int=_short_integer,
    )


_DECODER = decoder(strict=True)
# A line break inside a string is a common slip of models.
_LOOSE_DECODER = decoder(strict=False)
_MARGIN = 1_000
"""Characters of white space that may stand before JSON text."""


class LooseJson:
    """Decodes JSON text in the place of lists and objects, as models send it.

    All such text of one call shares the bounds, which are checked before anything is built.
    """

    def __init__(self) -> None:
        self._characters, self._brackets, self._commas = MAX_SIZE, MAX_BRACKETS, MAX_COMMAS

    def opened(self, value: object) -> object:
        """Return the list or object that a text of JSON holds; anything else as it is.

        Raises:
            UnreadableJson: The text goes beyond the bounds, or is ambiguous.
        """
        if not isinstance(value, str) or value[:_MARGIN].lstrip()[:1] not in {"[", "{"}:
            return value
        self._characters -= len(value)
        if self._characters < 0:
            raise UnreadableJson(JSON_TOO_LONG)
        brackets, commas = counted_parts(value, self._brackets, self._commas)
        self._brackets -= brackets
        self._commas -= commas
        try:
            opened: object = _LOOSE_DECODER.decode(value)
        except json.JSONDecodeError:
            return value
        return opened
