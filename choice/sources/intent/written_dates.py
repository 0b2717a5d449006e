"""Rewrite dates in digits so that they read like `2026-11-01` or `november 1`, and ranges with `to`."""

import re
from datetime import date

from choice.sources.intent.calendar import FIRST_YEAR, LAST_YEAR, MONTHS, SHORT_MONTHS

_MONTH_NAMES = tuple(MONTHS)
_MONTH = "|".join(sorted({*MONTHS, *SHORT_MONTHS}, key=len, reverse=True))
_CENTURY = 2000
_TWO_DIGITS = 2

# 11/01/2026 is the first of November, 25/12/2026 can only be Christmas, and 1.11.2026 is written in Europe.
_SLASHES = re.compile(r"(?<![\w/.-])(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?![\w/-])")
_DOTS = re.compile(r"(?<![\w/.-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?![\w/-])")
_YEAR_FIRST = re.compile(r"(?<![\w/.-])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\w/-])")
_MONTH_AND_DAY = re.compile(
    r"(\b(?:since|from|on|until|till|to|between|and|before|after|by)\s|부터\s?|[-\u2013~]\s?)"
    r"(\d{1,2})/(\d{1,2})(?![\w/-])"
)
_EAST_ASIAN_RANGE = re.compile(
    r"(\d{4}-\d\d-\d\d)\s?(?:から|到|至|부터)\s?(\d{4}-\d\d-\d\d)(?:\s?(?:まで|까지))?"
)
_ISO_RANGE = re.compile(r"(\d{4}-\d\d-\d\d)\s?(?:-|\u2013|\u2014|~|\.\.\.?)\s?(\d{4}-\d\d-\d\d)")
_DAYS_OF_A_MONTH = re.compile(
    rf"\b({_MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|\u2013|\u2014|~|\bto\b|\bthrough\b|\buntil\b|から)\s?"
    rf"(\d{{1,2}})(?:st|nd|rd|th|日(?:まで)?)?(?![\d:]|\s?(?:{_MONTH}))(?:,?\s+(\d{{4}}))?"
)
_DAYS_BEFORE_A_MONTH = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|\.)?\s?(?:-|\u2013|\u2014|\bto\b|\bthrough\b|\buntil\b)\s?(\d{{1,2}})(?:st|nd|rd|th|\.)?"
    rf"(?:\s+of)?\s+({_MONTH})\b(?:\s+(\d{{4}}))?"
)
_KOREAN_DAYS_OF_A_MONTH = re.compile(
    r"((?:\d{4}년\s?)?(?:1[0-2]|0?[1-9])월)\s?(\d{1,2})일(\s?(?:부터|에서|[~\u2013-])\s?)(\d{1,2})일"
)


def with_plain_dates(text: str) -> str:
    """Return a lower-case text with its dates rewritten. Dates that do not exist stay as they are."""
    if "/" in text or "." in text:
        text = _SLASHES.sub(_slashes, text)
        text = _DOTS.sub(lambda found: _iso(found, found[3], found[2], found[1]), text)
        text = _YEAR_FIRST.sub(lambda found: _iso(found, found[1], found[2], found[3]), text)
        text = _MONTH_AND_DAY.sub(_month_and_day, text)
    text = _EAST_ASIAN_RANGE.sub(r"\1 to \2", text)
    text = _ISO_RANGE.sub(r"\1 to \2", text)
    text = _DAYS_OF_A_MONTH.sub(lambda found: _days(found[1], found[2], found[3], found[4]), text)
    text = _DAYS_BEFORE_A_MONTH.sub(lambda found: _days(found[3], found[1], found[2], found[4]), text)
    return _KOREAN_DAYS_OF_A_MONTH.sub(r"\1 \2일\3\1 \4일", text)


def _slashes(found: re.Match[str]) -> str:
    first, second, year = found.groups()
    year = f"{_CENTURY + int(year)}" if len(year) == _TWO_DIGITS else year
    american = _iso(found, year, first, second)
    return _iso(found, year, second, first) if american == found[0] else american


def _iso(found: re.Match[str], year: str, month: str, day: str) -> str:
    """Return a date in ISO format, or the text that was found if there is no such date."""
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        return found[0]
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return found[0]


def _month_and_day(found: re.Match[str]) -> str:
    month, day = int(found[2]), int(found[3])
    is_date = 1 <= month <= len(_MONTH_NAMES) and 1 <= day <= 31  # noqa: PLR2004 - days of a month
    return f"{found[1]}{_MONTH_NAMES[month - 1]} {day}" if is_date else found[0]


def _days(month: str, first: str, last: str, year: str | None) -> str:
    after = f" {year}" if year else ""
    return f"{month} {first}th{after} to {month} {last}th{after} "
