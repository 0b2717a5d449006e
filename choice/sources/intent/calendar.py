"""Calendar periods (days, weeks, months) and operations on time spans."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from choice.sources.protocol import Gap

FIRST_YEAR, LAST_YEAR = 1000, 2999
MAX_LISTED = 12
"""Maximum number of periods in a list, and maximum number of exclusions."""
INSTANT = timedelta(microseconds=1)

_WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
WEEKDAYS = {name.casefold(): index for index, name in enumerate(_WEEKDAY_NAMES)}
MONTHS = {name.casefold(): index for index, name in enumerate(_MONTH_NAMES, start=1)}
SHORT_MONTHS = {name[:3]: index for name, index in MONTHS.items() if name != "may"} | {"sept": 9}
_DAYS_OF = {"days": 1, "weeks": 7, "fortnights": 14, "months": 30, "quarters": 91, "years": 365}
_SHOWN_IN_DAYS = frozenset({"days", "weeks", "fortnights"})
_MONTHS_OF = {"months": 1, "quarters": 3, "years": 12}
_MAX_DAYS = 20 * 366
_MAX_UNITS_AGO = 200
_SATURDAY = 5
_MAX_YEARS_BETWEEN_LEAP_DAYS = 8


class Period(NamedTuple):
    """The first and last instant of a period, and its name for headings."""

    since: datetime
    until: datetime
    words: str


def one_day(now: datetime, days_ago: int, words: str) -> Period:
    """Return the whole day `days_ago` days before `now`."""
    return _whole_day(_midnight(now) - timedelta(days=days_ago), words)


def last(count: int, unit: str, now: datetime) -> Period:
    """Return the last `count` hours, or the last `count` units in whole days including today."""
    if unit == "hours":
        hours = min(count, _MAX_DAYS * 24)
        return Period(now - timedelta(hours=hours), now, _counted(hours, "Hour"))
    days = min(count * _DAYS_OF[unit], _MAX_DAYS)
    words = _counted(days, "Day") if unit in _SHOWN_IN_DAYS else _counted(count, unit[:-1].title())
    return Period(_midnight(now) - timedelta(days=days - 1), now, words)


def current(unit: str, now: datetime) -> Period:
    """Return the current month, quarter or year, from its start until now."""
    return Period(_start_of(unit, now), now, f"This {unit[:-1].title()}")


def previous(unit: str, now: datetime) -> Period:
    """Return the whole previous week, month, quarter or year."""
    words = f"Last {unit[:-1].title()}"
    if unit == "weeks":
        monday = _midnight(now) - timedelta(days=now.weekday())
        return Period(monday - timedelta(days=7), monday - INSTANT, words)
    end = _start_of(unit, now) - INSTANT
    return Period(_start_of(unit, end), end, words)


def ago(count: int, unit: str, now: datetime) -> Period:
    """Return the whole day, week, month, quarter or year that was `count` units ago, or the hours since."""
    if unit == "hours":
        return last(count, unit, now)
    words = f"{count} {unit[:-1].title()}{'' if count == 1 else 's'} Ago"
    if unit == "days":
        return one_day(now, min(count, _MAX_DAYS), words)
    if unit in {"weeks", "fortnights"}:
        weeks = min(count * _DAYS_OF[unit] // 7, _MAX_DAYS // 7)
        monday = _midnight(now) - timedelta(days=now.weekday() + 7 * weeks)
        return Period(monday, monday + timedelta(days=7) - INSTANT, words)
    start = end = _start_of(unit, now)
    for _ in range(min(count, _MAX_UNITS_AGO)):
        end = start - INSTANT
        start = _start_of(unit, end)
    return Period(start, end, words)


def part_of_day(now: datetime, days_ago: int, first_hour: int, hours: int, words: str) -> Period:
    """Return some hours of a day, which may last into the next day."""
    start = _midnight(now) - timedelta(days=days_ago) + timedelta(hours=first_hour)
    return Period(start, start + timedelta(hours=hours) - INSTANT, words)


def weekend(now: datetime, words: str, *, before_today: bool = False) -> Period:
    """Return the most recent Saturday and Sunday that have begun, or the ones before those of today."""
    days_ago = (now.weekday() - _SATURDAY) % 7
    days_ago += 7 if before_today and now.weekday() >= _SATURDAY else 0
    start = _midnight(now) - timedelta(days=days_ago)
    return Period(start, start + timedelta(days=2) - INSTANT, words)


def part_of_year(number: int, months: int, of_year: int | None, now: datetime) -> Period:
    """Return a quarter (3 months) or a half (6) of a year, by default the most recent that has begun."""
    first_month = (number - 1) * months + 1
    in_year = of_year or (now.year if first_month <= now.month else now.year - 1)
    start = _midnight(now).replace(year=in_year, month=first_month, day=1)
    after = first_month + months
    end = start.replace(year=in_year + (after - 1) // 12, month=(after - 1) % 12 + 1)
    return Period(
        start, end - INSTANT, f"{'Q' if months == _MONTHS_OF['quarters'] else 'H'}{number} {in_year}"
    )


def last_weekday(weekday: int, now: datetime, *, before_today: bool) -> Period:
    """Return the most recent day with this weekday. It can be today unless `before_today` is set."""
    ago = (now.weekday() - weekday) % 7
    return one_day(now, 7 if before_today and ago == 0 else ago, _WEEKDAY_NAMES[weekday])


def month(number: int, year: int | None, now: datetime) -> Period:
    """Return a month. Without a year, it is the current month or the most recent one before it."""
    of_year = year or (now.year if number <= now.month else now.year - 1)
    start = _midnight(now).replace(year=of_year, month=number, day=1)
    after = start.replace(year=of_year + number // 12, month=number % 12 + 1)
    return Period(start, after - INSTANT, f"{_MONTH_NAMES[number - 1]} {of_year}")


def year(number: int, now: datetime) -> Period:
    """Return a whole year."""
    start = _midnight(now).replace(year=number, month=1, day=1)
    return Period(start, start.replace(year=number + 1) - INSTANT, str(number))


def day_of_month(day: int, month_number: int, of_year: int | None, now: datetime) -> Period | None:
    """Return a day, or None if it does not exist. Without a year, return the most recent such day."""
    years = range(now.year, now.year - _MAX_YEARS_BETWEEN_LEAP_DAYS - 1, -1) if of_year is None else [of_year]
    for each in years:
        start = _day(each, month_number, day, now)
        if start is not None and (of_year is not None or start <= now):
            return _whole_day(start, f"{_MONTH_NAMES[month_number - 1]} {day}, {each}")
    return None


def iso_day(parts: Sequence[str], now: datetime) -> Period | None:
    """Return the day for the parts of an ISO date (year, month, day), or None if it does not exist."""
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
    """A time span and its name for headings. If `since` is None, the span has no beginning."""

    since: datetime | None
    until: datetime
    words: str
    gaps: tuple[Gap, ...] = ()
    """Excluded periods in chronological order."""


def truncate_at_now(span: Span, now: datetime) -> Span:
    """Truncate a span at `now`, unless the whole span is in the future."""
    if span.since is not None and span.since > span.until:
        return span._replace(until=span.since)
    if span.until <= now:
        return span
    begun = [(since, min(until, now)) for since, until in _pieces(span) if since is None or since <= now]
    return _of_pieces(begun, span.words) if begun else span


def union(spans: Sequence[Span]) -> Span:
    """Return the union of spans."""
    return _of_pieces(
        [piece for span in spans for piece in _pieces(span)], join_words([s.words for s in spans])
    )


def without(span: Span, excluded: Sequence[Span]) -> Span:
    """Remove the excluded spans from a span. Exclusions that would leave nothing are ignored."""
    pieces, words = _pieces(span), []
    for out in excluded:
        rest = pieces
        for hole in _pieces(out):
            rest = [each for piece in rest for each in _rest(piece, hole)]
        if rest and rest != pieces:
            pieces = rest
            words.append(out.words)
    return _of_pieces(pieces, f"{span.words} Except {join_words(words)}".strip()) if words else span


def all_time_except(excluded: Sequence[Span], now: datetime) -> Span:
    """Return the span of all time until now, without the excluded spans."""
    first = excluded[0]
    if len(excluded) == 1 and not first.gaps and first.since is not None and first.until >= now:
        return Span(None, first.since - INSTANT, f"Before {first.words}")
    return without(Span(None, now, ""), excluded)


def join_words(words: Sequence[str]) -> str:
    """Join words as `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _pieces(span: Span) -> list[_Piece]:
    since, pieces = span.since, list[_Piece]()
    for gap in span.gaps:
        pieces.append((since, gap.since - INSTANT))
        since = gap.until + INSTANT
    return [*pieces, (since, span.until)]


def _rest(piece: _Piece, hole: _Piece) -> list[_Piece]:
    """Return the parts of a piece that lie outside the hole."""
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
