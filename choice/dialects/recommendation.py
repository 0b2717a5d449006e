"""The marks by which a model recommends an option inside its label.

A bracketed word, a star or a bare word at either end of the label is a mark. A remark behind it stays:
"SQLite (recommended, no server)" recommends "SQLite (no server)". What only looks like a mark is part of the
label: "Port (default port 80)", "B (recommended for large teams)", "Hotel 5★".
"""

import re

_RECOMMENDED = (
    "recommended", "recommend", "suggested", "preferred",
    "추천", "권장", "推荐", "推薦", "建议", "おすすめ", "お勧め", "推奨",
    "empfohlen", "recomendado", "recomendada", "recommandé", "recommandée", "موصى به", "مستحسن",
)  # fmt: skip
_DEFAULT = ("default", "기본값", "默认", "デフォルト", "predeterminado", "par défaut", "الافتراضي")
_BARE_WORDS = ("추천", "推荐", "推薦", "おすすめ", "お勧め")
_STARS = ("⭐", "★", "🌟")
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］", "「": "」"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_SPACE = " \t\u00a0\u3000"
_EMPHASIS = "*_"
_VARIATION = "\ufe0f"
_ORNAMENTS = _SPACE + _EMPHASIS + _VARIATION + "".join(_STARS)
_BEFORE_WORD = _SPACE + "-–—:·"
_BEHIND_WORD = _SPACE + "-–—:：·"
# Every mark has one of these characters; a label without them needs no closer look.
_MARKED = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS, *_STARS)))}추推お]").search
_MARKED_IN_ASCII = re.compile(r"[()\[\]]").search
_REMARK = re.compile(r"\s*[·,;:/|–—-]\s*")


def may_recommend(text: str) -> bool:
    """Tell whether a text has a character in it that every recommending mark has."""
    return (_MARKED_IN_ASCII if text.isascii() else _MARKED)(text) is not None


def without_recommendation(label: str) -> tuple[str, bool]:
    """Return a label without the recommending marks at its two ends, and whether there were any.

    A label that consists of nothing but marks is left as it is.
    """
    if not may_recommend(label):
        return label, False
    rest, found = label, False
    while shorter := _without_one(rest.strip(_SPACE)):
        rest, found = shorter, True
    return rest, found


def _without_one(label: str) -> str | None:
    """Return a label without one mark at either end, or None where there is no mark or nothing else."""
    for without in (_star_removed, _bracket_behind_removed, _bracket_before_removed, _word_removed):
        rest = without(label)
        if rest is not None and rest.strip(_ORNAMENTS):
            return rest.strip(_SPACE)
    return None


def _star_removed(label: str) -> str | None:
    """Remove one star; several stars, or a star behind a number, are a rating."""
    bare = label.removesuffix(_VARIATION)
    if (
        bare.endswith(_STARS)
        and not bare[-2:-1].isdigit()
        and not bare[:-1].rstrip(_VARIATION).endswith(_STARS)
    ):
        return bare[:-1]
    rest = label[1:].removeprefix(_VARIATION)
    if label.startswith(_STARS) and not rest.startswith(_STARS):
        return rest
    return None


def _bracket_behind_removed(label: str) -> str | None:
    inner = label.rstrip(_SPACE + _EMPHASIS)
    opener = _CLOSERS.get(inner[-1:])
    start = -1 if opener is None else inner.rfind(opener)
    remark = None if start < 0 else _remark(inner[start + 1 : -1])
    if remark is None:
        return None
    before, closing = inner[:start].rstrip(_SPACE), label[len(inner) :].strip(_SPACE)
    if closing and before.count(closing) % 2 == 0:
        closing = ""
    elif closing and before.endswith(closing):
        before, closing = before.removesuffix(closing).rstrip(_SPACE), ""
    return before + (f" {inner[start]}{remark}{inner[-1]}" if remark else "") + closing


def _bracket_before_removed(label: str) -> str | None:
    inner = label.lstrip(_EMPHASIS)
    closer = _PAIRS.get(inner[:1])
    end = -1 if closer is None else inner.find(closer)
    remark = None if end < 0 else _remark(inner[1:end])
    if remark is None:
        return None
    opening, behind = label[: len(label) - len(inner)], inner[end + 1 :]
    if opening and behind.startswith(opening):
        behind, opening = behind.removeprefix(opening), ""
    return opening + behind.lstrip(_BEHIND_WORD) + (f" {inner[0]}{remark}{inner[end]}" if remark else "")


def _word_removed(label: str) -> str | None:
    for word in _BARE_WORDS:
        if label.endswith(word) and label.removesuffix(word)[-1:] in tuple(_BEFORE_WORD):
            return label.removesuffix(word).rstrip(_BEFORE_WORD)
        if label.startswith(word) and label.removeprefix(word)[:1] in tuple(_BEHIND_WORD):
            return label.removeprefix(word).lstrip(_BEHIND_WORD)
    return None


def _remark(bracketed: str) -> str | None:
    """Return what a bracket says besides recommending, perhaps nothing; None where it does not recommend."""
    said = bracketed.strip(_ORNAMENTS)
    if said.casefold() in _RECOMMENDED + _DEFAULT:
        return ""
    found = _REMARK.search(said)
    if found is None or said[: found.start()].casefold() not in _RECOMMENDED:
        return None
    remark = said[found.end() :]
    return remark if any(character.isalpha() for character in remark) else ""
