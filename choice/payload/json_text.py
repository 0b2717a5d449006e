"""Decode untrusted JSON text within fixed bounds of size, depth and number of parts.

The bounds are checked before decoding, so that hostile text costs milliseconds and cannot exhaust the stack.
Repeated names, NaN and numbers that do not fit into a double are rejected.
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
_TOO_DEEP = f"must not be nested more than {MAX_DEPTH} levels deep."
_TOO_MANY_PARTS = "has too many parts; send a smaller payload."
_NOT_UTF8 = "must be UTF-8."
_REPEATED_NAME = "must not name a field twice in one object."
_NOT_A_NUMBER = "must not hold NaN or Infinity; JSON has no such numbers."
_TOO_LARGE = "must not hold a number that is too large or has too many digits."

# Matches up to the next bracket outside a string. Possessive quantifiers: no backtracking. An unterminated
# string extends to the end of the text. (Before Python 3.11.5 a possessive group is only correct if it
# consumes everything that it starts to match; this one does.)
_TO_NEXT_BRACKET = re.compile(
    r'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)[^"\[\]{}]*+)*+([\[\]{}])', re.DOTALL
)


def read_json(text: str | bytes, max_size: int = MAX_SIZE) -> object:
    """Decode a JSON text. The bounds on its parts grow with its maximum size.

    Raises:
        UnreadableJson: The text is not valid JSON, or exceeds the bounds.
    """
    if len(text) > max_size:
        rule = f"must be at most {max_size} characters of JSON."
        raise UnreadableJson(rule)
    if isinstance(text, bytes):
        text = _decoded(text)
    factor = max_size // MAX_SIZE
    counted_parts(text, factor * MAX_BRACKETS, factor * MAX_COMMAS)
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
    """Count the brackets and commas of a text.

    Raises:
        UnreadableJson: There are more than allowed, or they are nested too deeply.
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
    """Return a decoder that checks names and numbers, and control characters in strings if it is strict."""
    return json.JSONDecoder(
        strict=strict,
        object_pairs_hook=_unique,
        parse_constant=_no_constant,
        parse_float=_finite,
        parse_int=_short_integer,
    )


_DECODER = decoder(strict=True)
# Models often write a line break inside a string.
_LOOSE_DECODER = decoder(strict=False)
_MARGIN = 1_000
"""White space that may precede JSON text, in characters."""


class LooseJson:
    """Decodes JSON text that models send in place of lists and objects.

    The bounds apply to all texts of one call together.
    """

    def __init__(self) -> None:
        self._characters, self._brackets, self._commas = MAX_SIZE, MAX_BRACKETS, MAX_COMMAS

    def decode(self, value: object) -> object:
        """Return the list or object that a JSON text contains; any other value unchanged.

        Raises:
            UnreadableJson: The text exceeds the bounds, or names a field twice.
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
            decoded: object = _LOOSE_DECODER.decode(value)
        except json.JSONDecodeError:
            return value
        return decoded
