"""Reads the time span that a message speaks of."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from choice.chat import calendar_days as days
from choice.chat.korean_span import korean_span

_SINCE = frozenset({"since", "after"})
_RANGE_STARTS = {"from": frozenset({"to", "until", "till", "through"}), "between": frozenset({"and"})}
_THIS = frozenset({"this", "current", "ongoing"})
_LATELY = frozenset({"past", "recent"})
_BEFORE = frozenset({"last", "previous"})
_UNITS = {
    "hour": "hours", "hours": "hours", "hrs": "hours", "day": "days", "days": "days", "week": "weeks",
    "weeks": "weeks", "month": "months", "months": "months", "quarter": "quarters", "quarters": "quarters",
    "year": "years", "years": "years",
}  # fmt: skip
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "couple": 2, "few": 3,
}  # fmt: skip
_BEFORE_MONTHS = frozenset({
    "in", "since", "from", "during", "of", "for", "last", "this", "until", "between", "and", "to", "after",
    "early", "late",
})  # fmt: skip
_FIRST_WORDS = (
    frozenset({"today", "tonight", "yesterday"})
    .union(_THIS, _LATELY, _BEFORE)
    .union(days.WEEKDAYS, days.MONTHS)
)
"""Every period has one of these, or digits."""
_DIGIT = re.compile(r"\d")
_AMBIGUOUS_MONTHS = frozenset({"may", "march"})
_FEW_DIGITS = 4


class Span(NamedTuple):
    """From when to when, and how an answer's heading says so."""

    since: datetime
    until: datetime
    words: str


class _Read(NamedTuple):
    span: days.Period
    words_used: int


def read_span(said: str, words: Sequence[str], now: datetime) -> Span | None:
    """Return the first time span in a text in lower case, or None; nothing ends after the moment it is."""
    may_name_one = not _FIRST_WORDS.isdisjoint(words) or _DIGIT.search(said) is not None
    for at, word in enumerate(words if may_name_one else ()):
        if word in _SINCE:
            start = _period(words, at + 1, now)
            if start is not None:
                return _open_span(start.span, now)
        if word in _RANGE_STARTS:
            whole = _range(words, at, now)
            if whole is not None:
                return whole
        read = _period(words, at, now)
        if read is not None:
            return Span(read.span.since, min(read.span.until, now), read.span.words)
    found = None if said.isascii() else korean_span(said, now)
    return None if found is None else Span(found.since, min(found.until, now), found.words)


def _range(words: Sequence[str], at: int, now: datetime) -> Span | None:
    """Read `from A to B`; with no B it lasts until now, but `from last week` means no more than that week."""
    start = _period(words, at + 1, now)
    if start is None:
        return None
    middle = at + 1 + start.words_used
    if middle < len(words) and words[middle] in _RANGE_STARTS[words[at]]:
        end = _period(words, middle + 1, now)
        if end is not None and end.span.until >= start.span.since:
            named = f"{start.span.words} to {end.span.words}"
            return Span(start.span.since, min(end.span.until, now), named)
    first = words[at + 1 + (words[at + 1] == "the")]
    if first in _THIS | _LATELY | _BEFORE:
        return Span(start.span.since, min(start.span.until, now), start.span.words)
    return _open_span(start.span, now)


def _open_span(start: days.Period, now: datetime) -> Span:
    """Return the span from the beginning of a period until now; `last 7 days` says so by itself."""
    words = start.words if start.until == now else f"Since {start.words}"
    return Span(start.since, now, words)


def _period(words: Sequence[str], at: int, now: datetime) -> _Read | None:
    """Read the period that begins with a word, or return None."""
    if at < len(words) and words[at] == "the":
        inner = _period(words, at + 1, now) if at + 1 < len(words) and words[at + 1] != "the" else None
        return None if inner is None else _Read(inner.span, inner.words_used + 1)
    if at >= len(words):
        return None
    word = words[at]
    if word in {"today", "tonight"}:
        return _Read(days.one_day(now, 0, "Today"), 1)
    if word == "yesterday":
        return _Read(days.one_day(now, 1, "Yesterday"), 1)
    return _relative(words, at, now) or _named(words, at, now)


def _relative(words: Sequence[str], at: int, now: datetime) -> _Read | None:
    """Read `this week`, `last month`, `past 24 hours` and the like."""
    word = words[at]
    if word not in _THIS | _LATELY | _BEFORE or at + 1 >= len(words):
        return None
    count = _count(words[at + 1])
    after = at + 2
    if count is not None:
        after += after < len(words) and words[after] == "of"
        unit = _UNITS.get(words[after]) if after < len(words) else None
        return None if unit is None else _Read(days.last(count, unit, now), after + 1 - at)
    unit = _UNITS.get(words[at + 1])
    if unit is None:
        weekday = days.WEEKDAYS.get(words[at + 1]) if word in _BEFORE | _LATELY else None
        return None if weekday is None else _Read(days.last_weekday(weekday, now, before_today=True), 2)
    if word in _BEFORE and unit not in {"hours", "days"}:
        return _Read(days.previous(unit, now), 2)
    if word in _LATELY or unit in {"hours", "days", "weeks"}:
        return _Read(days.last(1, unit, now), 2)
    return _Read(days.current(unit, now), 2)


def _named(words: Sequence[str], at: int, now: datetime) -> _Read | None:
    """Read a day of the week, a month, or a day as in 2026-03-09."""
    word = words[at]
    if word in days.WEEKDAYS:
        return _Read(days.last_weekday(days.WEEKDAYS[word], now, before_today=False), 1)
    if word in days.MONTHS:
        year = _year(words, at + 1)
        if year is None and word in _AMBIGUOUS_MONTHS and (at == 0 or words[at - 1] not in _BEFORE_MONTHS):
            return None
        return _Read(days.month(days.MONTHS[word], year, now), 1 if year is None else 2)
    if len(word) == _FEW_DIGITS and at + 2 < len(words):
        day = days.iso_day(words[at : at + 3], now)
        return None if day is None else _Read(day, 3)
    return None


def _count(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= _FEW_DIGITS:
        return int(word) or None
    return _NUMBERS.get(word)


def _year(words: Sequence[str], at: int) -> int | None:
    if at < len(words) and len(words[at]) == _FEW_DIGITS and words[at].isascii() and words[at].isdigit():
        year = int(words[at])
        return year if days.FIRST_YEAR <= year <= days.LAST_YEAR else None
    return None
