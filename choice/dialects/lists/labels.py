"""Parse the lines of an option into its label and description."""

import re
from itertools import pairwise
from typing import NamedTuple

from choice.dialects.lenient import labelled, one_line
from choice.dialects.recommendation import without_recommendation
from choice.models import MAX_DESCRIPTION, Option
from choice.plain_text import cut

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


_LABEL_END_LOOKED_AT = 800
"""A label is shorter than this, whatever marks of emphasis are in it."""
_NOTABLE = re.compile(" —+ | –+ | --? |: |：|——|[(\\[（【「『)\\]）】」』`\"“„«‘']")
_MAY_SEPARATE = re.compile("[-–—:：]").search
_OPENERS, _CLOSERS = "([（【「『", ")]）】」』"
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'"}
_BEFORE_QUOTE = " \t([（「"


def separator(text: str) -> tuple[int, int]:
    """Return where the first separator stands and how wide it is; width 0 where there is none.

    In brackets, in code, between quotation marks and between the ends of a range nothing separates.
    """
    if not _MAY_SEPARATE(text):
        return 0, 0
    text = text[:_LABEL_END_LOOKED_AT]
    depth = 0
    found = _NOTABLE.search(text)
    while found is not None:
        at, end = found.span()
        mark = text[at]
        if mark in _OPENERS:
            depth += 1
        elif mark in _CLOSERS:
            depth = max(0, depth - 1)
        elif mark == "`" or mark in _QUOTES:
            end = _behind_quoted(text, at)
        elif depth == 0 and _separates(text, at, end):
            return at, end - at
        else:
            # The space behind one separator may begin the next one.
            end = max(at + 1, end - 1)
        found = _NOTABLE.search(text, end)
    return 0, 0


def _separates(text: str, at: int, end: int) -> bool:
    before, behind = text[:at], text[end:].strip()
    if not behind or not before.strip():
        return False
    return text[at] in ":：" or not is_range(before, behind)


def _behind_quoted(text: str, at: int) -> int:
    """Return the position behind a quoted piece; where none begins, behind the mark."""
    mark = text[at]
    closer = "`" if mark == "`" else _QUOTES[mark]
    if mark != "`" and at > 0 and text[at - 1] not in _BEFORE_QUOTE:
        return at + 1
    end = text.find(closer, at + 1)
    while end > 0 and mark == "'" and text[end + 1 : end + 2].isalnum():
        end = text.find(closer, end + 1)
    return end + 1 if end > 0 else at + 1


_ENDS = (".", "!", "?", ":", ";", "。", "！", "？", "**", "__")
_WRAPPED_LABEL_SIGNS = (",", "/", "&", "+", "-", "–", "—")
_OPEN = frozenset({
    "a", "an", "the", "and", "or", "but", "of", "for", "to", "in", "on", "at", "by", "with", "without",
    "from", "through", "via", "into", "over", "under", "per", "than", "that", "which", "as", "is", "are",
    "be", "using", "including", "between", "within", "across", "not", "no", "your", "our", "my", "its",
    "their", "until", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer",
    "und", "oder", "aber", "von", "für", "zu", "zum", "zur", "im", "am", "auf", "mit", "ohne", "aus", "bei",
    "nach", "durch", "über", "unter", "als", "dass", "el", "la", "los", "las", "un", "una", "y", "o",
    "pero", "de", "del", "para", "al", "en", "con", "sin", "por", "sobre", "que", "como", "su", "le", "les",
    "et", "ou", "du", "pour", "à", "avec", "sans", "par",
})  # fmt: skip
"""Behind these another word must come."""
_JOINING = frozenset({"and", "or", "und", "oder", "y", "o", "et", "ou"})
"""No description begins with these."""
_FEWEST_WORDS = 5


def put_together(label: str, below: list[str]) -> tuple[str, list[str]]:
    """Return a label with the lines that go on with it, and the other lines below it.

    A line goes on with it that begins small, if the line above has no end: its last word needs another one,
    the next line begins with "and", or it is long and all lines are as full as wrapped text is. Other lines
    describe the option.
    """
    lines = [label]
    for line in below:
        if not line[:1].islower() or lines[-1].endswith(_ENDS):
            break
        lines.append(line)
    if not _are_full(lines):
        whole = (at for at, pair in enumerate(pairwise(lines), 1) if not _goes_on(*pair))
        lines = lines[: next(whole, len(lines))]
    return " ".join(lines), below[len(lines) - 1 :]


