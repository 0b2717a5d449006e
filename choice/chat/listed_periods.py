"""Reads several periods that are named one after another: `March and April 2024`, `2024 or 2025`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from choice.chat import calendar_days as days
from choice.chat.calendar_days import Period
from choice.chat.named_date import Read, likely_year
from choice.chat.spoken_period import spoken_period

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
