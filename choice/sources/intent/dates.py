"""Reads the name of a day, a month or a year: Friday, Nov 14, 2026-03-09, 2025."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

from choice.sources.intent import calendar as days
from choice.sources.intent import words as known
from choice.sources.intent.calendar import Period
from choice.sources.intent.words import TOPICS

Role = Literal["wanted", "left_out", "no_limit"]

LEAVE_OUT: Final = frozenset({
    "except", "excepting", "exclude", "excluding", "without", "besides", "minus", "ignore", "ignoring",
    "omit", "omitting", "skip", "skipping", "outside", "hide", "hiding", "not",
})  # fmt: skip
"""Words that leave out what follows them."""
_DENIALS: Final = frozenset({
    "not", "never", "isn", "aren", "wasn", "weren", "don", "didn", "doesn", "isnt", "arent", "wasnt",
    "werent", "dont", "didnt", "doesnt", "without",
})  # fmt: skip
"""Words that may also deny what stands between them and the period."""
_ALL: Final = LEAVE_OUT | _DENIALS
_OF_TWO_WORDS: Final = frozenset({
    ("other", "than"), ("rather", "than"), ("apart", "from"), ("aside", "from"), ("instead", "of"),
    ("leave", "out"), ("leaving", "out"), ("filter", "out"), ("filtering", "out"),
})  # fmt: skip
_EVERYTHING: Final = frozenset({"all", "everything", "anything", "every", "any"})
"""Behind these a `but` leaves out."""
_ONLY: Final = frozenset({"only", "just", "merely", "solely", "limited"})
_FILLING: Final = frozenset({
    "in", "during", "on", "of", "for", "from", "within", "between", "the", "t", "that", "those", "ones",
    "these", "which", "it", "is", "are", "were", "was", "be", "did", "do", "have", "been", "happen",
    "happened", "occur", "occurred", "start", "started", "begin", "began", "begun", "opened", "created",
    "raised", "reported", "detected", "seen", "found", "filed", "logged", "show", "include", "list", "count",
    "want", "me", "us", "any", "anything", "things", "month", "year",
})  # fmt: skip
_TOPICS: Final = frozenset().union(*known.TOPICS.values()) | {"weak"}
_BEHIND: Final = frozenset({"excluded", "omitted", "aside", "excepted", "exempted"})
_MOST_BETWEEN: Final = 6


def role_of(words: Sequence[str], at: int, behind: int) -> Role:
    """Return why a period is named that begins at a word and ends before another."""
    first = behind + (words[behind : behind + 1] in (["is"], ["are"]))
    if words[first : first + 1] and (
        words[first] in _BEHIND or words[first : first + 2] in (["left", "out"], ["not", "included"])
    ):
        return "left_out"
    if words[at] in {"from", "of", "than"} and at > 0 and (words[at - 1], words[at]) in _OF_TWO_WORDS:
        return "left_out"
    return _before(words, at)


def _before(words: Sequence[str], at: int) -> Role:
    has_topic = False
    for place in range(at - 1, max(-1, at - 1 - _MOST_BETWEEN), -1):
        word, earlier = words[place], words[place - 1] if place else ""
        if (earlier, word) in _OF_TWO_WORDS or (
            word == "but" and _EVERYTHING.intersection(words[:place][-3:])
        ):
            return "left_out"
        if word in _ONLY and earlier in _ALL:
            return "no_limit"
        if word in _ALL:
            # `days without incidents in March` are days in March all the same.
            is_denied = word in _DENIALS and (has_topic or earlier == "why")
            return "wanted" if is_denied else "left_out"
        has_topic = has_topic or word in _TOPICS
        if word not in _FILLING and word not in _TOPICS:
            break
    return "wanted"


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


MOST_LISTED: Final = 12

_JOINING: Final = frozenset({"and", "or", "nor", "plus"})
_AGAIN: Final = frozenset({"also", "in", "on", "during", "from", "of", "for"})
_MONTHS: Final = days.MONTHS | days.SHORT_MONTHS
_MONTH_AND_YEAR: Final = 2


def period_at(words: Sequence[str], at: int, now: datetime) -> Read | None:
    """Return the period that begins with a word, where one is expected, or None."""
    return spoken_period(words, at, now) or likely_year(words, at, now)


def listed_periods(words: Sequence[str], at: int, first: Read, now: datetime) -> tuple[list[Period], int]:
    """Return the periods of a list whose first was read, and where the words behind it begin."""
    places, found = [at], [first]
    while len(found) < MOST_LISTED:
        behind = places[-1] + found[-1].words_used
        place = _next(words, places[-1], behind)
        following = None if place is None else _following(words, places[-1], found[-1], place, now)
        if place is None or following is None:
            break
        places.append(place)
        found.append(following)
    periods = [read.period for read in found]
    for number in range(len(periods) - 2, -1, -1):
        # In `March and April 2024` the first month is the last one of its name before the second.
        is_later = periods[number].since > periods[number + 1].until
        if is_later and _come_in_order(words, places[number], places[number + 1], found[number + 1]):
            earlier = period_at(words, places[number], periods[number + 1].until)
            periods[number] = earlier.period if earlier else periods[number]
    return periods, places[-1] + found[-1].words_used


def _come_in_order(words: Sequence[str], at: int, place: int, second: Read) -> bool:
    """Tell whether a month is meant before the one behind it; in `February and January` it is not."""
    first, last = _MONTHS.get(words[at]), _MONTHS.get(words[place])
    if first is None or last is None:
        return False
    return first < last or _sort(words, place + second.words_used - 1) == "year"


def _next(words: Sequence[str], at: int, behind: int) -> int | None:
    """Return where the next of a list may begin."""
    if behind >= len(words):
        return None
    if words[behind] in _JOINING:
        place = behind + 1
        return place + (place < len(words) and words[place] in _AGAIN)
    # Commas are no words: names of one sort that follow each other are a list.
    sort = _sort(words, at)
    return behind if sort is not None and sort == _sort(words, behind) else None


def _sort(words: Sequence[str], at: int) -> str | None:
    word = words[at]
    if word in _MONTHS:
        return "month"
    if word in days.WEEKDAYS:
        return "weekday"
    return "year" if len(word) == 4 and word.isascii() and word.isdigit() else None  # noqa: PLR2004 - digits


def _following(words: Sequence[str], at: int, last: Read, place: int, now: datetime) -> Read | None:
    read = period_at(words, place, now)
    if read is None or place >= len(words):
        return read
    has_year = words[at] in _MONTHS and last.words_used == _MONTH_AND_YEAR and _sort(words, at + 1) == "year"
    if has_year and read.words_used == 1 and _sort(words, place) == "year":
        # `March 2024 and 2025` is the same month of both years.
        return Read(days.month(_MONTHS[words[at]], int(words[place]), now), 1)
    return read
