"""Positions as people write them: 2, 2nd, b, iv, option2."""

import re

MOST = 3
"""Digits that a position can have."""

_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|er|re|ere|e|eme|ieme|nd|nde|te|ter|tes|ten)")
_COUNTED = re.compile(
    r"(?:option|opt|choice|no|nr|num|number|n|opcion|numero|nummer|variante|choix)0*(\d{1,3})"
)
_ROMAN = {
    "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11,
    "xii": 12,
}  # fmt: skip


def number_of(token: str) -> int | None:
    """Return the number that a token of digits says, or None; numbers too long to be positions are 0."""
    if not token.isdecimal():
        return None
    short = token.lstrip("0")
    return int(short or "0") if len(short) <= MOST else 0


def place_of(token: str) -> int | None:
    """Return the position that a token says beyond doubt (2nd, 2ème, option2), or None."""
    if not token[-1].isdecimal() and not token[0].isdecimal():
        return None
    found = _ORDINAL.fullmatch(token) or _COUNTED.fullmatch(token)
    return int(found[1]) if found else None


def letter_of(token: str, count: int) -> int | None:
    """Return the position that a letter or a Roman number says among so many options, or None.

    A letter beyond the options is 0, unless it is a Roman number within them.
    """
    if len(token) == 1 and "a" <= token <= "z":
        place = ord(token) - ord("a") + 1
        if place <= count:
            return place
        return roman if (roman := _ROMAN.get(token, 0)) <= count else 0
    return _ROMAN.get(token)
