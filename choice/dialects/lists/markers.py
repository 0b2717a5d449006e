"""Parse list markers at the beginning of a line, such as `(A)`, `1.` or a bullet."""

import re
import unicodedata
from typing import NamedTuple

SPACES = " \t\u00a0\u3000"
EMPHASES = ("**", "__", "*", "_")
LONGEST_MARKER = 24
"""A marker with its bullet and emphasis is no longer than this, so a line's head of that length decides."""

_TAB = 4
_new = tuple.__new__
_BULLETS = "-*+•‣◦▪–"
_NARROW_CLOSERS = {
    ")": ")", "）": ")", "]": "]", "］": "]", ".": ".", "．": ".", "、": "、", "-": "-", ":": ":", "：": ":",
}  # fmt: skip
_CLOSED_BY = {"(": ")", "（": ")", "[": "]", "［": "]"}
_WORDED_STYLE = "option "
_NEEDS_NO_SPACE = "）］．、："
_FIRST_WIDE = "\u1100"
"""From here on scripts put no space behind a marker: Korean, Chinese, Japanese."""
_BEFORE = f"[{SPACES}]*(?:[{re.escape(_BULLETS)}][{SPACES}]+)?"
_ITEM = re.compile(_BEFORE).match
_STAR = f"(?:[⭐★🌟]\ufe0f?[{SPACES}]*)?"
"""What recommends an option may stand before its marker."""
_ALPHABETS = ("أبجدهو", "가나다라마바", "アイウエオカ")
"""The letters by which Arabic, Korean and Japanese count, each in their order."""
_LETTERS = f"A-Za-zＡ-Ｚａ-ｚا{''.join(_ALPHABETS)}"
_COUNT = f"(?P<count>\\d{{1,2}}|[{_LETTERS}]ـ?)"
_EMPHASIS = "(?P<emphasis>\\*\\*|__|\\*|_)?"
# Only ever applied to the head of a line, so that its length is bounded.
_MARKER = re.compile(
    f"{_BEFORE}(?P<star>{_STAR}){_EMPHASIS}"
    f"(?:(?P<circled>[①-⑳]|[1-9]\ufe0f?\u20e3)|(?P<opener>[(（\\[［])?{_COUNT}(?P<closed_count>(?P=emphasis))?"
    f"(?P<closer>[)）.．、]|(?<=\\d)-|(?<=[\\[［]\\D)[\\]］]|(?<=[A-FＡ-Ｆ*_])[:：]))"
    f"(?P<closed>(?P=emphasis))?(?P<gap>[{SPACES}]*)(?=\\S)"
).match
_OPTION_WORDS = (
    "option", "opción", "variante", "옵션", "방안", "선택지", "选项", "選項", "方案",
    "オプション", "案", "プラン", "الخيار",
)  # fmt: skip
_OPTION_INITIALS = frozenset(word[0] for word in _OPTION_WORDS)
_CHINESE = "一二三四五六"
"""The numbers behind a word for an option, from one to six."""
_WORDED = re.compile(
    f"{_BEFORE}(?P<star>{_STAR}){_EMPHASIS}"
    f"(?:(?:{'|'.join(_OPTION_WORDS)})(?:[{SPACES}]|(?<=[^\\x00-\u10ff]))(?:{_COUNT}|(?P<chinese>[{_CHINESE}]))"
    f"|(?P<first>[1-6A-Fa-f])(?:案|안))(?P<closed>(?P=emphasis))?"
    f"(?:[:：.)）]|[{SPACES}]?[–—-](?=[{SPACES}]))(?P<closed_behind>(?P=emphasis))?[{SPACES}]*(?=\\S)",
    re.IGNORECASE,
).match
_NAMES_NO_OPTION = re.compile("[^OoVv]*+").fullmatch
_WORDED_SO_FAR = re.compile(f"{_BEFORE}{_STAR}(?:\\*\\*|__|\\*|_)?(?P<word>\\S*)").match
# A word of two letters, a sign or a space where the count of a marker would stand.
_BEGINS_NO_MARKER = re.compile(
    f"{_BEFORE}{_STAR}(?:\\*\\*|__|\\*|_)?[(（\\[［]?"
    f"(?:[{_LETTERS}][^)）.．、\\]］:：*_ـ案안]|[^\\d{_LETTERS}①-⑳⭐★🌟\ufe0f{SPACES}*_(（\\[［{re.escape(_BULLETS)}])"
).match


