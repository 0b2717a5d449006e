"""The marks by which a model recommends an option inside its label.

A bracketed word, a star or a bare word at either end of the label is a mark. A remark behind it stays:
"SQLite (recommended, no server)" recommends "SQLite (no server)". A bare word needs a sign between it and the
label: "Recommended: SQLite", "SQLite, recommended", "SQLite ← recommended". What only looks like a mark is
part of the label: "Port (default port 80)", "B (recommended for large teams)", "Hotel 5★".
"""

import re

_RECOMMENDED = (
    "recommended", "recommend", "suggested", "preferred",
    "추천", "권장", "推荐", "推薦", "建议", "おすすめ", "お勧め", "推奨",
    "empfohlen", "recomendado", "recomendada", "recommandé", "recommandée", "موصى به", "مستحسن",
    "my recommendation", "recommendation", "recommended option", "recommended choice",
    "empfehlung", "meine empfehlung", "recomendación", "mi recomendación",
    "추천 옵션", "推荐选项", "التوصية", "sugerido", "sugerida", "vorgeschlagen",
)  # fmt: skip
_DEFAULT = (
    "default", "기본값", "默认", "默认值", "預設", "デフォルト", "既定", "既定値", "predeterminado",
    "predeterminada",
    "por defecto", "voreinstellung", "standardmässig", "par défaut", "الافتراضي", "افتراضي",
)  # fmt: skip
_GERMAN_DEFAULT = "Standard"
"""With a capital letter: "Shipping (standard)" is what an option is called."""
_UNSIGNED = ("suggested", "preferred", "sugerido", "sugerida", "vorgeschlagen")
"""Words that recommend in brackets only."""
_BARE_WORDS = ("추천", "推荐", "推薦", "おすすめ", "お勧め")
"""Words that a space is enough to tell from the label."""
# The longest first: a shorter one may be the end of it.
_SIGNED_WORDS = tuple(sorted((word for word in _RECOMMENDED if word not in _UNSIGNED), key=len, reverse=True))
"""Words that a sign must tell from the label."""
_STARS = ("⭐", "★", "🌟")
_SPARKS = "✨"
"""They stand beside a word that recommends, and alone are an ornament."""
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］", "「": "」"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_SPACE = " \t\u00a0\u3000"
_EMPHASIS = "*_"
_VARIATION = "\ufe0f"
_ORNAMENTS = _SPACE + _EMPHASIS + _VARIATION + "".join(_STARS) + _SPARKS
_BEFORE_WORD = _SPACE + "-–—:·"
_BEHIND_WORD = _SPACE + "-–—:：·"
_SIGNS_BEHIND = ":：-–—→|"
_SIGNS_BEFORE = ":：-–—,，、،;·|←→<✅✔☑👍👈" + "".join(_STARS) + _SPARKS
_ENDS = ".!。！" + _ORNAMENTS
# Every mark has one of these characters or parts of words; a label without them needs no closer look.
# A star beyond the first 65,536 characters would make the search slow: it is looked for apart.
*_FIRST_STARS, _LAST_STAR = _STARS
_MARKED = re.compile(f"[{re.escape(''.join((*_PAIRS, *_CLOSERS, *_FIRST_STARS)))}추推お권建موصى]").search
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
    while shorter := _without_one(rest.strip(_SPACE)):
        rest, found = shorter, True
    return rest, found


def _without_one(label: str) -> str | None:
    """Return a label without one mark at either end, or None where there is no mark or nothing else."""
    for without in _REMOVERS:
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


def _word_before_removed(label: str) -> str | None:
    """Remove a recommending word with a sign behind it from the beginning."""
    label = label.lstrip(_SPARKS + _SPACE)
    inner = label.lstrip(_EMPHASIS)
    opening = label[: len(label) - len(inner)]
    inner = inner.lstrip(_SPARKS + _SPACE)
    said = inner.casefold()
    word = next((word for word in _SIGNED_WORDS if said.startswith(word)), None)
    if word is None or len(said) != len(inner):
        return None
    behind = inner[len(word) :]
    rest = behind.lstrip(_ORNAMENTS + _SIGNS_BEHIND)
    signs = behind[: len(behind) - len(rest)]
    if not _tells_apart(signs, _SIGNS_BEHIND):
        return None
    return rest if opening and opening in signs else opening + rest


def _word_behind_removed(label: str) -> str | None:
    """Remove a recommending word with a sign before it from the end."""
    inner = label.rstrip(_ENDS)
    said = inner.casefold()
    word = next((word for word in _SIGNED_WORDS if said.endswith(word)), None)
    if word is None or len(said) != len(inner):
        return None
    before = inner[: len(inner) - len(word)]
    rest = before.rstrip(_SPACE + _VARIATION + _EMPHASIS + _SIGNS_BEFORE)
    signs = before[len(rest) :]
    if not _tells_apart(signs, _SIGNS_BEFORE):
        return None
    # Emphasis that was opened in the rest is closed there.
    open_mark = next((mark for mark in ("**", "__") if rest.count(mark) % 2), "")
    return rest + open_mark


def _tells_apart(between: str, signs: str) -> bool:
    """Tell whether a sign stands between a word and the label; a hyphen alone may be part of a word."""
    bare = between.strip(_EMPHASIS)
    return any(sign in bare for sign in signs) and bare != "-"


_REMOVERS = (
    _star_removed,
    _bracket_behind_removed,
    _bracket_before_removed,
    _word_before_removed,
    _word_behind_removed,
    _word_removed,
)


def _remark(bracketed: str) -> str | None:
    """Return what a bracket says besides recommending, perhaps nothing; None where it does not recommend."""
    said = bracketed.strip(_ORNAMENTS + "!！")
    if said.casefold() in _RECOMMENDED + _DEFAULT or said == _GERMAN_DEFAULT:
        return ""
    found = _REMARK.search(said)
    if found is None or said[: found.start()].casefold() not in _RECOMMENDED:
        return None
    remark = said[found.end() :]
    return remark if any(character.isalpha() for character in remark) else ""
