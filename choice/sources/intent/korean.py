"""Parse the time span of a Korean message, where particles are attached to their words."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from choice.sources.intent import calendar as days
from choice.sources.intent.calendar import (
    MAX_LISTED,
    Period,
    Span,
    all_time_except,
    truncate_at_now,
    union,
    without,
)

_UNITS = {"시간": "hours", "일": "days", "주": "weeks", "개월": "months", "달": "months", "년": "years"}
_COUNTED = re.compile(r"(?:최근|지난)\s?(\d{1,4})\s?(시간|일|주|개월|달|년)")
_WEEKDAY = re.compile(r"([월화수목금토일])요일")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(
    r"(?<!\d)(?:(\d{4})년\s?)?(1[0-2]|0?[1-9])월(?:\s?(3[01]|[12]\d|0?[1-9])일)?|(?<!\d)(\d{4})년"
)
_ISO_DAY = re.compile(r"(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?=부터|까지|\s?이[전후])")
# 3월 전 means before March, but 3월 전체 means all of March.
_BOUND = re.compile(r"(?:에서|의)?\s?(부터|이후|까지|이전|전(?=에|의|까지|[\s.,?!]|$))")
_TO = re.compile(r"\s?[~\u223c\u301c\u2013-]\s?|에서\s?(?=[^,.]{1,12}까지)")
_AND = re.compile(r"\s?(?:과|와|이랑|랑|하고|및|또는|이나|나|,|·)\s?")
_EXCLUDED = re.compile(
    r"(?:까지)?(?:의|에)?(?:을|를|은|는|이|가)?\s?(?:제외|빼고|뺀|말고|아닌|이외|외의|외에)"
)
_WORDS: dict[str, Callable[[datetime], Period]] = {
    "오늘": lambda now: days.one_day(now, 0, "Today"),
    "어제": lambda now: days.one_day(now, 1, "Yesterday"),
    "이번 주": lambda now: days.last(1, "weeks", now),
    "이번주": lambda now: days.last(1, "weeks", now),
    "최근 일주일": lambda now: days.last(1, "weeks", now),
    "최근 보름": lambda now: days.last(15, "days", now),
    "지난 보름": lambda now: days.last(15, "days", now),
    "지난 주": lambda now: days.previous("weeks", now),
    "지난주": lambda now: days.previous("weeks", now),
    "이번 달": lambda now: days.current("months", now),
    "이번달": lambda now: days.current("months", now),
    "지난 달": lambda now: days.previous("months", now),
    "지난달": lambda now: days.previous("months", now),
    "올해": lambda now: days.current("years", now),
    "작년": lambda now: days.previous("years", now),
    "재작년": lambda now: days.ago(2, "years", now),
    "그저께": lambda now: days.one_day(now, 2, "Day Before Yesterday"),
    "지지난주": lambda now: days.ago(2, "weeks", now),
    "지난 분기": lambda now: days.previous("quarters", now),
    "지난분기": lambda now: days.previous("quarters", now),
    "전분기": lambda now: days.previous("quarters", now),
    "이번 분기": lambda now: days.current("quarters", now),
    "이번분기": lambda now: days.current("quarters", now),
    "상반기": lambda now: days.part_of_year(1, 6, None, now),
    "하반기": lambda now: days.part_of_year(2, 6, None, now),
    "어젯밤": lambda now: days.part_of_day(now, 1, 18, 12, "Last Night"),
    "어제 밤": lambda now: days.part_of_day(now, 1, 18, 12, "Last Night"),
    "간밤": lambda now: days.part_of_day(now, 1, 18, 12, "Last Night"),
    "오늘 아침": lambda now: days.part_of_day(now, 0, 0, 12, "This Morning"),
    "오늘 오전": lambda now: days.part_of_day(now, 0, 0, 12, "This Morning"),
    "오늘 오후": lambda now: days.part_of_day(now, 0, 12, 6, "This Afternoon"),
    "지난 주말": lambda now: days.weekend(now, "Last Weekend", before_today=True),
    "지난주말": lambda now: days.weekend(now, "Last Weekend", before_today=True),
    "주말": lambda now: days.weekend(now, "Weekend"),
}
_LONGEST_FIRST = sorted(_WORDS.items(), key=lambda entry: -len(entry[0]))
_COUNTS = {"한": 1, "두": 2, "세": 3, "네": 4, "일": 1, "이": 2, "삼": 3}
_AGO = re.compile(r"(?<!월)(?<!월\s)(?<!\d)(\d{1,3}|[한두세네])\s?(시간|일|주일?|개월|달|년|분기)\s?전(?!체)")
_QUARTER = re.compile(r"(?:(\d{4})년\s?)?([1-4])\s?(?:사\s?)?분기")
_COMPARED = re.compile(r"비교|대비")


class _PeriodMatch(NamedTuple):
    """A period, and the index in the text after it."""

    period: Period
    end: int
    year: int | None = None
    """The year that the text names together with the month, or None."""


def korean_span(text: str, now: datetime) -> Span | None:
    """Return the time span in a Korean text, with exclusions applied, or None."""
    span = _korean_span(text, now)
    return None if span is None else truncate_at_now(span, now)


def _korean_span(  # noqa: PLR0911 - one return per form of a span
    text: str, now: datetime
) -> Span | None:
    counted = _COUNTED.search(text) if "최근" in text or "지난" in text else None
    if counted is not None and int(counted[1]):
        return Span(*days.last(int(counted[1]), _UNITS[counted[2]], now))
    found = _period(text, 0, now)
    if found is None:
        return None
    other = _period(text, found.end, now) if _COMPARED.search(text) else None
    if other is not None:
        return union([Span(*found.period), Span(*other.period)])
    bound = _bound(text, found)
    period = found.period
    if bound == "까지":
        return Span(None, period.until, f"Until {period.words}")
    if bound in {"이전", "전"}:
        return Span(None, period.since - days.INSTANT, f"Before {period.words}")
    if bound:
        span, end = _open_range(text, found, now)
        return all_time_except([span], now) if _EXCLUDED.match(text, end) else span
    return _unbounded(text, found, now)


def _unbounded(text: str, first: _PeriodMatch, now: datetime) -> Span:
    """Parse a period, a range or a list, and an exclusion that follows."""
    span, end = _listed(text, first, now)
    if _EXCLUDED.match(text, end):
        return all_time_except([span], now)
    # In 2025년 중 3월 제외 the month belongs to 2025.
    other = _period(text, end, span.until)
    is_excluded = other is not None and _EXCLUDED.match(text, other.end) is not None
    return without(span, [Span(*other.period)]) if other is not None and is_excluded else span


def _listed(text: str, first: _PeriodMatch, now: datetime) -> tuple[Span, int]:
    """Parse 3월~5월, 3월과 4월 and the like. Return the span and the index in the text after it."""
    spans, end = [Span(*first.period)], first.end
    of_year = first.year
    while len(spans) < MAX_LISTED:
        ranged = _TO.match(text, end) if len(spans) == 1 else None
        joined = ranged or _AND.match(text, end)
        match = _DATE.match(text, joined.end()) if joined else None
        period = None if match is None else _date(match, now, of_year)
        if match is None or period is None:
            break
        end = match.end()
        if ranged and period.until >= first.period.since:
            return Span(first.period.since, period.until, f"{first.period.words} to {period.words}"), end
        spans.append(Span(*period))
        of_year = _year_in(match) or of_year
    return (union(spans) if len(spans) > 1 else spans[0]), end


def _open_range(text: str, start: _PeriodMatch, now: datetime) -> tuple[Span, int]:
    """Parse 1월부터 2월까지, or 1월부터 without an end. Return the span and the index after it."""
    since, _, words = start.period
    end = _period(text, start.end, now)
    if end is not None and end.period.until >= since and _bound(text, end) == "까지":
        return Span(since, end.period.until, f"{words} to {end.period.words}"), end.end
    return Span(since, now, f"Since {words}"), start.end


def _bound(text: str, found: _PeriodMatch) -> str:
    bound = _BOUND.match(text, found.end)
    return bound[1] if bound else ""


def _period(text: str, start: int, now: datetime) -> _PeriodMatch | None:
    """Return a period after an index, or None. Words such as 어제 take precedence over weekdays and dates."""
    named = [(at, words, period) for words, period in _LONGEST_FIRST if (at := text.find(words, start)) >= 0]
    if named:
        at, words, period = min(named, key=lambda each: (each[0], -len(each[1])))
        return _PeriodMatch(period(now), at + len(words))
    quarter = _QUARTER.search(text, start)
    if quarter is not None:
        year = int(quarter[1]) if quarter[1] else None
        return _PeriodMatch(days.part_of_year(int(quarter[2]), 3, year, now), quarter.end(), year)
    ago = _AGO.search(text, start)
    if ago is not None:
        count = _COUNTS.get(ago[1]) or int(ago[1])
        unit = _UNITS.get(ago[2], "quarters" if ago[2] == "분기" else "weeks")
        return _PeriodMatch(days.ago(max(count, 1), unit, now), ago.end())
    weekday = _WEEKDAY.search(text, start) if "요일" in text else None
    if weekday is not None:
        index = "월화수목금토일".index(weekday[1])
        return _PeriodMatch(days.last_weekday(index, now, before_today=False), weekday.end())
    match = (_DATE.search(text, start) or _ISO_DAY.search(text, start)) if _DIGIT.search(text) else None
    date = None if match is None else _date(match, now)
    return None if match is None or date is None else _PeriodMatch(date, match.end(), _year_in(match))


def _year_in(match: re.Match[str]) -> int | None:
    return int(match[1]) if match.re is _DATE and match[1] else None


def _date(match: re.Match[str], now: datetime, default_year: int | None = None) -> Period | None:
    """Return the year, month or day of a match, or None if the date does not exist."""
    if match.re is _ISO_DAY:
        return days.iso_day(match.groups(), now)
    of_year, month, day, year = [int(each) if each else None for each in match.groups()]
    of_year = of_year or default_year
    known_years = days.FIRST_YEAR, days.LAST_YEAR
    if not known_years[0] <= (of_year or year or now.year) <= known_years[1]:
        return None
    if month is None:
        return days.year(year or now.year, now)
    return days.month(month, of_year, now) if day is None else days.day_of_month(day, month, of_year, now)