begins_with_word = re.compile("(?:\\*\\*)?(?![Oo][Pp]|[Vv][Aa])[A-Za-z][A-Za-z ,']").match
"""Tells that a line is prose and no item of a list; most lines are, and two letters show it, bold or not.

Only a line that begins like the words "option" and "Variante" needs a closer look.
"""


_LETTER_KINDS = ("A", "a", *(alphabet[0] for alphabet in _ALPHABETS))


class Marker(NamedTuple):
    """Where an option begins and which place in the list it claims."""

    style: str
    """How the marker is written; the options of one list are written alike."""
    number: int
    indent: int
    text_at: int
    emphasis: str
    """The emphasis that opened before the marker and goes on behind it."""
    star: str = ""
    """What recommends the option before its marker."""

    @property
    def lettered(self) -> bool:
        """Tell whether the list counts by letters."""
        return self.style[-2:-1] in _LETTER_KINDS

    @property
    def named(self) -> bool:
        """Tell whether the marker has the word for an option."""
        return self.style.startswith(_WORDED_STYLE)

    @property
    def offers(self) -> bool:
        """Tell whether the marker alone shows an offer: a letter, or the word for an option."""
        return self.lettered or self.named


NO_MARKER = Marker("", 0, 0, 0, "")


def indent_of(line: str) -> tuple[int, int]:
    """Return the width of a line's indentation and where its text begins."""
    at, width = 0, 0
    while at < len(line) and line[at] in SPACES:
        width += _TAB - width % _TAB if line[at] == "\t" else 1
        at += 1
    return width, at


def marker_of(line: str) -> Marker | None:
    """Return the marker with which a line begins, or None."""
    found = _MARKER(line)
    if found is None:
        return _worded_marker(line)
    star, emphasis, circled, opener, count, closed_count, closer, closed, gap = found.groups()
    at = found.end()
    if circled is not None:
        style, number = (
            f"{circled[1:]}1 " if len(circled) > 1 else "①1 ",
            int(unicodedata.numeric(circled[0])),
        )
    else:
        kind, number = _counted(count)
        style = f"{'(' if opener else ''}{kind}{_NARROW_CLOSERS[closer]}"
        spaced = gap or closer in _NEEDS_NO_SPACE or (closer != "-" and line[at] >= _FIRST_WIDE)
        if not spaced or _CLOSED_BY.get(opener, style[-1]) != style[-1]:
            return None
    indent = indent_of(line)[0] if line[0] in SPACES else 0
    # `_new` is Marker(...) at half the cost.
    return _new(Marker, (style, number, indent, at, "" if closed or closed_count else emphasis or "", star))


def _worded_marker(line: str) -> Marker | None:
    """Return the marker that names itself, "Option A:", with which a line begins."""
    found = None if line.isascii() and _NAMES_NO_OPTION(line) else _WORDED(line)
    if found is None:
        return None
    star, emphasis, count, chinese, first, closed, closed_behind = found.groups()
    kind, number = ("1", _CHINESE.index(chinese) + 1) if chinese else _counted(count or first)
    open_emphasis = "" if closed or closed_behind else emphasis or ""
    return Marker(f"{_WORDED_STYLE}{kind}:", number, indent_of(line)[0], found.end(), open_emphasis, star)


def is_item(line: str) -> bool:
    """Tell whether a line begins an item of a list, bulleted or counted."""
    return marker_of(line) is not None or is_bulleted(line)


def is_bulleted(line: str) -> bool:
    """Tell whether a line begins with a bullet."""
    return behind_bullet(line) > indent_of(line)[1]


def may_begin_item(head: str) -> bool:
    """Tell whether the head of a line may still turn out to be an item of a list, or begin with a marker."""
    return _BEGINS_NO_MARKER(head) is None or _may_be_worded(head)


