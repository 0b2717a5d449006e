"""Periods of the calendar as moments: days, weeks, months, and what lies so far back."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from choice.sources.protocol import Gap

FIRST_YEAR, LAST_YEAR = 1000, 2999
INSTANT = timedelta(microseconds=1)

_WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
WEEKDAYS = {name.casefold(): place for place, name in enumerate(_WEEKDAY_NAMES)}
MONTHS = {name.casefold(): place for place, name in enumerate(_MONTH_NAMES, start=1)}
SHORT_MONTHS = {name[:3]: place for name, place in MONTHS.items() if name != "may"} | {"sept": 9}
_DAYS_OF = {"days": 1, "weeks": 7, "fortnights": 14, "months": 30, "quarters": 91, "years": 365}
_TOLD_IN_DAYS = frozenset({"days", "weeks", "fortnights"})
_MONTHS_OF = {"months": 1, "quarters": 3, "years": 12}
_FURTHEST_DAYS = 20 * 366
_LEAP_YEARS_APART = 8


class Period(NamedTuple):
    """From the first to the last instant, and the words for a heading."""

    since: datetime
    until: datetime
    words: str


def one_day(now: datetime, days_ago: int, words: str) -> Period:
    """Return one whole day."""
    return _whole_day(_midnight(now) - timedelta(days=days_ago), words)


def last(count: int, unit: str, now: datetime) -> Period:
    """Return the last so many hours, or whole days with today as the last of them."""
    if unit == "hours":
        hours = min(count, _FURTHEST_DAYS * 24)
        return Period(now - timedelta(hours=hours), now, _counted(hours, "Hour"))
    days = min(count * _DAYS_OF[unit], _FURTHEST_DAYS)
    words = _counted(days, "Day") if unit in _TOLD_IN_DAYS else _counted(count, unit[:-1].title())
    return Period(_midnight(now) - timedelta(days=days - 1), now, words)


def current(unit: str, now: datetime) -> Period:
    """Return this month, quarter or year until now."""
    return Period(_start_of(unit, now), now, f"This {unit[:-1].title()}")


def previous(unit: str, now: datetime) -> Period:
    """Return the whole week, month, quarter or year before this one."""
    words = f"Last {unit[:-1].title()}"
    if unit == "weeks":
        monday = _midnight(now) - timedelta(days=now.weekday())
        return Period(monday - timedelta(days=7), monday - INSTANT, words)
    end = _start_of(unit, now) - INSTANT
    return Period(_start_of(unit, end), end, words)


def last_weekday(weekday: int, now: datetime, *, before_today: bool) -> Period:
    """Return the last day of that name: today too, unless it must be before today."""
    ago = (now.weekday() - weekday) % 7
    return one_day(now, 7 if before_today and ago == 0 else ago, _WEEKDAY_NAMES[weekday])


def month(number: int, year: int | None, now: datetime) -> Period:
    """Return a month: without a year the last one of that name, this month included."""
    of_year = year or (now.year if number <= now.month else now.year - 1)
    start = _midnight(now).replace(year=of_year, month=number, day=1)
    after = start.replace(year=of_year + number // 12, month=number % 12 + 1)
    return Period(start, after - INSTANT, f"{_MONTH_NAMES[number - 1]} {of_year}")


def year(number: int, now: datetime) -> Period:
    """Return a whole year."""
    start = _midnight(now).replace(year=number, month=1, day=1)
    return Period(start, start.replace(year=number + 1) - INSTANT, str(number))


def day_of_month(day: int, month_number: int, of_year: int | None, now: datetime) -> Period | None:
    """Return a day: without a year the last one of that name; None where there is no such day."""
    years = range(now.year, now.year - _LEAP_YEARS_APART - 1, -1) if of_year is None else [of_year]
    for each in years:
        start = _day(each, month_number, day, now)
        if start is not None and (of_year is not None or start <= now):
            return _whole_day(start, f"{_MONTH_NAMES[month_number - 1]} {day}, {each}")
    return None


def iso_day(parts: Sequence[str], now: datetime) -> Period | None:
    """Return the day that the parts of `2026-03-09` name, or None where there is no such day."""
    if not all(part.isascii() and part.isdigit() for part in parts):
        return None
    of_year, month_number, day = map(int, parts)
    if not FIRST_YEAR <= of_year <= LAST_YEAR:
        return None
    start = _day(of_year, month_number, day, now)
    return None if start is None else _whole_day(start, start.date().isoformat())


def _day(of_year: int, month_number: int, day: int, now: datetime) -> datetime | None:
    try:
        return _midnight(now).replace(year=of_year, month=month_number, day=day)
    except (ValueError, OverflowError):
        return None


def _whole_day(start: datetime, words: str) -> Period:
    return Period(start, start + timedelta(days=1) - INSTANT, words)


def _counted(count: int, unit: str) -> str:
    return f"Last {unit}" if count == 1 else f"Last {count} {unit}s"


def _start_of(unit: str, at: datetime) -> datetime:
    months = _MONTHS_OF[unit]
    return _midnight(at).replace(month=(at.month - 1) // months * months + 1, day=1)


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


_Piece = tuple[datetime | None, datetime]


class Span(NamedTuple):
    """From when to when, and how an answer's heading says so; without a beginning all that was before."""

    since: datetime | None
    until: datetime
    words: str
    gaps: tuple[Gap, ...] = ()
    """What is left out in between, in order."""


