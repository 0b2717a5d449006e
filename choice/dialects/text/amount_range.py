"""Ranges: amounts, days or versions on both sides of a dash belong together, "2 weeks - 1 month"."""

import re
from typing import NamedTuple

_FAMILIES = (
    ("b", "kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib"),
    ("am", "pm", "uhr", "h", "오전", "오후", "시"),
    (
        "s", "sec", "second", "m", "min", "minute", "hr", "hour", "d", "day", "w", "wk", "week", "month",
        "quarter", "y", "yr", "year", "ms",
        "초", "분", "시간", "일", "주", "주일", "개월", "달", "년",
        "秒", "分", "分钟", "分鐘", "小时", "小時", "天", "周", "週", "个月", "個月", "月", "年",
        "秒間", "分間", "時間", "日", "日間", "週間", "か月", "ヶ月", "カ月", "年間",
        "sekunde", "minuten", "stunde", "tag", "tage", "woche", "monat", "monate", "jahr", "jahre",
        "segundo", "minuto", "hora", "día", "semana", "mes", "mese", "año",
        "دقيقة", "ساعة", "يوم", "أيام", "أسبوع", "أسابيع", "شهر", "أشهر", "سنة", "سنوات",
    ),
    ("k", "m", "bn", "thousand", "million", "billion", "tsd", "mio", "mrd", "mil", "millone", "millón",
     "천", "만", "억", "千", "万", "萬", "億", "亿", "만원", "억원", "万元", "亿元", "万円", "億円",
     "ألف", "مليون"),
    ("mm", "cm", "m", "km", "mi", "mile", "ft", "in"),
    ("g", "kg", "t", "lb", "oz"),
    (
        "jan", "january", "feb", "february", "mar", "march", "apr", "april", "may", "jun", "june", "jul",
        "july", "aug", "august", "sep", "sept", "september", "oct", "october", "nov", "november", "dec",
        "december", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "okt", "dezember", "dez",
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
        "noviembre", "diciembre", "월",
        "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
        "ديسمبر",
    ),
    (
        "mon", "monday", "tue", "tues", "tuesday", "wed", "wednesday", "thu", "thur", "thurs", "thursday",
        "fri", "friday", "sat", "saturday", "sun", "sunday",
        "mo", "di", "mi", "do", "fr", "sa", "so", "montag", "dienstag", "mittwoch", "donnerstag", "freitag",
        "samstag", "sonnabend", "sonntag",
        "lun", "lune", "mar", "marte", "mié", "miércole", "jue", "jueve", "vie", "vierne", "sáb", "sábado",
        "dom", "domingo",
        "월", "화", "수", "목", "금", "토", "일",
        "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일",
        "周一", "周二", "周三", "周四", "周五", "周六", "周日", "星期一", "星期二", "星期三", "星期四",
        "星期五", "星期六", "星期日", "月", "火", "水", "木", "金", "土", "日", "月曜", "火曜",
        "水曜", "木曜", "金曜",
        "土曜", "日曜", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日",
        "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد",
    ),
)  # fmt: skip
_CALENDAR = frozenset(_FAMILIES[-2] + _FAMILIES[-1])
_START = 2
_CALENDAR_STARTS = frozenset(word[:_START] for word in _CALENDAR)
_KOREAN_DAY = len("월요일")
"""Behind a day of this length a particle may follow."""
_LOOKED_AT = 40
_NUMBER = re.compile(r"\d(?:[\d.,:/]*\d)?").search
_FIRST_WORD = re.compile(r"[^\s：]{0,40}").match
_SIGNS = "~≈<>≤≥+-−.,:;)(]["


class _Point(NamedTuple):
    """One end of a range: what stands before its number and what behind it."""

    has_number: bool
    prefix: str
    unit: str


def is_range(before: str, behind: str) -> bool:
    """Tell whether a dash between two texts makes a range of them: both sides count the same."""
    if before[-1:].isdigit() and behind[:1].isdigit():
        return True
    if _NUMBER(behind, 0, _LOOKED_AT) is None and not _begins_in_calendar(behind):
        return len(before) == 1 == len(behind) and _are_ends_of_letters(before, behind)
    words, more = before[-_LOOKED_AT:].split(), behind[:_LOOKED_AT].replace("：", " ").split()
    return any(_is_same(lower, upper) for lower in _lower(words) for upper in _upper(more))


def is_unit(word: str) -> bool:
    """Tell whether a word in small letters is a unit, a month or a day of the week."""
    bare = _bare(word)
    return any(bare in family for family in _FAMILIES)


def _are_ends_of_letters(first: str, last: str) -> bool:
    """Tell whether two letters are the ends of a range: "A – F", "S – L", "a – m"; "x - y" is none."""
    if first.islower() and last.islower():
        return first == "a" or last == "z"
    return first.isupper() == last.isupper() and first.islower() == last.islower()


def _begins_in_calendar(behind: str) -> bool:
    start = behind[:_START]
    if start.isascii() and start.isalpha() and start.casefold() not in _CALENDAR_STARTS:
        return False
    return _bare(_FIRST_WORD(behind).group()) in _CALENDAR  # type: ignore[union-attr]  # it matches any text


def _lower(words: list[str]) -> list[_Point]:
    """Return how the last words of a text may end in the lower end of a range."""
    if not words:
        return []
    last = _point(words[-1])
    if last.has_number:
        named = _bare(words[-2]) if len(words) > 1 else ""
        # In "Jan 5" the month is the unit.
        return [last, _Point(has_number=True, prefix="", unit=named)] if named in _CALENDAR else [last]
    unit = _bare(words[-1])
    if unit in _CALENDAR:
        return [_Point(has_number=False, prefix="", unit=unit)]
    number = _point(words[-2]) if len(words) > 1 else last
    return [number._replace(unit=unit)] if number.has_number and not number.unit else []


def _upper(words: list[str]) -> list[_Point]:
    """Return how the first words of a text may begin with the upper end of a range."""
    first = _point(words[0])
    if not first.has_number:
        unit = _bare(words[0])
        return [_Point(has_number=False, prefix="", unit=unit)] if unit in _CALENDAR else []
    if first.unit or len(words) == 1:
        return [first]
    return [first, first._replace(unit=_bare(words[1]))]


def _is_same(lower: _Point, upper: _Point) -> bool:
    """Tell whether two points count the same: an equal sign before the number, or units of one kind."""
    if lower.prefix or upper.prefix:
        return lower.prefix == upper.prefix and (not lower.unit or _is_kin(lower.unit, upper.unit))
    if not lower.unit or not upper.unit:
        return not lower.unit and lower.has_number and upper.has_number
    return _is_kin(lower.unit, upper.unit)


def _is_kin(unit: str, other: str) -> bool:
    if unit == other:
        return True
    return any(unit in family and other in family for family in _FAMILIES)


def _point(word: str) -> _Point:
    found = _NUMBER(word)
    if found is None:
        return _Point(has_number=False, prefix="", unit="")
    return _Point(has_number=True, prefix=_bare(word[: found.start()]), unit=_bare(word[found.end() :]))


def _bare(word: str) -> str:
    """Return a word without signs, in small letters, and not in the plural."""
    bare = word.strip(_SIGNS).casefold().replace(".", "")
    if not bare.isascii() and bare[:_KOREAN_DAY] in _CALENDAR:
        return bare[:_KOREAN_DAY]
    return bare.removesuffix("s") if len(bare) > len("ms") else bare
