"""Reads the time span of a message in Korean, where words carry their particles with them."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from choice.sources.intent import calendar as days
from choice.sources.intent.calendar import Period, Span, any_of, by_now, everything_without, without
from choice.sources.intent.dates import MOST_LISTED

_UNITS = {"시간": "hours", "일": "days", "주": "weeks", "개월": "months", "달": "months", "년": "years"}
_COUNTED = re.compile(r"(?:최근|지난)\s?(\d{1,4})\s?(시간|일|주|개월|달|년)")
_WEEKDAY = re.compile(r"([월화수목금토일])요일")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(
    r"(?<!\d)(?:(\d{4})년\s?)?(1[0-2]|0?[1-9])월(?:\s?(3[01]|[12]\d|0?[1-9])일)?|(?<!\d)(\d{4})년"
)
_ISO_DAY = re.compile(r"(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?=부터|까지|\s?이[전후])")
# 3월 전 is before March, but 3월 전체 the whole of it.
_BOUND = re.compile(r"(?:에서|의)?\s?(부터|이후|까지|이전|전(?=에|의|까지|[\s.,?!]|$))")
_TO = re.compile(r"\s?[~\u223c\u301c\u2013-]\s?|에서\s?(?=[^,.]{1,12}까지)")
_AND = re.compile(r"\s?(?:과|와|이랑|랑|하고|및|또는|이나|나|,|·)\s?")
_LEFT_OUT = re.compile(
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
}


class _Found(NamedTuple):
    period: Period
    end: int
    year: int | None = None
    """The year of a month, where it is named."""


def korean_span(said: str, now: datetime) -> Span | None:
    """Return the time span that a text names, without what it leaves out, or None."""
    span = _korean_span(said, now)
    return None if span is None else by_now(span, now)


def _korean_span(said: str, now: datetime) -> Span | None:
    counted = _COUNTED.search(said) if "최근" in said or "지난" in said else None
    if counted is not None and int(counted[1]):
        return Span(*days.last(int(counted[1]), _UNITS[counted[2]], now))
    found = _period(said, 0, now)
    if found is None:
        return None
    bound = _bound(said, found)
    period = found.period
    if bound == "까지":
        return Span(None, period.until, f"Until {period.words}")
    if bound in {"이전", "전"}:
        return Span(None, period.since - days.INSTANT, f"Before {period.words}")
    if bound:
        span, end = _from_there(said, found, now)
        return everything_without([span], now) if _LEFT_OUT.match(said, end) else span
    return _unbounded(said, found, now)


def _unbounded(said: str, first: _Found, now: datetime) -> Span:
    """Return one period, a range or a list of them; and what is left where they, or some of them, are not."""
    span, end = _listed(said, first, now)
    if _LEFT_OUT.match(said, end):
        return everything_without([span], now)
    # In 2025년 중 3월 제외 the month is that of the year.
    other = _period(said, end, span.until)
    is_left_out = other is not None and _LEFT_OUT.match(said, other.end) is not None
    return without(span, [Span(*other.period)]) if other is not None and is_left_out else span


def _listed(said: str, first: _Found, now: datetime) -> tuple[Span, int]:
    """Read 3월~5월, 3월과 4월 and the like; return the span and where it ends."""
    spans, end = [Span(*first.period)], first.end
    of_year = first.year
    while len(spans) < MOST_LISTED:
        ranged = _TO.match(said, end) if len(spans) == 1 else None
        joined = ranged or _AND.match(said, end)
        named = _DATE.match(said, joined.end()) if joined else None
        period = None if named is None else _date(named, now, of_year)
        if named is None or period is None:
            break
        end = named.end()
        if ranged and period.until >= first.period.since:
            return Span(first.period.since, period.until, f"{first.period.words} to {period.words}"), end
        spans.append(Span(*period))
        of_year = _year_in(named) or of_year
    return (any_of(spans) if len(spans) > 1 else spans[0]), end


def _from_there(said: str, start: _Found, now: datetime) -> tuple[Span, int]:
    """Return what lasts from a period until now, or until 1월부터 2월까지 ends, and where its words end."""
    since, _, words = start.period
    end = _period(said, start.end, now)
    if end is not None and end.period.until >= since and _bound(said, end) == "까지":
        return Span(since, end.period.until, f"{words} to {end.period.words}"), end.end
    return Span(since, now, f"Since {words}"), start.end


def _bound(said: str, found: _Found) -> str:
    bound = _BOUND.match(said, found.end)
    return bound[1] if bound else ""


def _period(said: str, start: int, now: datetime) -> _Found | None:
    """Return the period named behind a place, or None; 어제 and its like come before weekdays and dates."""
    for words, period in _WORDS.items():
        if words in said and (at := said.find(words, start)) >= 0:
            return _Found(period(now), at + len(words))
    weekday = _WEEKDAY.search(said, start) if "요일" in said else None
    if weekday is not None:
        place = "월화수목금토일".index(weekday[1])
        return _Found(days.last_weekday(place, now, before_today=False), weekday.end())
    named = (_DATE.search(said, start) or _ISO_DAY.search(said, start)) if _DIGIT.search(said) else None
    date = None if named is None else _date(named, now)
    return None if named is None or date is None else _Found(date, named.end(), _year_in(named))


def _year_in(named: re.Match[str]) -> int | None:
    return int(named[1]) if named.re is _DATE and named[1] else None


def _date(named: re.Match[str], now: datetime, usual_year: int | None = None) -> Period | None:
    """Return the year, month or day that was matched, or None if there is none."""
    if named.re is _ISO_DAY:
        return days.iso_day(named.groups(), now)
    of_year, month, day, year = [int(each) if each else None for each in named.groups()]
    of_year = of_year or usual_year
    known_years = days.FIRST_YEAR, days.LAST_YEAR
    if not known_years[0] <= (of_year or year or now.year) <= known_years[1]:
        return None
    if month is None:
        return days.year(year or now.year, now)
    return days.month(month, of_year, now) if day is None else days.day_of_month(day, month, of_year, now)
