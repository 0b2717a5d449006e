"""Classify the lines of a text and find the marks that may begin an item: letters, numbers, bullets, bold words."""

# ruff: noqa: E501, PLR2004 - word lists, patterns and graded strengths are data

import re
from functools import cache
from typing import NamedTuple

from choice.dialects.lists.lexicon import languages

SPACES = " \t\u00a0\u3000"
BULLETS = "-*+•‣◦▪–·▸►○●→✓☐☑"
HEAD = 80
"""A mark stands within this many characters at the beginning of a line, so no pattern looks further."""
_TAB = 4
_ALPHABETS = ("أبجدهو", "가나다라마바", "アイウエオカ", "αβγδεζ", "абвгде")
_CHINESE = "一二三四五六七八九"
_CIRCLED = "①②③④⑤⑥⑦⑧⑨"
_LETTER = f"A-Za-zＡ-Ｚａ-ｚА-Еа-еا{''.join(_ALPHABETS)}"
_CLOSER = {"）": ")", "］": "]", "．": ".", "、": ",", "：": ":", "】": "]"}
_BULLET = re.compile(f"[{re.escape(BULLETS)}][{SPACES}]+(?:\\[ \\][{SPACES}]+)?").match
_EMOJI = re.compile(
    "(?:[⭐★🌟👉]|[\U0001f300-\U0001faff\u2600-\u2712\u2714\u2716-\u27bf\u2b00-\u2bff])\ufe0f?[ \t]*"
).match
_STAR = re.compile(f"[⭐★🌟]\ufe0f?[{SPACES}]*").match
_BOLD = re.compile(r"(\*\*|__)(?=\S)").match
_COUNTED = re.compile(
    f"(?P<open>[(（\\[［`])?(?P<count>\\d{{1,2}}|[{_LETTER}]ـ?)(?P<bold>\\*\\*|__|`)?"
    f"(?P<close>[)）.．、\\]］:：】]|[–—-](?=[{SPACES}])|(?<=\\d)-(?=[^\\d{SPACES}]))(?P<bold2>\\*\\*|__)?(?P<gap>[{SPACES}]*)"
).match
_KEYCAP = re.compile(f"(?:([1-9])\ufe0f?\u20e3|([{_CIRCLED}]))(?:\\*\\*|__)?[{SPACES}.:]*").match
_MENU = re.compile(f"\\[([A-Z0-9]{{1,2}})\\](?!\\()(?:\\*\\*)?[{SPACES}:.)-]*").match
_WIDE = "\u1100"
"""From here on scripts put no space behind a marker."""
_NEEDS_NO_SPACE = "）］．、：】"
_TABLE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:-]*)+").fullmatch
_RULE = re.compile(r"(?:[-*_=─━][ \t]*){3,200}").fullmatch
_STRIPPED = re.compile(r"\*\*|__|`")


class Mark(NamedTuple):
    """One way to read the beginning of a line as an item."""

    family: str
    """`number`, `letter`, `option`, `keycap`, `menu`, `bullet`, `bold`, `emoji` or `heading`."""
    style: str
    """How it is written; the items of one list are written alike."""
    ordinal: int
    """The place that it claims in its list; 0 where it claims none."""
    at: int
    """Where the text of the item begins in the line."""


class Line(NamedTuple):
    """A line and what it may be."""

    number: int
    raw: str
    kind: str
    """`blank`, `code`, `heading`, `quote`, `table`, `rule` or `text`."""
    indent: int
    marks: tuple[Mark, ...] = ()
    level: int = 0
    """Level of a heading."""

    @property
    def text(self) -> str:
        """The line without indentation, signs of headings and emphasis."""
        return plain(self.raw)

    @property
    def is_item(self) -> bool:
        """Whether a bullet or a count begins the line."""
        return any(mark.family not in _SOFT for mark in self.marks)


_SOFT = frozenset({"bold", "emoji", "heading"})


def plain(text: str) -> str:
    """Return a text without emphasis, code marks and signs of a heading."""
    return _STRIPPED.sub("", text).strip().lstrip("#>").strip()


def indent_of(line: str) -> tuple[int, int]:
    """Return the width of a line's indentation and where its text begins."""
    at, width = 0, 0
    while at < len(line) and line[at] in SPACES:
        width += _TAB - width % _TAB if line[at] == "\t" else 1
        at += 1
    return width, at


