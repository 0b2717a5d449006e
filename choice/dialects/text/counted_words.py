"""The small numbers in a text, written as digits or as words."""

import re
from typing import NamedTuple

_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ein": 1, "eine": 1, "einen": 1, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "واحد": 1, "واحدة": 1, "واحدًا": 1, "اثنين": 2, "اثنان": 2, "اثنتين": 2, "خيارين": 2, "خياران": 2,
    "ثلاثة": 3, "ثلاث": 3, "أربعة": 4, "أربع": 4, "خمسة": 5,
    "하나": 1, "하나만": 1, "둘": 2, "셋": 3, "넷": 4,
}  # fmt: skip
_COUNTED = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6,
    "一": 1, "两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6,
}  # fmt: skip
"""Words that are numbers only right before what they count."""
_COUNTERS = ("개", "가지", "항목", "つ", "個", "件", "项", "項", "个", "种", "種", "款", "样", "点")
_VALUES = _WORDS | _COUNTED
_PATTERN = re.compile(
    r"(?<![\d.,$€£])\d{1,2}(?![\d%])"
    rf"|\b(?:{'|'.join(_WORDS)})\b"
    rf"|(?:{'|'.join(_COUNTED)})(?=\s?(?:{'|'.join(_COUNTERS)}))"
)
_BEHIND_COUNTER = re.compile(rf"\s?(?:{'|'.join(_COUNTERS)})(?:를|을|만)?").match


class Counted(NamedTuple):
    """A number, where it begins, and where the text goes on behind it and what counts with it."""

    start: int
    end: int
    value: int
    is_digit: bool


def may_count(said: str) -> bool:
    """Tell whether a text in small letters has a number in it."""
    return _PATTERN.search(said) is not None


def numbers_in(said: str) -> list[Counted]:
    """Return the numbers of a text in small letters, in their order."""
    return [_counted(said, found) for found in _PATTERN.finditer(said)]


def number_at(said: str, at: int) -> Counted | None:
    """Return the number at a position of a text in small letters, or None."""
    found = _PATTERN.match(said, at)
    return None if found is None else _counted(said, found)


def _counted(said: str, found: re.Match[str]) -> Counted:
    word = found.group()
    counter = _BEHIND_COUNTER(said, found.end())
    end = found.end() if counter is None else counter.end()
    value = int(word) if word.isdecimal() else _VALUES[word]
    return Counted(found.start(), end, value, word.isdecimal())
