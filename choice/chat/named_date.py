"""Reads the name of a day, a month or a year: Friday, Nov 14, 2026-03-09, 2025."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from choice.chat import calendar_days as days
from choice.chat.intent_words import TOPICS
from choice.chat.left_out import LEAVE_OUT

_ALL_MONTHS = days.MONTHS | days.SHORT_MONTHS
NAMES = frozenset(days.WEEKDAYS).union(_ALL_MONTHS)
"""Every name has one of these words, or digits."""

_LED_MONTHS = frozenset({
    "in", "since", "from", "during", "of", "for", "last", "this", "until", "between", "and", "to", "after",
    "early", "late", "before", "by", "till", "til", "than", "on", "mid", "throughout",
})  # fmt: skip
_BEFORE_MONTHS = _LED_MONTHS | LEAVE_OUT | {"but"}
_BEFORE_MAY = _BEFORE_MONTHS - {"not", "but"}
"""In `it may not` and `but may I` no month is named."""
_MAY_JOIN_VERBS = frozenset({"and", "to"})
"""Behind these a month is named only where a time stands before: not in `signals and march on`."""
_TIMES = frozenset({
    "today", "yesterday", "week", "weeks", "month", "months", "quarter", "quarters", "year", "years",
})  # fmt: skip
_BEHIND_THE_VERB_MAY = frozenset({
    "i", "you", "he", "she", "it", "we", "they", "the", "be", "have", "not", "also", "well", "still", "never",
})  # fmt: skip
_BETWEEN_NAMES = frozenset({"and", "or", "to", "until", "till", "til", "through", "plus"})
_AMBIGUOUS_MONTHS = frozenset({"may", "march"}).union(days.SHORT_MONTHS)
_DAY = re.compile(r"(0?[1-9]|[12][0-9]|3[01])(st|nd|rd|th)?")
_BEFORE_DAYS = frozenset({
    "on", "the", "since", "from", "after", "before", "until", "till", "til", "by", "to", "between", "and",
    "through", "than",
})  # fmt: skip
_BETWEEN_DAYS = frozenset({"and", "or", "to", "until", "till", "through"})
_BEFORE_YEARS = frozenset({"in", "during", "throughout", "year"})
_BEFORE_LIKELY_YEARS = frozenset({"of", "for", "early", "late", "mid", "than", "but"}) | LEAVE_OUT
_BEFORE_TWO_YEARS = frozenset().union(*TOPICS.values())
_BEHIND_MONTHS = frozenset({topic for topic in _BEFORE_TWO_YEARS if topic.endswith("s")})
"""In `the May incidents` a month is named; but something `may signal` or `may issue`."""
_FIRST_LIKELY_YEAR, _LAST_LIKELY_YEAR = 1900, 2099
_COUNTED = frozenset({
    "user", "users", "people", "persons", "customers", "clients", "employees", "staff", "members", "teams",
    "accounts", "cases", "rows", "items", "requests", "messages", "errors", "events", "alerts", "places",
    "times", "ms", "seconds", "minutes", "hours", "days", "weeks", "months", "points", "percent", "dollars",
    "euros", "won", "usd", "eur", "active", "affected", "different", "unique", "more",
})  # fmt: skip
"""What a number counts that could be a year."""
_YEAR_DIGITS, _MONTH_DIGITS, _MONTHS_OF_YEAR = 4, 2, 12


class Read(NamedTuple):
    """A period, and how many words name it."""

    period: days.Period
    words_used: int


def named_date(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Return the period whose name begins with a word, or None; a year needs an `in` or the like before."""
    word = words[at]
    if word in days.WEEKDAYS:
        return Read(days.last_weekday(days.WEEKDAYS[word], now, before_today=False), 1)
    if word in _ALL_MONTHS:
        return _month_first(words, at, now)
    if word == "year":
        named = _year(words, at + 1, now, days.FIRST_YEAR, days.LAST_YEAR)
        return None if named is None else Read(named.period, named.words_used + 1)
    if not "0" <= word[0] <= "9":
        return None
    is_year = len(word) == _YEAR_DIGITS and word.isdigit()
    return _year_first(words, at, now) if is_year else _day_first(words, at, now)


