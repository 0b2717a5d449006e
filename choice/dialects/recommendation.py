"""The marks by which a model recommends an option inside its label.

A bracketed word, a star or a bare word at either end of the label is a mark. A remark behind it stays:
"SQLite (recommended, no server)" recommends "SQLite (no server)". A bare word needs a sign between it and the
label, or emphasis of its own: "Recommended: SQLite", "SQLite ← recommended", "SQLite _recommended_".
What only looks like a mark is part of the label: "Port (default port 80)", "B (recommended for large teams)",
"Hotel 5★".
"""

import re

from choice.dialects.recommending_signs import (
    BEHIND_WORD,
    DEFAULT,
    EMPHASIS,
    GERMAN_DEFAULT,
    ORNAMENTS,
    RECOMMENDED,
    SPACE,
    STARS,
    VARIATION,
)
from choice.dialects.recommending_word import WORD_REMOVERS, starred_word_removed

_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］", "「": "」"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
# Every mark has one of these characters or parts of words; a label without them needs no closer look.
# A star beyond the first 65,536 characters would make the search slow: it is looked for apart.
*_FIRST_STARS, _LAST_STAR = STARS
_MARKED = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS, *_FIRST_STARS)))}추推おオ권建موصى]").search
_WORD_PARTS = {
    "ecom": ("ecomm", "ecomend"),
    "ECOM": ("ECOMM", "ECOMEND"),
    "mpf": ("mpfohlen", "mpfehlung"),
    "MPF": ("MPFOHLEN",),
}
_REMARK = re.compile(r"\s*[·,;:/|–—-]\s*")


def may_recommend(text: str) -> bool:
    """Tell whether a text has a character in it that every recommending mark has."""
    if "(" in text or ")" in text or "[" in text or "]" in text:
        return True
    if not text.isascii() and (_LAST_STAR in text or _MARKED(text) is not None):
        return True
    for beginning, parts in _WORD_PARTS.items():
        if beginning in text and any(part in text for part in parts):
            return True
    return False


def without_recommendation(label: str) -> tuple[str, bool]:
    """Return a label without the recommending marks at its two ends, and whether there were any.

    A label that consists of nothing but marks is left as it is.
    """
    if not may_recommend(label):
        return label, False
    rest, found = label, False
    while shorter := _without_one(rest.strip(SPACE)):
        rest, found = shorter, True
    return rest, found


def _without_one(label: str) -> str | None:
    """Return a label without one mark at either end, or None where there is no mark or nothing else."""
    for without in _REMOVERS:
        rest = without(label)
        if rest is not None and rest.strip(ORNAMENTS):
            return rest.strip(SPACE)
    return None


def _star_removed(label: str) -> str | None:
    """Remove one star; several stars, or a star behind a number, are a rating."""
    bare = label.removesuffix(VARIATION)
    if bare.endswith(STARS) and not bare[-2:-1].isdigit() and not bare[:-1].rstrip(VARIATION).endswith(STARS):
        return bare[:-1]
    rest = label[1:].removeprefix(VARIATION)
    if label.startswith(STARS) and not rest.startswith(STARS):
        return rest
    return None


def _bracket_behind_removed(label: str) -> str | None:
    inner = label.rstrip(SPACE + EMPHASIS)
    opener = _CLOSERS.get(inner[-1:])
    start = -1 if opener is None else inner.rfind(opener)
    remark = None if start < 0 else _remark(inner[start + 1 : -1])
    if remark is None:
        return None
    before, closing = inner[:start].rstrip(SPACE), label[len(inner) :].strip(SPACE)
    if closing and before.count(closing) % 2 == 0:
        closing = ""
    elif closing and before.endswith(closing):
        before, closing = before.removesuffix(closing).rstrip(SPACE), ""
    return before + (f" {inner[start]}{remark}{inner[-1]}" if remark else "") + closing


def _bracket_before_removed(label: str) -> str | None:
    inner = label.lstrip(EMPHASIS)
    closer = _PAIRS.get(inner[:1])
    end = -1 if closer is None else inner.find(closer)
    remark = None if end < 0 else _remark(inner[1:end])
    if remark is None:
        return None
    opening, behind = label[: len(label) - len(inner)], inner[end + 1 :]
    if opening and behind.startswith(opening):
        behind, opening = behind.removeprefix(opening), ""
    return opening + behind.lstrip(BEHIND_WORD) + (f" {inner[0]}{remark}{inner[end]}" if remark else "")


_REMOVERS = (
    # Before the star goes alone: it tells the word behind it from the label.
    starred_word_removed,
    _star_removed,
    _bracket_behind_removed,
    _bracket_before_removed,
    *WORD_REMOVERS,
)


def _remark(bracketed: str) -> str | None:
    """Return what a bracket says besides recommending, perhaps nothing; None where it does not recommend."""
    said = bracketed.strip(ORNAMENTS + "!！")
    if said.casefold() in RECOMMENDED + DEFAULT or said == GERMAN_DEFAULT:
        return ""
    found = _REMARK.search(said)
    if found is None or said[: found.start()].casefold() not in RECOMMENDED:
        return None
    remark = said[found.end() :]
    return remark if any(character.isalpha() for character in remark) else ""