def by_now(span: Span, now: datetime) -> Span:
    """Return a span that ends by now; one that is all still to come stays as it is."""
    if span.since is not None and span.since > span.until:
        return span._replace(until=span.since)
    if span.until <= now:
        return span
    begun = [(since, min(until, now)) for since, until in _pieces(span) if since is None or since <= now]
    return _of_pieces(begun, span.words) if begun else span


def any_of(spans: Sequence[Span]) -> Span:
    """Return what lies in any of the spans."""
    return _of_pieces([piece for span in spans for piece in _pieces(span)], listed([s.words for s in spans]))


def without(span: Span, left_out: Sequence[Span]) -> Span:
    """Return what is left of a span; all of it, where nothing would be."""
    pieces, words = _pieces(span), []
    for out in left_out:
        rest = pieces
        for hole in _pieces(out):
            rest = [each for piece in rest for each in _rest(piece, hole)]
        if rest and rest != pieces:
            pieces = rest
            words.append(out.words)
    return _of_pieces(pieces, f"{span.words} Except {listed(words)}".strip()) if words else span


def everything_without(left_out: Sequence[Span], now: datetime) -> Span:
    """Return all that was until now, without some of it."""
    first = left_out[0]
    if len(left_out) == 1 and not first.gaps and first.since is not None and first.until >= now:
        return Span(None, first.since - INSTANT, f"Before {first.words}")
    return without(Span(None, now, ""), left_out)


def listed(words: Sequence[str]) -> str:
    """Return words as a list is spoken."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _pieces(span: Span) -> list[_Piece]:
    since, pieces = span.since, list[_Piece]()
    for gap in span.gaps:
        pieces.append((since, gap.since - INSTANT))
        since = gap.until + INSTANT
    return [*pieces, (since, span.until)]


def _rest(piece: _Piece, hole: _Piece) -> list[_Piece]:
    """Return what a piece has outside of another."""
    (since, until), (first, last) = piece, hole
    if (since is not None and last < since) or (first is not None and first > until):
        return [piece]
    rest: list[_Piece] = []
    if first is not None and (since is None or since < first):
        rest.append((since, first - INSTANT))
    if last < until:
        rest.append((last + INSTANT, until))
    return rest


def _of_pieces(pieces: Sequence[_Piece], words: str) -> Span:
    ordered = sorted(pieces, key=lambda piece: (piece[0] is not None, piece[0], piece[1]))
    since, until = ordered[0]
    gaps: list[Gap] = []
    for begin, end in ordered[1:]:
        if begin is not None and begin > until + INSTANT:
            gaps.append(Gap(until + INSTANT, begin - INSTANT))
        until = max(until, end)
    return Span(since, until, words, tuple(gaps))