def likely_year(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Return the year that a word names, unless it more likely counts something; or None."""
    return _year(words, at, now, _FIRST_LIKELY_YEAR, _LAST_LIKELY_YEAR)


def _month_first(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Read `November`, `Nov 2025`, `November 14th` or `Nov 14, 2025`."""
    number = _ALL_MONTHS[words[at]]
    day = _DAY.fullmatch(words[at + 1]) if at + 1 < len(words) else None
    sure = at > 0 or words[at] not in _AMBIGUOUS_MONTHS
    if day is not None and (sure or day[2]) and not _one_more_day(words, at + 2):
        year = _year_number(words, at + 2)
        named = days.day_of_month(int(day[1]), number, year, now)
        if named is not None:
            return Read(named, 2 if year is None else 3)
    year = _year_number(words, at + 1)
    if year is None and words[at] in _AMBIGUOUS_MONTHS and not _is_month(words, at):
        return None
    return Read(days.month(number, year, now), 1 if year is None else 2)


def _is_month(words: Sequence[str], at: int) -> bool:
    """Tell whether a word that can be another one, such as `may`, names a month by what stands around it."""
    before = words[at - 1] if at > 0 else ""
    behind = words[at + 1] if at + 1 < len(words) else ""
    if words[at] == "may":
        if behind in _BEHIND_THE_VERB_MAY:
            return False
        if before == "this":
            # In `this may cause an outage` it is a verb.
            return behind in {"", *_BETWEEN_NAMES, *_BEHIND_MONTHS}
    if _has_neighbour(words, at) or (at > 0 and behind in _BEHIND_MONTHS):
        return True
    if before in _MAY_JOIN_VERBS:
        joined = words[at - 2] if at > 1 else ""
        return joined in _TIMES or joined in NAMES or joined[:1].isdigit()
    return before in (_BEFORE_MAY if words[at] == "may" else _BEFORE_MONTHS)


def _has_neighbour(words: Sequence[str], at: int) -> bool:
    """Tell whether another month stands beside it, as in `March or May`: then both are names."""
    after = at + 2 < len(words) and words[at + 1] in _BETWEEN_NAMES and words[at + 2] in _ALL_MONTHS
    return after or (at > 1 and words[at - 1] in _BETWEEN_NAMES and words[at - 2] in _ALL_MONTHS)


def _day_first(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Read `14 November 2025` or `14th of November`; of `top 10 November incidents` the 10 is no day."""
    day = _DAY.fullmatch(words[at])
    month_at = at + 1 + (at + 1 < len(words) and words[at + 1] == "of")
    if day is None or month_at >= len(words) or words[month_at] not in _ALL_MONTHS:
        return None
    year = _year_number(words, month_at + 1)
    led = at > 0 and words[at - 1] in _BEFORE_DAYS
    if not (day[2] or year or led) or _one_day_before(words, at - 1):
        return None
    named = days.day_of_month(int(day[1]), _ALL_MONTHS[words[month_at]], year, now)
    return None if named is None else Read(named, month_at + (1 if year is None else 2) - at)


def _one_more_day(words: Sequence[str], at: int) -> bool:
    """Tell whether another day of the same month follows, as in `Nov 14 and 15`: then the month is meant."""
    at += at < len(words) and words[at] in _BETWEEN_DAYS
    is_day = at < len(words) and _DAY.fullmatch(words[at]) is not None
    return is_day and not (at + 1 < len(words) and words[at + 1] in _ALL_MONTHS)


def _one_day_before(words: Sequence[str], at: int) -> bool:
    """Tell whether another day of the same month stands there, as in `14 to 20 November`."""
    at -= at > 0 and words[at] in _BETWEEN_DAYS
    is_day = at >= 0 and _DAY.fullmatch(words[at]) is not None
    return is_day and not (at > 0 and words[at - 1] in _ALL_MONTHS)


def _year_first(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Read `2026-03-09`, or a year behind a word that says that it is one."""
    if _has_digits(words, at + 1) and _has_digits(words, at + 2):
        day = days.iso_day(words[at : at + 3], now)
        return None if day is None else Read(day, 3)
    before = words[at - 1] if at > 0 else ""
    if before in _BEFORE_YEARS:
        return _year(words, at, now, days.FIRST_YEAR, days.LAST_YEAR)
    if before in _BEFORE_LIKELY_YEARS:
        return likely_year(words, at, now)
    is_first = at == 0 or before in _BEFORE_TWO_YEARS
    following = words[at + 1] if at + 1 < len(words) else ""
    two = is_first and following in _BETWEEN_NAMES and likely_year(words, at + 2, now) is not None
    return likely_year(words, at, now) if two else None


def _year(words: Sequence[str], at: int, now: datetime, first: int, last: int) -> Read | None:
    """Read `2025`, or `2025-11`, which is a month."""
    year = _year_number(words, at)
    if year is None or not first <= year <= last:
        return None
    following = words[at + 1] if at + 1 < len(words) else ""
    if following in _COUNTED:
        return None
    if len(following) == _MONTH_DIGITS and _has_digits(words, at + 1):
        month = int(following)
        return Read(days.month(month, year, now), 2) if 1 <= month <= _MONTHS_OF_YEAR else None
    return Read(days.year(year, now), 1)


def _year_number(words: Sequence[str], at: int) -> int | None:
    if not _has_digits(words, at) or len(words[at]) != _YEAR_DIGITS:
        return None
    year = int(words[at])
    return year if days.FIRST_YEAR <= year <= days.LAST_YEAR else None


def _has_digits(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at].isascii() and words[at].isdigit()
