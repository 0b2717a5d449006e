"""Find the roles of a sentence: every phrase of every language, searched in one pass over its words."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

import pkgutil
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from choice.dialects.lists import words
from choice.dialects.lists.words import Role

BIT = {role: 1 << number for number, role in enumerate(Role)}
_LONGEST = 2000
"""A longer sentence is looked at up to here."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|[?？؟:：;,、—–(¿.!。！]").findall
_SPLITS = frozenset("?？؟:：;—–¿.!。！")
"""Signs behind which a sentence or its last part begins."""
_COMMAS = frozenset(",、(")
"""Signs behind which a clause begins; "which" and "when" only join it to the one before."""
_EVERY = (1 << len(BIT)) - 1
_JOINS = BIT[Role.WHAT] | BIT[Role.WHICH] | BIT[Role.TELL]
_OPENERS = frozenset(
    {"so", "and", "but", "also", "or", "now", "ok", "okay", "please", "y", "und", "et", "e", "и"}
)
"""Words that do not count as the first word of a clause."""
_CJK_GAP = re.compile(r"[\u0600-\u06ff\u3000-\u9fff\uac00-\ud7af]").search


class _Phrase(NamedTuple):
    rest: tuple[str, ...]
    """The words behind the first one."""
    roles: int
    is_first: bool
    """Whether it counts only at the beginning of a clause."""
    is_stem: bool
    """Whether the last word may go on."""


@cache
def languages() -> tuple[ModuleType, ...]:
    """Return the modules with the words of each language, in the order of their names."""
    found = sorted(module.name for module in pkgutil.iter_modules(words.__path__))
    return tuple([import_module(f"{words.__name__}.{name}") for name in found])


def phrases(role: Role, language: ModuleType) -> Iterator[str]:
    """Yield the phrases of a role in one language, with their signs."""
    yield from (phrase.strip() for phrase in language.WORDS.get(role, "").split("|") if phrase.strip())


@cache
def _index() -> tuple[dict[str, list[_Phrase]], dict[str, list[_Phrase]]]:
    """Return the phrases of spaced languages by their first word, and by the stem of their only word."""
    whole: dict[str, list[_Phrase]] = {}
    stems: dict[str, list[_Phrase]] = {}
    for language in languages():
        if not language.SPACED:
            continue
        for role in Role:
            for phrase in phrases(role, language):
                bare = phrase.removeprefix("^").removesuffix("*")
                first, *rest = _TOKEN(bare)
                entry = _Phrase(tuple(rest), BIT[role], phrase[0] == "^", phrase[-1] == "*")
                (stems if entry.is_stem and not rest else whole).setdefault(first, []).append(entry)
    return whole, stems


_SHORTEST_STEM = 3
_LONGEST_STEM = 9


@cache
def _unspaced() -> tuple[re.Pattern[str], dict[str, int]]:
    """Return a pattern of all phrases of languages without spaces, and the roles of each phrase.

    A phrase has the roles of the phrases inside it as well, because the longest one is found.
    """
    roles: dict[str, int] = {}
    for language in languages():
        if language.SPACED:
            continue
        for role in Role:
            for phrase in phrases(role, language):
                bare = phrase.removeprefix("^")
                roles[bare] = roles.get(bare, 0) | BIT[role]
    merged = {
        phrase: sum({bit for inner, bits in roles.items() if inner in phrase for bit in _bits(bits)})
        for phrase in roles
    }
    return re.compile("|".join(map(re.escape, sorted(roles, key=len, reverse=True)))), merged


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in BIT.values() if mask & bit)


@lru_cache(maxsize=512)
def roles_of(sentence: str) -> int:
    """Return the roles of a sentence as a bit mask of `BIT`. Sentences are looked up several times a message."""
    text = sentence[:_LONGEST].lower()
    found = 0 if text.isascii() else _roles_inside(text)
    whole, stems = _index()
    tokens = _TOKEN(text.replace("’", "'"))
    first = _EVERY
    for at, token in enumerate(tokens):
        if token in _SPLITS:
            first = _EVERY
            continue
        if token in _COMMAS:
            first = _EVERY & ~_JOINS
            continue
        for phrase in whole.get(token, ()):
            if (not phrase.is_first or first & phrase.roles) and _follows(tokens, at + 1, phrase):
                found |= phrase.roles
        for size in range(_SHORTEST_STEM, min(len(token), _LONGEST_STEM) + 1):
            for phrase in stems.get(token[:size], ()):
                if not phrase.is_first or first & phrase.roles:
                    found |= phrase.roles
        if token not in _OPENERS:
            first = 0
    return found


def _follows(tokens: list[str], at: int, phrase: _Phrase) -> bool:
    """Return whether the rest of a phrase stands at a position."""
    rest = phrase.rest
    if not rest:
        return True
    if not phrase.is_stem:
        return tuple(tokens[at : at + len(rest)]) == rest
    behind = at + len(rest) - 1
    return (
        tuple(tokens[at:behind]) == rest[:-1] and behind < len(tokens) and tokens[behind].startswith(rest[-1])
    )


def _roles_inside(text: str) -> int:
    if _CJK_GAP(text) is None:
        return 0
    pattern, roles = _unspaced()
    found = 0
    for phrase in pattern.findall(text):
        found |= roles[phrase]
    return found


def has(sentence: str, *roles: Role) -> bool:
    """Return whether a sentence has any of the roles."""
    mask = roles_of(sentence)
    return any(mask & BIT[role] for role in roles)


_SCRIPTS = (
    ("ko", re.compile("[\uac00-\ud7af]").search),
    ("ja", re.compile("[\u3040-\u30ff]").search),
    ("zh", re.compile("[\u4e00-\u9fff]").search),
    ("ar", re.compile("[\u0600-\u06ff]").search),
    ("ru", re.compile("[\u0400-\u04ff]").search),
)


@cache
def _common() -> dict[str, frozenset[str]]:
    return {language.CODE: frozenset(language.COMMON.split()) for language in languages() if language.SPACED}


def language_of(text: str) -> ModuleType:
    """Return the words of the language in which a text is written: by its script, then by frequent words."""
    code = "es" if "¿" in text else next((code for code, search in _SCRIPTS if search(text)), "")
    if not code:
        seen = _TOKEN(text.lower())
        counts = {code: sum(word in common for word in seen) for code, common in _common().items()}
        code = max(counts, key=lambda code: (counts[code], code == "en"))
    return next(language for language in languages() if code == language.CODE)