def _may_be_worded(head: str) -> bool:
    """Tell whether the head of a line may still begin with the word for an option."""
    found = _WORDED_SO_FAR(head)
    begun = "" if found is None else found["word"].casefold()
    if begun[:1] not in _OPTION_INITIALS:
        return False
    return any(word.startswith(begun[: len(word)]) for word in _OPTION_WORDS)


def behind_marker(line: str) -> int:
    """Return where the text of a list item begins, or of any other line.

    Before a question a letter with a colon is no marker: "F: Welche Karten gelten?" is marked as answered.
    """
    marker = marker_of(line)
    is_marked = marker is not None and (marker.named or marker.style[-1] != ":")
    return marker.text_at if marker is not None and is_marked else behind_bullet(line)


def behind_bullet(line: str) -> int:
    """Return where the text behind a bullet begins, or that of a line without one."""
    found = _ITEM(line)
    return 0 if found is None else found.end()


def _counted(count: str) -> tuple[str, int]:
    """Return the kind and the value of a letter or number."""
    if count[0].isdecimal():
        return "1", int(count)
    first = "أ" if count[0] == "ا" else count[0]
    for alphabet in _ALPHABETS:
        if first in alphabet:
            return alphabet[0], alphabet.index(first) + 1
    letter = count if count.isascii() else unicodedata.normalize("NFKC", count)
    kind = "A" if letter.isupper() else "a"
    return kind, ord(letter) - ord(kind) + 1


_LONGEST = 40
_NUMBER = re.compile(
    r"(?P<number>(?=[^\W\d_])[^\W_]{1,20}(?: [^\W_]{1,10}){0,3})(?:[:：] ?| [-–—] )(?=\w)"
).match
_EACH_WORD = re.compile(r"\d+|[^\W\d_]+").findall
_NUMBERED = frozenset({
    "question", "step", "part", "section", "phase", "round", "item",
    "frage", "schritt", "teil", "abschnitt",
    "pregunta", "paso", "parte", "sección", "fase", "ronda", "étape", "partie",
    "질문", "문항", "문제", "단계", "번", "번째", "스텝", "파트",
    "ステップ", "フェーズ", "パート",
    "سؤال", "السؤال", "خطوة", "الخطوة", "مرحلة", "المرحلة", "جزء", "الجزء",
})  # fmt: skip
_BESIDE = frozenset({
    "number", "no", "of", "the", "next", "last", "final", "another", "more", "first", "second", "third",
    "fourth", "fifth", "one", "two", "three", "four", "five", "six", "ii", "iii", "iv", "vi",
    "nr", "nummer", "von", "nächste", "letzte", "erste", "zweite", "dritte", "nächster", "letzter", "erster",
    "zweiter", "dritter", "eins", "zwei", "drei",
    "número", "núm", "de", "primera", "primer", "segunda", "segundo", "tercera", "tercer", "siguiente",
    "última", "uno", "dos", "tres",
    "첫", "첫번째", "두", "세", "다음", "마지막",
    "رقم", "من", "الأول", "الأولى", "الثاني", "الثانية", "الثالث", "الثالثة", "التالي", "التالية",
})  # fmt: skip
_NUMBERING_LETTERS = frozenset("第一二三四五六七八九十问题問題質步骤驟歩阶段階部分节節个個目番")
"""Words that number are made of these where words are not spaced."""


def only_numbers(sentence: str) -> bool:
    """Tell whether a sentence says nothing but the number or place of what follows it."""
    if len(sentence) > _LONGEST:
        return False
    others = [word for word in _EACH_WORD(sentence.casefold()) if not word.isnumeric() and len(word) > 1]
    named = [word for word in others if word not in _BESIDE]
    return all(_is_numbered(word) for word in named) and bool(named or not others)


def without_number(question: str) -> str:
    """Return a question without the words before it that only number it: "Q1: Which one?" asks which one."""
    if question.isascii() and ":" not in question and " - " not in question:
        return question
    number = _NUMBER(question)
    asked = "" if number is None else question[number.end() :]
    # A small letter goes on with the words before it: "One last question: which one?".
    if number is None or asked[0].islower() or not only_numbers(number["number"]):
        return question
    return asked


def _is_numbered(word: str) -> bool:
    return word in _NUMBERED or _NUMBERING_LETTERS.issuperset(word)
