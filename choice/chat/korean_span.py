"""Reads the time span of a message in Korean, where words carry their particles with them."""

import re
from collections.abc import Callable
from datetime import datetime

from choice.chat import calendar_days as days
from choice.chat.calendar_days import Period

_UNITS = {"시간": "hours", "일": "days", "주": "weeks", "개월": "months", "달": "months", "년": "years"}
_COUNTED = re.compile(r"(?:최근|지난)\s?(\d{1,4})\s?(시간|일|주|개월|달|년)")
_WEEKDAY = re.compile(r"([월화수목금토일])요일(부터|\s이후)?")
_MONTH = re.compile(r"(?<!\d)(?:(\d{4})년\s?)?(1[0-2]|[1-9])월(부터|\s이후)?(?!\s?\d)")
_WORDS: dict[str, Callable[[datetime], Period]] = {
    "오늘": lambda now: days.one_day(now, 0, "Today"),
    "어제": lambda now: days.one_day(now, 1, "Yesterday"),
    "이번 주": lambda now: days.last(1, "weeks", now),
    "이번주": lambda now: days.last(1, "weeks", now),
    "최근 일주일": lambda now: days.last(1, "weeks", now),
    "지난 주": lambda now: days.previous("weeks", now),
    "지난주": lambda now: days.previous("weeks", now),
    "이번 달": lambda now: days.current("months", now),
    "이번달": lambda now: days.current("months", now),
    "지난 달": lambda now: days.previous("months", now),
    "지난달": lambda now: days.previous("months", now),
    "올해": lambda now: days.current("years", now),
    "작년": lambda now: days.previous("years", now),
}


def korean_span(said: str, now: datetime) -> Period | None:
    """Return the time span that a text names, or None."""
    counted = _COUNTED.search(said)
    if counted is not None and int(counted[1]):
        return days.last(int(counted[1]), _UNITS[counted[2]], now)
    for words, period in _WORDS.items():
        if words in said:
            return _from_there(period(now), now, since=f"{words}부터" in said)
    weekday = _WEEKDAY.search(said)
    if weekday is not None:
        place = "월화수목금토일".index(weekday[1])
        return _from_there(days.last_weekday(place, now, before_today=False), now, since=bool(weekday[2]))
    month = _MONTH.search(said)
    if month is not None:
        year = int(month[1]) if month[1] else None
        if year is None or days.FIRST_YEAR <= year <= days.LAST_YEAR:
            return _from_there(days.month(int(month[2]), year, now), now, since=bool(month[3]))
    return None


def _from_there(period: Period, now: datetime, *, since: bool) -> Period:
    return Period(period.since, now, f"Since {period.words}") if since else period