def _are_full(lines: list[str]) -> bool:
    """Tell whether no line has room for the first word of the next one."""
    if len(lines[0].split()) < _FEWEST_WORDS:
        return False
    longest = max(map(len, lines))
    return all(len(line) + 1 + len(_first_word(below)) > longest for line, below in pairwise(lines))


def _goes_on(line: str, below: str) -> bool:
    """Tell whether the line below is needed to end a line."""
    if line.endswith(_WRAPPED_LABEL_SIGNS) or line.rpartition(" ")[2].casefold() in _OPEN:
        return True
    return _first_word(below) in _JOINING


def _first_word(line: str) -> str:
    return line.split(" ", 1)[0]


_RECOMMENDING = ("recommended", "default")
_BOLD = ("**", "__")
_LONGEST = 2000
"""A line that is longer has more in it than label and description may have, whatever its marks."""
_DASHES = ("-", "–", "—")
_LEADING = " \t\u00a0:：-–—"
_SYMBOL = "[\U0001f300-\U0001faff\u2600-\u27bf\u2b00-\u2bff]\ufe0f?"
_TAG = re.compile(f"[ \t](?:[-–—←][ \t])?{_SYMBOL}[ \t]*([^\\W\\d][^.:]{{0,28}})$").search
_PRAISE = re.compile(
    r"\b(?:best|recommended|my (?:pick|choice|favou?rite)|preferred)\b", re.IGNORECASE
).search


def _untagged(label: str) -> tuple[str, bool]:
    """Return a label without a tag such as "✅ best fit" behind it, and whether that recommends."""
    tag = _TAG(label[-60:])
    bare = "" if tag is None else label[: len(label) - len(label[-60:]) + tag.start()].rstrip(" -–—")
    if tag is None or not bare:
        return label, False
    return bare, _PRAISE(tag[1]) is not None


def option_of(option_id: str, lines: list[str], *, short: bool = False) -> Option | None:
    """Return the option that the lines of an item describe, or None where not all of it could be shown.

    With `short`, long texts are cut instead.
    """
    text, rest = one_line(lines[0]), [line.strip() for line in lines[1:]]
    if rest:
        text, rest = put_together(text, rest)
        text = one_line(text)
    if len(text) > _LONGEST and not short:
        return None
    text, marked = without_recommendation(text[:_LONGEST])
    label, description = _split(text)
    label, marked_label = without_recommendation(without_emphasis(label))
    label, praised = _untagged(label)
    described, marked_description = _described(description, rest)
    if short:
        label, described = cut(label, MAX_DESCRIPTION), cut(described, MAX_DESCRIPTION)
    if not label or len(label) > MAX_DESCRIPTION or len(described) > MAX_DESCRIPTION:
        return None
    return labelled(
        option_id,
        label,
        described or None,
        recommended=marked or marked_label or marked_description or praised,
    )


def _described(description: str, lines: list[str]) -> tuple[str, bool]:
    """Return the description that an option's lines give, and whether it recommends."""
    details = [description, *[one_line(without_emphasis(line)) for line in lines]] if lines else [description]
    whole = "\n".join([detail for detail in details if detail])
    if not whole:
        return "", False
    described, marked = without_recommendation(whole)
    if described.strip("()[]（）").casefold() in _RECOMMENDING:
        return "", True
    return described, marked


def without_emphasis(text: str) -> str:
    """Return a text without bold and italic marks; code marks stay, they mean something."""
    if "*" not in text and "_" not in text:
        return text.strip()
    text = text.replace("**", "").replace("__", "")
    if len(text) > 2 and text[0] == text[-1] and text[0] in "*_":  # noqa: PLR2004 - two marks and a letter
        text = text[1:-1]
    return text.strip()


def _split(text: str) -> tuple[str, str]:
    """Return label and description: at the end of a bold beginning, else at a separator."""
    mark = text[:2]
    if mark in _BOLD and (end := text.find(mark, len(mark))) > 0:
        behind = text[end + len(mark) :].strip()
        if behind[:1] in _DASHES and is_range(text[len(mark) : end], without_emphasis(behind[1:])):
            text = without_emphasis(text)
        elif not behind or behind[0] in _LEADING or text[end - 1] == ":":
            return text[len(mark) : end].rstrip(": "), without_emphasis(behind.lstrip(_LEADING))
    at, width = separator(text)
    if width == 0:
        return text, ""
    return text[:at], without_emphasis(text[at + width :])
