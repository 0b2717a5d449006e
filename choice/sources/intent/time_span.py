"""Reads the time span that a message speaks of."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from choice.sources.intent import calendar as days
from choice.sources.intent.calendar import Period, Span, any_of, by_now, everything_without, without
from choice.sources.intent.dates import (
    FIRST_WORDS,
    MOST_LISTED,
    RELATIVE,
    Read,
    listed_periods,
    period_at,
    role_of,
    spoken_period,
)
from choice.sources.intent.korean import korean_span

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
_WORD = re.compile(r"[^\W_]+")
_YEARS = re.compile(r"(?<![\w-])(\d{4})\s?[-\u2013\u2014~]\s?(\d{4})(?![\w-])")
_ONE_DAY = timedelta(days=1)


class _Read(NamedTuple):
    """A span that is named, where, and whether it could be left out as it stands."""

    span: Span
    at: int
    behind: int
    is_turned: bool = False
    """Whether a `not` before it was read with it, as in `not before March`."""


class _Start(NamedTuple):
    """A word for a bound, the period behind it, where that begins, and what stands behind it."""

    bound: _Bound
    period: Period
    place: int
    behind: int


def read_span(said: str, words: Sequence[str], now: datetime) -> Span | None:
    """Return the first time span in a text in lower case, without what it leaves out, or None.

    What has begun ends by now.
    """
    span = None if said.isascii() else korean_span(said, now)
    if span is None and FIRST_WORDS.isdisjoint(words) and _DIGIT.search(said) is None:
        return None
    if span is None and _YEARS.search(said) is not None:
        words = _WORD.findall(_YEARS.sub(r"\1 to \2", said))
    return span or _english_span(words, now)


def _english_span(words: Sequence[str], now: datetime) -> Span | None:
    wanted: Span | None = None
    left_out: list[_Read] = []
    at = 0
    while at < len(words):
        read = _read(words, at, now)
        if read is None:
            at += 1
            continue
        role = "wanted" if read.is_turned else role_of(words, at, read.behind)
        if role == "wanted":
            wanted = wanted or read.span
        elif role == "left_out" and len(left_out) < MOST_LISTED:
            left_out.append(read)
        at = read.behind
    return wanted if not left_out else _without(words, wanted, left_out, now)


def _without(words: Sequence[str], wanted: Span | None, left_out: Sequence[_Read], now: datetime) -> Span:
    """Return what is left; in `2024 except March` the month is that of the year."""
    if wanted is None:
        return everything_without([each.span for each in left_out], now)
    again = [_read(words, each.at, wanted.until) or each for each in left_out]
    return without(wanted, [each.span for each in again])


def _read(words: Sequence[str], at: int, now: datetime) -> _Read | None:
    """Read what is named from a word on: what lies within bounds, a range, or one period or several."""
    if words[at] in _FIRST_OF_BOUNDS:
        bounded = _bounded(words, at, now)
        if bounded is not None:
            return _until_now(bounded, now)
    read = spoken_period(words, at, now)
    if read is None:
        return None
    start = _Start("from", read.period, at, at + read.words_used)
    found = _range(words, start, now) if words[start.behind : start.behind + 1] != ["by"] else None
    if found is None and _lasts(words, start.behind):
        found = _Read(_open_span(start, now), at, start.behind + 1)
    return _until_now(found or _several(words, start, now), now)


def _until_now(read: _Read, now: datetime) -> _Read:
    """Return what ends by now."""
    return read._replace(span=by_now(read.span, now))


def _several(words: Sequence[str], start: _Start, now: datetime) -> _Read:
    """Read `March and April`, `2024, 2025` and the like; one alone is itself."""
    found, behind = listed_periods(words, start.place, Read(start.period, start.behind - start.place), now)
    spans = [Span(*period) for period in found]
    return _Read(any_of(spans) if len(spans) > 1 else spans[0], start.place, behind)


def _bounded(words: Sequence[str], at: int, now: datetime) -> _Read | None:
    """Read `since A`, `before A`, `from A to B` and the like."""
    pair = _BOUNDS_OF_TWO_WORDS.get((words[at], words[at + 1])) if at + 1 < len(words) else None
    bound = pair or _BOUNDS.get(words[at])
    place = at + (1 if pair is None else 2)
    read = None if bound is None else period_at(words, place, now)
    if bound is None or read is None:
        return None
    behind = place + read.words_used
    is_turned = bound in _OPPOSITE and (
        words[at - 1 : at] == ["no"] or role_of(words, at, behind) == "left_out"
    )
    start = _Start(_OPPOSITE[bound] if is_turned else bound, read.period, place, behind)
    found: _Read | None
    if start.bound in {"before", "until", "by"}:
        span = _up_to(words, start)
        found = None if span is None else _Read(span, at, behind)
    else:
        found = _range(words, start, now) or _from_there(words, start, now)
    return None if found is None else found._replace(at=at, is_turned=bound in _OPPOSITE)


def _up_to(words: Sequence[str], end: _Start) -> Span | None:
    """Return all before a period, or with it; what was caused `by Monday's outage` is no span."""
    if end.bound == "before":
        return Span(None, end.period.since - days.INSTANT, f"Before {end.period.words}")
    if end.bound == "by" and words[end.behind : end.behind + 1] == ["s"]:
        return None
    return Span(None, end.period.until, f"Until {end.period.words}")


def _range(words: Sequence[str], start: _Start, now: datetime) -> _Read | None:
    """Read the end of `from A to B`, or return None."""
    middle = start.behind
    if words[middle : middle + 1] == ["and"] and words[middle + 1 : middle + 2]:
        middle += words[middle + 1] in _JOINED_MIDDLES
    middles = {"and"} if start.bound == "between" else _RANGE_MIDDLES
    end = period_at(words, middle + 1, now) if middle < len(words) and words[middle] in middles else None
    if end is None:
        return None
    if end.period.until < start.period.since:
        # In `from January to March 2024` the first month is the last one of its name before the end.
        earlier = period_at(words, start.place, end.period.until)
        start = start if earlier is None else start._replace(period=earlier.period)
    if end.period.until < start.period.since:
        return None
    first = _open_span(start, now)
    behind = middle + 1 + end.words_used
    if words[middle] == "before":
        heading = f"{first.words}, Before {end.period.words}"
        return _Read(Span(first.since, end.period.since - days.INSTANT, heading), start.place, behind)
    begin = first.words if start.bound == "after" else start.period.words
    span = Span(first.since, end.period.until, f"{begin} to {end.period.words}")
    return _Read(span, start.place, behind)


def _from_there(words: Sequence[str], start: _Start, now: datetime) -> _Read:
    """Return what lasts until now; but `from last week`, `from 2024` and `from May and June` mean no more."""
    if start.bound == "from":
        several = _several(words, start, now)
        if several.behind > start.behind or role_of(words, start.place - 1, start.behind) == "left_out":
            return several
    first = words[start.place + (words[start.place] == "the")]
    is_year = start.period.words.isdigit() and not _goes_on(words, start.behind)
    if start.bound in {"from", "between"} and (is_year or first in RELATIVE):
        return _Read(Span(*start.period), start.place, start.behind)
    return _Read(_open_span(start, now), start.place, start.behind)


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Tell whether `onwards`, `to now` or the like stands there."""
    following = words[at : at + 2]
    if len(following) == 1:
        return following[0] in _ONWARDS or following[0] == "on"
    return bool(following) and (
        following[0] in _ONWARDS or (following[0] in _RANGE_MIDDLES and following[1] in _STILL)
    )


def _lasts(words: Sequence[str], at: int) -> bool:
    """Tell whether `until now` or the like stands behind a period that nothing leads."""
    return len(words) > at + 1 and words[at] in _RANGE_MIDDLES and words[at + 1] in _STILL


def _open_span(start: _Start, now: datetime) -> Span:
    """Return the span until now: from behind a month if it is `after` it, else from a period's beginning.

    A period that lasts until now, as `last 7 days` does, says so by itself.
    """
    period = start.period
    if start.bound == "after" and period.until < now and period.until - period.since > _ONE_DAY:
        return Span(period.until + days.INSTANT, now, f"After {period.words}")
    return Span(period.since, now, period.words if period.until == now else f"Since {period.words}")