@cache
def _worded() -> re.Pattern[str]:
    """Return a pattern of "Option A", "方案一", "1안" in all languages."""
    words = "|".join(map(re.escape, _names()))
    count = f"(?P<count>\\d{{1,2}}|[{_LETTER}{_CHINESE}{_CIRCLED}])(?![\\w'’])"
    return re.compile(
        f"(?:(?:{words})[{SPACES}#]{{0,3}}{count}|(?P<first>[1-6A-Fa-f])[{SPACES}]?[案안])"
        f"(?P<behind>(?:\\*\\*|__)?[{SPACES}]?(?:\\*\\*|__)?[:：.)）–—-]?(?:\\*\\*|__)?[{SPACES}]*)",
        re.IGNORECASE,
    )


def ordinal_of(count: str) -> tuple[str, int]:
    """Return the kind of a count, and its value."""
    if count[0].isdecimal():
        return "1", int(count)
    first = "أ" if count[0] == "ا" else count[0].lower()
    for alphabet in (*_ALPHABETS, _CHINESE, _CIRCLED):
        if first in alphabet:
            return alphabet[0], alphabet.index(first) + 1
    if not count.isascii():
        count = chr(ord(count[0]) - 0xFEE0)
    return ("A" if count.isupper() else "a"), ord(count.lower()) - ord("a") + 1


def marks_of(raw: str, at: int) -> tuple[Mark, ...]:
    """Return the ways to read a line as an item; `at` is where its text begins."""
    head = raw[: at + HEAD]
    marks: list[Mark] = []
    bullet = _BULLET(head, at)
    if bullet is not None:
        marks.append(Mark("bullet", head[at], 0, bullet.end()))
        at = bullet.end()
    inner = _counted(head, at)
    if inner is not None and inner.family == "menu":
        # "[A] [B]" counts, "[A] [P] [C]" does not: which of them it is shows with the second item.
        marks.append(inner._replace(style="", ordinal=0))
        if inner.ordinal:
            marks.append(
                inner._replace(family="number" if inner.style == "1" else "letter", style=f"[{inner.style}]")
            )
    elif inner is not None:
        marks.append(inner)
    elif bullet is None:
        emoji = _EMOJI(head, at)
        if emoji is not None:
            marks.append(Mark("emoji", "", 0, emoji.end()))
        if _BOLD(head, at) is not None and raw.find(head[at : at + 2], at + 2) > 0:
            marks.append(Mark("bold", "", 0, at))
    return tuple(marks)


def _counted(head: str, at: int) -> Mark | None:
    """Return the count with which the text at a position begins, as in `(A)`, `**1.**`, `Option B:`."""
    bold = _BOLD(head, at)
    start = at if bold is None else bold.end()
    star = _STAR(head, start)
    emoji = None if star or "0" <= head[start : start + 1] <= "9" else _EMOJI(head, start)
    behind = star or emoji
    for place in (start,) if behind is None else (start, behind.end()):
        begin = place
        if bold is None and begin != start and (inner := _BOLD(head, begin)) is not None:
            begin = inner.end()
        mark = _count_at(head, begin)
        if mark is not None:
            return mark
    return None


def _count_at(head: str, at: int) -> Mark | None:  # noqa: PLR0911 - one return per notation
    keycap = _KEYCAP(head, at)
    if keycap is not None:
        return Mark("keycap", "", int(keycap[1]) if keycap[1] else ordinal_of(keycap[2])[1], keycap.end())
    worded = _worded().match(head, at)
    if (worded is not None and worded["count"] is not None) or (
        worded is not None and worded["first"] is not None
    ):
        kind, number = ordinal_of(worded["count"] or worded["first"])
        separated = worded["behind"].strip(SPACES) or worded.end() == len(head.rstrip())
        return Mark("option", kind, number, worded.end()) if separated or worded["count"] else None
    counted = _COUNTED(head, at)
    if counted is None:
        menu = _MENU(head, at)
        return None if menu is None else Mark("menu", "", 0, menu.end())
    opener, close = counted["open"] or "", counted["close"]
    kind, number = ordinal_of(counted["count"])
    closer = _CLOSER.get(close, close)
    spaced = counted["gap"] or close in _NEEDS_NO_SPACE or head[counted.end() : counted.end() + 1] >= _WIDE
    if opener in ("[", "［") and closer == "]":
        return Mark("menu", kind, number if kind in "1A" else 0, counted.end())
    if (opener in ("(", "（")) and closer != ")":
        return None
    if closer in "–—":
        closer = "-"
    ends = counted.end() >= len(head.rstrip())
    if not (spaced or counted["bold2"] or ends or (closer == "-" and kind == "1")) or (
        closer == ":" and kind == "a"
    ):
        return None
    style = f"{opener.replace('（', '(')}{kind}{closer}"
    return Mark("number" if kind == "1" else "letter", style, number, counted.end())


