"""Reads the time span that a message speaks of."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from choice.chat import calendar_days as days
from choice.chat.calendar_days import Period
from choice.chat.korean_span import korean_span
from choice.chat.named_date import Read, likely_year
from choice.chat.spoken_period import FIRST_WORDS, RELATIVE, spoken_period

_Bound = Literal["since", "after", "from", "between", "before", "until", "by"]

_BOUNDS: dict[str, _Bound] = {
    "since": "since", "after": "after", "from": "from", "between": "between", "before": "before",
    "until": "until", "till": "until", "til": "until", "by": "by",
}  # fmt: skip
_BOUNDS_OF_TWO_WORDS: dict[tuple[str, str], _Bound] = {
    ("prior", "to"): "before",
    ("earlier", "than"): "before",
    ("older", "than"): "before",
    ("up", "to"): "until",
    ("up", "until"): "until",
    ("up", "till"): "until",
    ("later", "than"): "after",
    ("newer", "than"): "after",
}
_FIRST_OF_BOUNDS = frozenset(_BOUNDS).union([first for first, _ in _BOUNDS_OF_TWO_WORDS])
_OPPOSITE: dict[_Bound, _Bound] = {
    "since": "before", "after": "until", "before": "since", "until": "since",
}  # fmt: skip
_RANGE_MIDDLES = frozenset({"to", "until", "till", "til", "through", "before", "by"})
_JOINED_MIDDLES = frozenset({"until", "till", "til", "before"})
_STILL = frozenset({"now", "present", "date"})
_ONWARDS = frozenset({"onward", "onwards", "forward"})
_DIGIT = re.compile(r"\d")
_ONE_DAY = timedelta(days=1)


class Span(NamedTuple):
    """From when to when, and how an answer's heading says so; without a beginning all that was before."""

    since: datetime | None
    until: datetime
    words: str


class _Start(NamedTuple):
    """A word for a bound, the period behind it, where that begins, and what stands behind it."""

    bound: _Bound
    period: Period
    place: int
    behind: int


def read_span(said: str, words: Sequence[str], now: datetime) -> Span | None:
    """Return the first time span in a text in lower case, or None; nothing ends after the moment it is."""
    span = None if said.isascii() else korean_span(said, now)
    if span is None and FIRST_WORDS.isdisjoint(words) and _DIGIT.search(said) is None:
        return None
    span = span or _english_span(words, now)
    return None if span is None else Span(span[0], min(span[1], now), span[2])


def _english_span(words: Sequence[str], now: datetime) -> Span | None:
    for at, word in enumerate(words):
        if word in _FIRST_OF_BOUNDS:
            bounded = _bounded(words, at, now)
            if bounded is not None:
                return bounded
        read = spoken_period(words, at, now)
        if read is not None:
            return Span(*read.period)
    return None


def _bounded(words: Sequence[str], at: int, now: datetime) -> Span | None:
    """Read `since A`, `before A`, `from A to B` and the like."""
    pair = _BOUNDS_OF_TWO_WORDS.get((words[at], words[at + 1])) if at + 1 < len(words) else None
    bound = pair or _BOUNDS.get(words[at])
    place = at + (1 if pair is None else 2)
    read = None if bound is None else _period(words, place, now)
    if bound is None or read is None:
        return None
    if at > 0 and words[at - 1] in {"not", "no"}:
        bound = _OPPOSITE.get(bound, bound)
    start = _Start(bound, read.period, place, place + read.words_used)
    if bound in {"before", "until", "by"}:
        return _up_to(words, start)
    return _range(words, start, now) or _from_there(words, start, now)


def _period(words: Sequence[str], at: int, now: datetime) -> Read | None:
    return spoken_period(words, at, now) or likely_year(words, at, now)


def _up_to(words: Sequence[str], end: _Start) -> Span | None:
    """Return all before a period, or with it; what was caused `by Monday's outage` is no span."""
    if end.bound == "before":
        return Span(None, end.period.since - days.INSTANT, f"Before {end.period.words}")
    if end.bound == "by" and words[end.behind : end.behind + 1] == ["s"]:
        return None
    return Span(None, end.period.until, f"Until {end.period.words}")


def _range(words: Sequence[str], start: _Start, now: datetime) -> Span | None:
    """Read the end of `from A to B`, or return None."""
    middle = start.behind
    if words[middle : middle + 1] == ["and"] and words[middle + 1 : middle + 2]:
        middle += words[middle + 1] in _JOINED_MIDDLES
    middles = {"and"} if start.bound == "between" else _RANGE_MIDDLES
    end = _period(words, middle + 1, now) if middle < len(words) and words[middle] in middles else None
    if end is None:
        return None
    if end.period.until < start.period.since:
        # In `from January to March 2024` the first month is the last one of its name before the end.
        earlier = _period(words, start.place, end.period.until)
        start = start if earlier is None else start._replace(period=earlier.period)
    if end.period.until < start.period.since:
        return None
    first = _open_span(start, now)
    if words[middle] == "before":
        return Span(first.since, end.period.since - days.INSTANT, f"{first.words}, Before {end.period.words}")
    begin = first.words if start.bound == "after" else start.period.words
    return Span(first.since, end.period.until, f"{begin} to {end.period.words}")


def _from_there(words: Sequence[str], start: _Start, now: datetime) -> Span:
    """Return what lasts until now; but `from last week` and `from 2024` mean no more than that."""
    first = words[start.place + (words[start.place] == "the")]
    is_year = start.period.words.isdigit() and not _goes_on(words, start.behind)
    if start.bound in {"from", "between"} and (is_year or first in RELATIVE):
        return Span(*start.period)
    return _open_span(start, now)


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Tell whether `onwards`, `to now` or the like stands there."""
    following = words[at : at + 2]
    if len(following) == 1:
        return following[0] in _ONWARDS or following[0] == "on"
    return bool(following) and (
        following[0] in _ONWARDS or (following[0] in _RANGE_MIDDLES and following[1] in _STILL)
    )


def _open_span(start: _Start, now: datetime) -> Span:
    """Return the span until now: from behind a month if it is `after` it, else from a period's beginning.

    A period that lasts until now, as `last 7 days` does, says so by itself.
    """
    period = start.period
    if start.bound == "after" and period.until < now and period.until - period.since > _ONE_DAY:
        return Span(period.until + days.INSTANT, now, f"After {period.words}")
    return Span(period.since, now, period.words if period.until == now else f"Since {period.words}")
