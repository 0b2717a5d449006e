"""How many options a question lets the reader choose: "up to two", "select all that apply"."""

# ruff: noqa: PLR0911, E501 - word lists, patterns and graded strengths are data

import re
from functools import cache
from itertools import pairwise, zip_longest
from typing import NamedTuple

from choice.dialects.lists.lexicon import languages, phrases
from choice.dialects.lists.words import Role

_LOOKED_AT = 1500
_BEFORE = 28
"""Words that bound a number stand within this many characters before it."""
_BRACKETED = re.compile(r"[(（\[]([^()（）\[\]]{0,200})[)）\]]").findall
_SENTENCES = re.compile(r"(?<=[.!?。！？؟;\n])\s*").split
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:no|not|don't|do not|can't|cannot|may not|keine?|nicht|sin|pas de|no elijas|ne)\b|不可|不能|不支持|不要|没有|لا يمكن)(?:[ \t]\w+){0,2}[ \t]*$"
).search
_DENIED_BEHIND = re.compile(
    r"[^.,;:!?()（）。，]{0,24}?(?:\b(?:not|aren't|isn't|nicht)\b|不可|불가|안 ?됨|안 ?됩|할 수 없|できません|不支持|غير)"
).match
_HARMLESS = re.compile(
    r"don't hesitate|not sure|why not|no dudes|not just|not only|don't have to|do not have to|nicht nur"
).search
_HARMLESS_ANYWHERE = re.compile(r"don't hesitate to|if you are not sure|why not|no dudes en").sub
_MORE_THAN = re.compile(r"(?:\bmore than|\bmehr als|\bmás de|\bplus de|超过|多于|أكثر من)[ \t]?$").search
_MORE_THAN_ANYWHERE = re.compile(r"(?:more than|mehr als|más de|plus de|超过|多于|أكثر من)[ \t]?$").sub
_MORE_BEHIND = re.compile(
    r"[ \t]?(?:or more|이상|以上|초과|を超|或更多|oder mehr|o más|ou plus|أو أكثر)"
).match
_COUNTERS = "개가지つ個件项項个個种種款样"
_RANGE = re.compile(
    r"[ \t]?(?:-|–|—|~|to|or|bis|oder|a|o|y|and|à|ou|から|到|至|或|до|или)[ \t]?", re.IGNORECASE
)
_FILLERS = frozenset(
    {
        "your",
        "the",
        "any",
        "only",
        "just",
        "please",
        "sie",
        "bitte",
        "die",
        "deine",
        "ihre",
        "las",
        "los",
        "tus",
        "of",
        "a",
        ":",
    }
)
_NAMES_OPTION = re.compile(r"[ \t]*(?:,|/|、|،|if\b|for\b|when\b|or\b[ \t]*\d)", re.IGNORECASE).match
_LISTED = re.compile(r"[ \t]*[,、/،][ \t]*")
_WHICH = re.compile(r"(?:which|welche|qué|cuáles|quais|quels|哪|どの|어떤|أي) ?").match
_COUNTS = re.compile(
    r"[ \t]*(?:$|[?？]|(?:of|do|should|would|are|davon|der|de|من)\b|(?:new |main |other |different |more |most |important |key )*(?!series\b|class\b|days? (?:trial|pass))"
    r"[^\W\d_]{3,20}(?:[^us]s|en|rs|es|ات|ان|اء)\b|[개가지つ個项項个種种]|people\b|ألوان|أنواع)"
).match


class _Limits(NamedTuple):
    least: int
    most: int


@cache
def _pattern(role: Role) -> re.Pattern[str]:
    """Return a pattern of all phrases of a role, in all languages."""
    names = sorted(
        {phrase.strip("^*") for each in languages() for phrase in phrases(role, each)}, key=len, reverse=True
    )
    return re.compile(
        "|".join(
            rf"\b{re.escape(name)}" if name[0].isascii() and name[0].isalpha() else re.escape(name)
            for name in names
        )
    )


@cache
def _numbers() -> tuple[re.Pattern[str], dict[str, int]]:
    """Return a pattern of numbers, and the values of those written as words."""
    values: dict[str, int] = {}
    spaced: list[str] = []
    for language in languages():
        for value, names in enumerate(language.NUMBERS.split("|"), start=1):
            for name in (name.strip() for name in names.split("/")):
                values.setdefault(name, value)
                if language.SPACED:
                    spaced.append(name)
    inside = sorted(set(values) - set(spaced), key=len, reverse=True)
    return re.compile(
        rf"(?<![\d.,$€£\w])\d{{1,2}}(?![\d%:]|[.,]\d)|\b(?:{'|'.join(spaced)})\b|(?:{'|'.join(inside)})(?=\s?[{_COUNTERS}])|(?<=[到至~-])\d"
    ), values


def selection_limits(
    question: str, instruction: str, options: int, *, numbered: bool = False
) -> tuple[int, int]:
    """Return how many options must and may be chosen; one, unless the words say otherwise.

    A question may be about choosing several things, so of its own words only those in brackets count, or all
    where it begins with an instruction. Where options have numbers, "choose 1-3" may name them.
    """
    asked = question[:_LOOKED_AT].casefold().replace("’", "'").lstrip("¿ ")
    said = [*_BRACKETED(_long(asked)), *_SENTENCES(_long(instruction[:_LOOKED_AT]))]
    if (_WHICH(asked) or _pattern(Role.EXACTLY).match(asked)) and _plainly_many(asked) is None:
        said.insert(0, asked)
    stated = [
        limits for sentence in said if (limits := _limits(sentence, options, numbered=numbered)) is not None
    ]
    if not stated and _plainly_many(asked):
        stated = [_Limits(1, options)]
    if not stated:
        return 1, 1
    least, most = next((limits for limits in stated if limits != (1, options)), stated[0])
    most = max(1, min(most, options))
    return max(1, min(least, most)), most