LONGEST_MARK = 40
"""A bullet and a count with their emphasis are no longer than this."""


def item_at(head: str) -> int | None:
    """Return where the text behind a bullet or a count begins in the head of a line; None if it is no item."""
    marks = [mark for mark in marks_of(head, indent_of(head)[1]) if mark.family not in _SOFT]
    return max(mark.at for mark in marks) if marks else None


_WORD = re.compile(r"[^\W\d_]{2,20}").match
_LONGEST_WORD = 20


def may_begin_item(text: str, at: int, *, ended: bool) -> bool | None:
    """Return whether the line at a position may be an item; None if more of its first word is needed.

    A line that begins with a word is none, unless the word is one like "Option".
    """
    word = _WORD(text, at)
    if word is None:
        return None if len(text) < at + 2 and not ended else True
    if word.end() == len(text) and len(word.group()) < _LONGEST_WORD and not ended:
        return None
    return word.group().casefold().startswith(_names())


@cache
def _names() -> tuple[str, ...]:
    """Return the words before a count, such as "option"."""
    names = {name.strip() for each in languages() for name in each.MARKERS.split("|")}
    return tuple(sorted(names, key=len, reverse=True))


def read_line(number: int, raw: str) -> Line:
    """Classify one line outside code."""
    raw = raw.rstrip("\r")
    indent, at = indent_of(raw)
    first = raw[at : at + 1]
    if not first:
        return Line(number, raw, "blank", indent)
    if first == ">":
        return Line(number, raw, "quote", indent)
    if first == "#" and (level := len(raw[at : at + 7]) - len(raw[at : at + 7].lstrip("#"))) < 7:
        text_at = indent_of(raw[at + level :])[1] + at + level
        if text_at > at + level:
            return Line(
                number,
                raw,
                "heading",
                indent,
                (Mark("heading", str(level), 0, text_at), *marks_of(raw, text_at)),
                level,
            )
    if first in "-*_=─━" and len(raw) <= 200 and _RULE(raw.strip()) is not None:
        return Line(number, raw, "rule", indent)
    if first == "|":
        return Line(number, raw, "table", indent)
    return Line(number, raw, "text", indent, marks_of(raw, at))


_FENCE = re.compile(r"(?:[-*+][ \t]+|\d{1,2}[.)][ \t]+)?(`{3,20}|~{3,20})").match
_REASONING = re.compile("<(think|reasoning)", re.IGNORECASE).match


def read_lines(text: str) -> list[Line]:
    """Classify the lines of a text. Code and reasoning (`<think>`) are of the kind `code`."""
    lines: list[Line] = []
    fence = thinking = ""
    for number, raw in enumerate(text.split("\n")):
        bare = raw.strip()
        is_code = bool(fence or thinking)
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
        elif thinking:
            thinking = "" if thinking in bare.casefold() else thinking
        elif (opened := _FENCE(bare)) is not None and bare.count(opened[1]) == 1:
            fence, is_code = opened[1], True
        elif (opened := _REASONING(bare)) is not None:
            end = f"</{opened[1].casefold()}"
            thinking, is_code = ("" if end in bare.casefold() else end), True
        lines.append(Line(number, raw, "code", indent_of(raw)[0]) if is_code else read_line(number, raw))
    return lines


def separates(line: Line) -> bool:
    """Return whether a line of a table only separates its head from its body."""
    return line.kind == "table" and _TABLE(line.raw.strip()[:400]) is not None
