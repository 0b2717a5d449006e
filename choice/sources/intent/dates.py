"""Parse periods in English: `last week`, `Friday`, `Nov 14`, `2026-03-09`, `2025`, and lists of them."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from choice.sources.intent import calendar as days
from choice.sources.intent import words as vocabulary

_ALL_MONTHS = days.MONTHS | days.SHORT_MONTHS
NAMES = frozenset(days.WEEKDAYS).union(_ALL_MONTHS)
"""Names of weekdays and months. Every named date contains one of them, or digits."""

_PREPOSITIONS = frozenset({
    "in", "since", "from", "during", "of", "for", "last", "this", "until", "between", "and", "to", "after",
    "early", "late", "before", "by", "till", "til", "than", "on", "mid", "throughout",
})  # fmt: skip
_BEFORE_MONTHS = _PREPOSITIONS | vocabulary.EXCLUSION_WORDS | {"but"}
_BEFORE_MAY = _BEFORE_MONTHS - {"not", "but"}
"""`it may not` and `but may I` do not name a month."""
_MAY_JOIN_VERBS = frozenset({"and", "to"})
"""Words that may also join verbs: in `signals and march on`, `march` is not a month."""
_TIMES = frozenset({
    "today", "yesterday", "week", "weeks", "month", "months", "quarter", "quarters", "year", "years",
})  # fmt: skip
_AFTER_THE_VERB_MAY = frozenset({
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
_BEFORE_LIKELY_YEARS = (
    frozenset({"of", "for", "early", "late", "mid", "than", "but"}) | vocabulary.EXCLUSION_WORDS
)
_BEFORE_TWO_YEARS = frozenset().union(*vocabulary.TOPICS.values())
_AFTER_MONTHS = frozenset({topic for topic in _BEFORE_TWO_YEARS if topic.endswith("s")})
"""`the May incidents` names a month; `may signal` and `may issue` do not."""
_FIRST_LIKELY_YEAR, _LAST_LIKELY_YEAR = 1900, 2099
_COUNTED = frozenset({
    "user", "users", "people", "persons", "customers", "clients", "employees", "staff", "members", "teams",
    "accounts", "cases", "rows", "items", "requests", "messages", "errors", "events", "alerts", "places",
    "times", "ms", "seconds", "minutes", "hours", "days", "weeks", "months", "points", "percent", "dollars",
    "euros", "won", "usd", "eur", "active", "affected", "different", "unique", "more",
})  # fmt: skip
"""Nouns after which a number is a count, not a year."""
_YEAR_DIGITS, _MONTH_DIGITS, _MONTHS_OF_YEAR = 4, 2, 12


class Match(NamedTuple):
    """A period, and the number of words that name it."""

    period: days.Period
    words_used: int


def named_date(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Return the date that starts at a word, or None. A bare year counts only after a word such as `in`."""
    word = words[at]
    if word in days.WEEKDAYS:
        return Match(days.last_weekday(days.WEEKDAYS[word], now, before_today=False), 1)
    if word in _ALL_MONTHS:
        return _month_first(words, at, now)
    if word == "year":
        named = _year(words, at + 1, now, days.FIRST_YEAR, days.LAST_YEAR)
        return None if named is None else Match(named.period, named.words_used + 1)
    if not "0" <= word[0] <= "9":
        return None
    is_year = len(word) == _YEAR_DIGITS and word.isdigit()
    return _year_first(words, at, now) if is_year else _day_first(words, at, now)