_SHORT = re.compile(r"\b(max|min|máx|mín|mind)\.[ \t]?(?=\w)").sub


def _long(text: str) -> str:
    """Return a text in small letters, without the full stop of "max. 2"."""
    return _SHORT(r"\1 ", text.casefold().replace("’", "'"))


def _plainly_many(asked: str) -> bool | None:
    """Return whether a question itself asks for several; None if it does not mention several at all."""
    many = _pattern(Role.MANY).search(asked)
    if many is None:
        return None
    before = asked[: many.start()].rstrip()
    return (
        not before
        or before[-1] in ',:;—–-（("“'
        or before.endswith(("you", "sie", "du", "puedes"))
        or many.group().startswith("any of")
    )


def _limits(sentence: str, options: int, *, numbered: bool) -> _Limits | None:
    """Return what one sentence says, or None."""
    if not sentence or sentence.isspace():
        return None
    sentence = _HARMLESS_ANYWHERE(" ", sentence) if _HARMLESS(sentence) else sentence
    one = _pattern(Role.ONLY_ONE).search(sentence)
    if one is not None:
        return _Limits(1, 1) if _DENIED_BEFORE(sentence[: one.start()]) is None else _Limits(1, options)
    pattern, values = _numbers()
    chooses = _pattern(Role.EXACTLY).search(sentence) is not None
    stated: _Limits | None = None
    found = list(pattern.finditer(sentence))
    if any(_LISTED.fullmatch(sentence, one.end(), two.start()) for one, two in pairwise(found)):
        return None  # "Choose 1, 2 or 3" names options.
    for number, after in zip_longest(found, found[1:]):
        value = int(number.group()) if number.group().isdecimal() else values[number.group()]
        if (
            after is not None
            and chooses
            and _RANGE.fullmatch(sentence, number.end(), after.start()) is not None
        ):
            upper = int(after.group()) if after.group().isdecimal() else values[after.group()]
            if value < upper:
                return None if numbered and value == 1 and upper >= options else _Limits(value, upper)
        bound = _bound(sentence, number, value, options, numbered=numbered)
        if bound is None:
            continue
        stated = (
            bound if stated is None else _Limits(max(stated.least, bound.least), min(stated.most, bound.most))
        )
    if stated is not None:
        return stated
    many = _pattern(Role.MANY).search(sentence)
    if many is None:
        return None
    denied = (
        _DENIED_BEFORE(sentence[max(0, many.start() - _BEFORE) : many.start()]) is not None
        or _DENIED_BEHIND(sentence, many.end()) is not None
    )
    return _Limits(1, 1) if denied else _Limits(1, options)


def _bound(
    sentence: str, number: re.Match[str], value: int, options: int, *, numbered: bool
) -> _Limits | None:
    """Return the bound that a number is by the words beside it, or None where it is none."""
    words = sentence[max(0, number.start() - _BEFORE) : number.start()].strip(" :*(（.").split()
    while words and words[-1] in _FILLERS:
        words.pop()
    before, behind = (
        " ".join(words),
        sentence[number.end() : number.end() + _BEFORE].lstrip(f" {_COUNTERS}를을만"),
    )
    if _MORE_THAN(before) or _MORE_BEHIND(sentence, number.end()):
        limit = value if _MORE_THAN(before) or "초과" in behind[:4] else value - 1
        forbids = _DENIED_BEFORE(_MORE_THAN_ANYWHERE("", before)) or _DENIED_BEHIND(sentence, number.end())
        if forbids:
            return _Limits(1, limit)
        return _Limits(value, options) if _MORE_BEHIND(sentence, number.end()) else None
    if _ends(before, Role.UP_TO) or _begins(behind, Role.UP_TO):
        return _Limits(1, value)
    if _ends(before, Role.AT_LEAST) or _begins(behind, Role.AT_LEAST):
        return _Limits(value, options)
    names = numbered and number.group().isdecimal() and value >= options
    if names or _NAMES_OPTION(sentence, number.end()) is not None or _DENIED_BEFORE(before) is not None:
        return None
    which = _WHICH(sentence)
    in_question = (
        which is not None
        and which.end() == number.start()
        and sentence[number.end() : number.end() + 1] != "-"
    )
    if (
        which is not None
        and not in_question
        and not _ends(before.removeprefix(which.group().strip()), Role.EXACTLY)
    ):
        return None
    if in_question and number.group().isdecimal() and _COUNTS(sentence, number.end()) is None:
        return None
    exact = in_question or _ends(before, Role.EXACTLY) or (not before and _begins(behind, Role.EXACTLY))
    return _Limits(value, value) if exact else None


def _ends(before: str, role: Role) -> bool:
    return any(found.end() >= len(before) for found in _pattern(role).finditer(before))


def _begins(behind: str, role: Role) -> bool:
    return _pattern(role).match(behind) is not None
