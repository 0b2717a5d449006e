"""Reads a period of time as people name it: today, last week, the past 24 hours, November 14th."""

from collections.abc import Sequence
from datetime import datetime

from choice.chat import calendar_days as days
from choice.chat.named_date import NAMES, Read, named_date

_THIS = frozenset({"this", "current", "ongoing"})
_LATELY = frozenset({"past", "recent"})
_LAST = frozenset({"last", "previous"})
RELATIVE = _THIS | _LATELY | _LAST
"""The words before a unit, as in `last week`."""
FIRST_WORDS = frozenset({"today", "tonight", "yesterday"}).union(RELATIVE, NAMES)
"""Every period has one of these, or digits."""

_UNITS = {
    "hour": "hours", "hours": "hours", "hrs": "hours", "day": "days", "days": "days", "week": "weeks",
    "weeks": "weeks", "fortnight": "fortnights", "fortnights": "fortnights", "month": "months",
    "months": "months", "quarter": "quarters", "quarters": "quarters", "year": "years", "years": "years",
}  # fmt: skip
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "fourteen": 14, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90,
    "couple": 2, "few": 3,
}  # fmt: skip
_NOT_OF_THE_CALENDAR = frozenset({"hours", "days", "fortnights"})
_MOST_DIGITS = 4


def spoken_period(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Return the period that begins with a word, or None."""
    if at < len(words) and words[at] == "the":
        inner = spoken_period(words, at + 1, now) if words[at + 1 : at + 2] != ["the"] else None
        return None if inner is None else Read(inner.period, inner.words_used + 1)
    if at >= len(words):
        return None
    word = words[at]
    if word in {"today", "tonight"}:
        return Read(days.one_day(now, 0, "Today"), 1)
    if word == "yesterday":
        return Read(days.one_day(now, 1, "Yesterday"), 1)
    if word == "day" and words[at + 1 : at + 3] == ["before", "yesterday"]:
        return Read(days.one_day(now, 2, "Day Before Yesterday"), 3)
    return _relative(words, at, now) or named_date(words, at, now)


def _relative(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Read `this week`, `last month`, `past 24 hours` and the like."""
    word = words[at]
    if word not in RELATIVE or at + 1 >= len(words):
        return None
    count = _count(words[at + 1])
    after = at + 2
    if count is not None:
        after += after < len(words) and words[after] == "of"
        unit = _UNITS.get(words[after]) if after < len(words) else None
        return None if unit is None else Read(days.last(count, unit, now), after + 1 - at)
    unit = _UNITS.get(words[at + 1])
    if unit is None:
        weekday = days.WEEKDAYS.get(words[at + 1]) if word not in _THIS else None
        return None if weekday is None else Read(days.last_weekday(weekday, now, before_today=True), 2)
    if word in _LAST and unit not in _NOT_OF_THE_CALENDAR:
        return Read(days.previous(unit, now), 2)
    if word in _LATELY or unit == "weeks" or unit in _NOT_OF_THE_CALENDAR:
        return Read(days.last(1, unit, now), 2)
    return Read(days.current(unit, now), 2)


def _count(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS:
        return int(word) or None
    return _NUMBERS.get(word)
