"""Reads the time span of a message in Korean, where words carry their particles with them."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from choice.chat import calendar_days as days
from choice.chat.calendar_days import Period

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


def korean_span(said: str, now: datetime) -> tuple[datetime | None, datetime, str] | None:
    """Return the beginning, end and words of the time span that a text names, or None."""
    counted = _COUNTED.search(said) if "최근" in said or "지난" in said else None
    if counted is not None and int(counted[1]):
        return days.last(int(counted[1]), _UNITS[counted[2]], now)
    found = _period(said, 0, now)
    if found is None:
        return None
    bound = _bound(said, found)
    period = found.period
    if bound == "까지":
        return None, period.until, f"Until {period.words}"
    if bound in {"이전", "전"}:
        return None, period.since - days.INSTANT, f"Before {period.words}"
    return _from_there(said, found, now) if bound else period


def _from_there(said: str, start: _Found, now: datetime) -> Period:
    """Return the span from a period until now, or until the one that ends it: 1월부터 2월까지."""
    since, _, words = start.period
    end = _period(said, start.end, now)
    if end is not None and end.period.until >= since and _bound(said, end) == "까지":
        return Period(since, end.period.until, f"{words} to {end.period.words}")
    return Period(since, now, f"Since {words}")


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
    return None if named is None or date is None else _Found(date, named.end())


def _date(named: re.Match[str], now: datetime) -> Period | None:
    """Return the year, month or day that was matched, or None if there is none."""
    if named.re is _ISO_DAY:
        return days.iso_day(named.groups(), now)
    of_year, month, day, year = [int(each) if each else None for each in named.groups()]
    known_years = days.FIRST_YEAR, days.LAST_YEAR
    if not known_years[0] <= (of_year or year or now.year) <= known_years[1]:
        return None
    if month is None:
        return days.year(year or now.year, now)
    return days.month(month, of_year, now) if day is None else days.day_of_month(day, month, of_year, now)