def likely_year(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Return the year at a word, or None if the word is not a number or is probably a count."""
    return _year(words, at, now, _FIRST_LIKELY_YEAR, _LAST_LIKELY_YEAR)


def _month_first(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `November`, `Nov 2025`, `November 14th` or `Nov 14, 2025`."""
    number = _ALL_MONTHS[words[at]]
    day = _DAY.fullmatch(words[at + 1]) if at + 1 < len(words) else None
    is_clear = at > 0 or words[at] not in _AMBIGUOUS_MONTHS
    if day is not None and (is_clear or day[2]) and not _another_day_follows(words, at + 2):
        year = _year_number(words, at + 2)
        named = days.day_of_month(int(day[1]), number, year, now)
        if named is not None:
            return Match(named, 2 if year is None else 3)
    year = _year_number(words, at + 1)
    if year is None and words[at] in _AMBIGUOUS_MONTHS and not _is_month(words, at):
        return None
    return Match(days.month(number, year, now), 1 if year is None else 2)


def _is_month(words: Sequence[str], at: int) -> bool:
    """Return whether an ambiguous word such as `may` is a month, based on the words around it."""
    before = words[at - 1] if at > 0 else ""
    following = words[at + 1] if at + 1 < len(words) else ""
    if words[at] == "may":
        if following in _AFTER_THE_VERB_MAY:
            return False
        if before == "this":
            # In `this may cause an outage`, `may` is a verb.
            return following in {"", *_BETWEEN_NAMES, *_AFTER_MONTHS}
    if _is_joined_with_month(words, at) or (at > 0 and following in _AFTER_MONTHS):
        return True
    if before in _MAY_JOIN_VERBS:
        joined = words[at - 2] if at > 1 else ""
        return joined in _TIMES or joined in NAMES or joined[:1].isdigit()
    return before in (_BEFORE_MAY if words[at] == "may" else _BEFORE_MONTHS)


def _is_joined_with_month(words: Sequence[str], at: int) -> bool:
    """Return whether a conjunction joins this month with another one, as in `March or May`."""
    after = at + 2 < len(words) and words[at + 1] in _BETWEEN_NAMES and words[at + 2] in _ALL_MONTHS
    return after or (at > 1 and words[at - 1] in _BETWEEN_NAMES and words[at - 2] in _ALL_MONTHS)


def _day_first(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `14 November 2025` or `14th of November`, but not `top 10 November incidents`."""
    day = _DAY.fullmatch(words[at])
    month_at = at + 1 + (at + 1 < len(words) and words[at + 1] == "of")
    if day is None or month_at >= len(words) or words[month_at] not in _ALL_MONTHS:
        return None
    year = _year_number(words, month_at + 1)
    has_preposition = at > 0 and words[at - 1] in _BEFORE_DAYS
    if not (day[2] or year or has_preposition) or _another_day_precedes(words, at - 1):
        return None
    named = days.day_of_month(int(day[1]), _ALL_MONTHS[words[month_at]], year, now)
    return None if named is None else Match(named, month_at + (1 if year is None else 2) - at)


def _another_day_follows(words: Sequence[str], at: int) -> bool:
    """Return whether another day of the same month follows, as in `Nov 14 and 15`."""
    at += at < len(words) and words[at] in _BETWEEN_DAYS
    is_day = at < len(words) and _DAY.fullmatch(words[at]) is not None
    return is_day and not (at + 1 < len(words) and words[at + 1] in _ALL_MONTHS)


def _another_day_precedes(words: Sequence[str], at: int) -> bool:
    """Return whether another day of the same month precedes, as in `14 to 20 November`."""
    at -= at > 0 and words[at] in _BETWEEN_DAYS
    is_day = at >= 0 and _DAY.fullmatch(words[at]) is not None
    return is_day and not (at > 0 and words[at - 1] in _ALL_MONTHS)


def _year_first(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `2026-03-09`, or a year after a word such as `in`."""
    if _has_digits(words, at + 1) and _has_digits(words, at + 2):
        day = days.iso_day(words[at : at + 3], now)
        return None if day is None else Match(day, 3)
    before = words[at - 1] if at > 0 else ""
    if before in _BEFORE_YEARS:
        return _year(words, at, now, days.FIRST_YEAR, days.LAST_YEAR)
    if before in _BEFORE_LIKELY_YEARS:
        return likely_year(words, at, now)
    is_first = at == 0 or before in _BEFORE_TWO_YEARS
    following = words[at + 1] if at + 1 < len(words) else ""
    two = is_first and following in _BETWEEN_NAMES and likely_year(words, at + 2, now) is not None
    return likely_year(words, at, now) if two else None


def _year(words: Sequence[str], at: int, now: datetime, first: int, last: int) -> Match | None:
    """Parse `2025`, or the month `2025-11`."""
    year = _year_number(words, at)
    if year is None or not first <= year <= last:
        return None
    following = words[at + 1] if at + 1 < len(words) else ""
    if following in _COUNTED:
        return None
    if len(following) == _MONTH_DIGITS and _has_digits(words, at + 1):
        month = int(following)
        return Match(days.month(month, year, now), 2) if 1 <= month <= _MONTHS_OF_YEAR else None
    return Match(days.year(year, now), 1)


def _year_number(words: Sequence[str], at: int) -> int | None:
    if not _has_digits(words, at) or len(words[at]) != _YEAR_DIGITS:
        return None
    year = int(words[at])
    return year if days.FIRST_YEAR <= year <= days.LAST_YEAR else None


def _has_digits(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at].isascii() and words[at].isdigit()


_CURRENT_WORDS = frozenset({"this", "current", "ongoing"})
_RECENT_WORDS = frozenset({"past", "recent"})
_PREVIOUS_WORDS = frozenset({"last", "previous"})
RELATIVE = _CURRENT_WORDS | _RECENT_WORDS | _PREVIOUS_WORDS
"""Words before a unit, as in `last week`."""
_PARTS_OF_DAY = {"morning": (0, 12), "afternoon": (12, 6), "evening": (18, 6), "night": (18, 12)}
"""First hour and number of hours. A night lasts until the next morning."""
_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
}  # fmt: skip
_PART_OF_YEAR = re.compile(r"(?:q([1-4])|h([12]))")
_MONTHS_OF_PART = {"quarter": 3, "half": 6}
FIRST_WORDS = frozenset({
    "today", "tonight", "yesterday", "overnight", "weekend", "ago", "quarter", "half", "before",
}).union(RELATIVE, NAMES)  # fmt: skip
"""Every period contains one of these words, or digits."""

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
_ROLLING_UNITS = frozenset({"hours", "days", "fortnights"})
_MAX_DIGITS = 4


def parse_period(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Return the period that starts at a word, or None."""
    if at < len(words) and words[at] == "the":
        inner = parse_period(words, at + 1, now) if words[at + 1 : at + 2] != ["the"] else None
        return None if inner is None else Match(inner.period, inner.words_used + 1)
    if at >= len(words):
        return None
    word = words[at]
    if word in {"today", "tonight"}:
        return Match(days.one_day(now, 0, "Today"), 1)
    if word == "day" and words[at + 1 : at + 3] == ["before", "yesterday"]:
        return Match(days.one_day(now, 2, "Day Before Yesterday"), 3)
    return (
        _part_of_day(words, at, now)
        or _weekend(words, at, now)
        or _ago(words, at, now)
        or _part_of_year(words, at, now)
        or _relative(words, at, now)
        or named_date(words, at, now)
    )


def _part_of_day(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `yesterday`, `last night`, `this morning`, `yesterday evening` and `overnight`."""
    word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word == "overnight" or (word in _PREVIOUS_WORDS and following == "night"):
        night = days.part_of_day(now, 1, *_PARTS_OF_DAY["night"], "Last Night")
        return Match(night, 1 if word == "overnight" else 2)
    if word == "yesterday" and following in _PARTS_OF_DAY:
        hours = _PARTS_OF_DAY[following]
        return Match(days.part_of_day(now, 1, *hours, f"Yesterday {following.title()}"), 2)
    if word == "yesterday":
        return Match(days.one_day(now, 1, "Yesterday"), 1)
    if word == "this" and following in _PARTS_OF_DAY and following != "night":
        hours = _PARTS_OF_DAY[following]
        return Match(days.part_of_day(now, 0, *hours, f"This {following.title()}"), 2)
    return None


def _weekend(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `weekend`, `this weekend` and `last weekend`."""
    if words[at] == "weekend":
        return Match(days.weekend(now, "Weekend"), 1)
    if words[at] not in RELATIVE or words[at + 1 : at + 2] != ["weekend"]:
        return None
    is_earlier = words[at] in _PREVIOUS_WORDS
    return Match(days.weekend(now, f"{words[at].title()} Weekend", before_today=is_earlier), 2)


def _ago(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `two weeks ago`, `a couple of days ago` and `week before last`."""
    if words[at + 1 : at + 3] == ["before", "last"] and words[at] in _UNITS:
        return Match(days.ago(2, _UNITS[words[at]], now), 3)
    place = at + (words[at] in {"a", "an"})
    count = _count(words[place]) if place < len(words) else None
    place += 1 if count is not None else 0
    place += words[place : place + 1] == ["of"]
    if (count is None and place == at) or words[place + 1 : place + 2] != ["ago"]:
        return None
    unit = _UNITS.get(words[place])
    return None if unit is None else Match(days.ago(count or 1, unit, now), place + 2 - at)


def _part_of_year(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `Q3`, `H1 2025`, `third quarter of 2025` and `2025 Q3`."""
    named = _quarter_or_half(words, at)
    if named is not None:
        number, months, used = named
        after = at + used + (words[at + used : at + used + 1] == ["of"])
        year = _year_number(words, after)
        used = used if year is None else after + 1 - at
        return Match(days.part_of_year(number, months, year, now), used)
    year, named = _year_number(words, at), _quarter_or_half(words, at + 1)
    if year is None or named is None:
        return None
    return Match(days.part_of_year(named[0], named[1], year, now), named[2] + 1)


def _quarter_or_half(words: Sequence[str], at: int) -> tuple[int, int, int] | None:
    """Return the number of a quarter or half, its length in months, and the words used."""
    short = _PART_OF_YEAR.fullmatch(words[at]) if at < len(words) else None
    if short is not None:
        return (int(short[1]), 3, 1) if short[1] else (int(short[2]), 6, 1)
    if at + 1 >= len(words) or words[at] not in _ORDINALS or words[at + 1] not in _MONTHS_OF_PART:
        return None
    number, months = _ORDINALS[words[at]], _MONTHS_OF_PART[words[at + 1]]
    return (number, months, 2) if number * months <= _MONTHS_OF_YEAR else None


def _relative(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Parse `this week`, `last month`, `past 24 hours` and the like."""
    word = words[at]
    if word not in RELATIVE or at + 1 >= len(words):
        return None
    count = _count(words[at + 1])
    after = at + 2
    if count is not None:
        after += after < len(words) and words[after] == "of"
        unit = _UNITS.get(words[after]) if after < len(words) else None
        return None if unit is None else Match(days.last(count, unit, now), after + 1 - at)
    unit = _UNITS.get(words[at + 1])
    if unit is None:
        weekday = days.WEEKDAYS.get(words[at + 1]) if word not in _CURRENT_WORDS else None
        return None if weekday is None else Match(days.last_weekday(weekday, now, before_today=True), 2)
    if word in _PREVIOUS_WORDS and unit not in _ROLLING_UNITS:
        return Match(days.previous(unit, now), 2)
    if word in _RECENT_WORDS or unit == "weeks" or unit in _ROLLING_UNITS:
        return Match(days.last(1, unit, now), 2)
    return Match(days.current(unit, now), 2)


def _count(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= _MAX_DIGITS:
        return int(word) or None
    return _NUMBERS.get(word)


_CONJUNCTIONS = frozenset({"and", "or", "nor", "plus"})
_REPEATED_PREPOSITIONS = frozenset({"also", "in", "on", "during", "from", "of", "for"})
_MONTH_AND_YEAR = 2


def period_at(words: Sequence[str], at: int, now: datetime) -> Match | None:
    """Return the period that starts at a word, or None. Unlike in `parse_period`, a bare year counts."""
    return parse_period(words, at, now) or likely_year(words, at, now)


def listed_periods(
    words: Sequence[str], at: int, first: Match, now: datetime
) -> tuple[list[days.Period], int]:
    """Return the periods of a list that starts with `first`, and the index after the list."""
    places, found = [at], [first]
    while len(found) < days.MAX_LISTED:
        end = places[-1] + found[-1].words_used
        place = _next(words, places[-1], end)
        following = None if place is None else _following(words, places[-1], found[-1], place, now)
        if place is None or following is None:
            break
        places.append(place)
        found.append(following)
    periods = [match.period for match in found]
    for number in range(len(periods) - 2, -1, -1):
        # In `March and April 2024` the first month is the most recent one before the second.
        is_later = periods[number].since > periods[number + 1].until
        if is_later and _come_in_order(words, places[number], places[number + 1], found[number + 1]):
            earlier = period_at(words, places[number], periods[number + 1].until)
            periods[number] = earlier.period if earlier else periods[number]
    return periods, places[-1] + found[-1].words_used


def _come_in_order(words: Sequence[str], at: int, place: int, second: Match) -> bool:
    """Return whether two months are in chronological order, unlike in `February and January`."""
    first, last = _ALL_MONTHS.get(words[at]), _ALL_MONTHS.get(words[place])
    if first is None or last is None:
        return False
    return first < last or _kind(words, place + second.words_used - 1) == "year"


def _next(words: Sequence[str], at: int, end: int) -> int | None:
    """Return the index at which the next period of a list may begin, or None."""
    if end >= len(words):
        return None
    if words[end] in _CONJUNCTIONS:
        place = end + 1
        return place + (place < len(words) and words[place] in _REPEATED_PREPOSITIONS)
    # The words contain no commas, so consecutive names of one kind are a list.
    kind = _kind(words, at)
    return end if kind is not None and kind == _kind(words, end) else None


def _kind(words: Sequence[str], at: int) -> str | None:
    word = words[at]
    if word in _ALL_MONTHS:
        return "month"
    if word in days.WEEKDAYS:
        return "weekday"
    return "year" if len(word) == _YEAR_DIGITS and _has_digits(words, at) else None


def _following(words: Sequence[str], at: int, last: Match, place: int, now: datetime) -> Match | None:
    match = period_at(words, place, now)
    if match is None or place >= len(words):
        return match
    has_year = (
        words[at] in _ALL_MONTHS and last.words_used == _MONTH_AND_YEAR and _kind(words, at + 1) == "year"
    )
    if has_year and match.words_used == 1 and _kind(words, place) == "year":
        # `March 2024 and 2025` is the same month of both years.
        return Match(days.month(_ALL_MONTHS[words[at]], int(words[place]), now), 1)
    return match
