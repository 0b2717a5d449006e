"""Find the words of a message that may be names: of a team, a department, a person or a row."""

import re
from collections.abc import Sequence

from choice.sources.intent import words as vocabulary
from choice.sources.intent.dates import FIRST_WORDS

MAX_NAMES = 4
"""A message with more unknown words is prose, and names nothing in particular."""

_MAX_WORDS = 16
_SHORTEST = 3
_LAST_LATIN = "\u024f"
_ONLY = frozenset({"only", "just"})
_HANGUL = re.compile(r"[\uac00-\ud7a3]+")
_PARTICLES = re.compile(
    r"(?<=[\uac00-\ud7a3]{2})(?:에서는|에서|에게|으로|이랑|하고|까지|부터|은요|는요|이요|은|는|이|가|을|를|의|에|만|도|과|와|로|랑)$"
)
_KNOWN = frozenset().union(
    *vocabulary.TOPICS.values(),
    vocabulary.HEALTH,
    vocabulary.OVERVIEW,
    vocabulary.PROBLEMS,
    vocabulary.LEVELS,
    vocabulary.LIMIT_WORDS,
    vocabulary.STATUSES,
    vocabulary.EXCLUSION_WORDS,
    vocabulary.SMALL_TALK,
    FIRST_WORDS,
    vocabulary.NO_NAMES,
)
_KOREAN_KNOWN = (
    *(phrase for phrases in vocabulary.TOPIC_PHRASES.values() for phrase in phrases),
    *vocabulary.OVERVIEW_PHRASES,
    *vocabulary.PROBLEM_PHRASES,
    *vocabulary.SEVERITY_PHRASES,
    *vocabulary.STATUS_PHRASES,
    *(
        "건강",
        "헬스",
        "상태",
        "오늘",
        "어제",
        "지난",
        "이번",
        "작년",
        "올해",
        "주말",
        "분기",
        "개월",
        "동안",
        "부터",
    ),
)


def names_in(text: str, words: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """Return the words of a lower-case text that may be names, and whether they are a filter."""
    if len(words) > _MAX_WORDS:
        return (), False
    found: dict[str, int] = {}
    for at, word in enumerate(words):
        name = _name(word)
        if name is not None:
            found.setdefault(name, at)
    if len(found) > MAX_NAMES:
        return (), False
    is_focused = (
        "만" in text
        or not _ONLY.isdisjoint(words)
        or any(not vocabulary.FOCUSING.isdisjoint(words[max(at - 2, 0) : at + 2]) for at in found.values())
    )
    return tuple(found), bool(found) and is_focused


def _name(word: str) -> str | None:
    if len(word) >= _SHORTEST and word[0] <= _LAST_LATIN and word[-1] <= _LAST_LATIN and word.isalpha():
        return None if word in _KNOWN else _singular(word)
    if not _HANGUL.fullmatch(word):
        return _mixed(word)
    word = _PARTICLES.sub("", word)
    known = next((name for korean, name in vocabulary.KOREAN_NAMES.items() if word.startswith(korean)), None)
    if known is not None:
        return known
    is_known = len(word) < _SHORTEST - 1 or word.startswith(vocabulary.KOREAN_NO_NAMES)
    return None if is_known or any(phrase in word for phrase in _KOREAN_KNOWN) else word


def _mixed(word: str) -> str | None:
    """Return the Latin part of a word with particles, such as `engineering팀만`."""
    latin = re.match(r"[a-z]{3,}", word)
    return None if latin is None or latin[0] in _KNOWN or latin[0] == "sev" else latin[0]


def _singular(word: str) -> str:
    has_plural = len(word) > _SHORTEST + 1 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if has_plural else word
