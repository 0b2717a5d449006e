"""Detect and remove the marks by which models recommend an option, such as "(recommended)" or a star."""

import re

RECOMMENDED = (
    "recommended", "recommend", "suggested", "preferred",
    "추천", "권장", "推荐", "推薦", "建议", "おすすめ", "オススメ", "お勧め", "お薦め", "推奨",
    "empfohlen", "recomendado", "recomendada", "recommandé", "recommandée", "موصى به", "مستحسن",
    "my recommendation", "my suggestion", "my pick", "recommendation", "recommended option",
    "recommended choice",
    "empfehlung", "meine empfehlung", "recomendación", "mi recomendación",
    "추천 옵션", "推荐选项", "التوصية", "sugerido", "sugerida", "vorgeschlagen",
)  # fmt: skip
DEFAULT = (
    "default", "기본값", "默认", "默认值", "預設", "デフォルト", "既定", "既定値", "predeterminado",
    "predeterminada",
    "por defecto", "voreinstellung", "standardmässig", "par défaut", "الافتراضي", "افتراضي",
)  # fmt: skip
GERMAN_DEFAULT = "Standard"
"""Case-sensitive: "Shipping (standard)" is a label."""
_UNSIGNED = ("suggested", "preferred", "sugerido", "sugerida", "vorgeschlagen")
"""Words that count only in brackets."""
BARE_WORDS = ("추천", "推荐", "推薦", "おすすめ", "オススメ", "お勧め", "お薦め")
"""Words that may be separated from the label by a space."""
# Longest first: a shorter word may be a suffix of a longer one.
SIGNED_WORDS = tuple(sorted((word for word in RECOMMENDED if word not in _UNSIGNED), key=len, reverse=True))
"""Words that must be separated from the label by a sign."""
STARS = ("⭐", "★", "🌟")
SPARKS = "✨"
"""Mark a recommendation only together with a word."""
THUMBS = "✅✔☑👍👈"
SPACE = " \t\u00a0\u3000"
EMPHASIS = "*_"
VARIATION = "\ufe0f"
ORNAMENTS = SPACE + EMPHASIS + VARIATION + "".join(STARS) + SPARKS
BEFORE_WORD = SPACE + "-–—:·"
BEHIND_WORD = SPACE + "-–—:：·"
SIGNS_BEHIND = ":：-–—→|"
SIGNS_BEFORE = ":：-–—,，、،;·|←→<" + THUMBS + "".join(STARS) + SPARKS
ENDS = ".!。！" + ORNAMENTS
GENERAL = frozenset({
    "settings", "setup", "plan", "option", "choice", "configuration", "config", "approach", "defaults", "way",
    "version", "package", "for", "by", "if", "when",
})  # fmt: skip
"""Before these words, a recommending word is part of the label."""
JOINING = frozenset({
    "is", "are", "was", "be", "as", "not", "the", "most", "highly", "strongly", "than", "nicht", "ist", "no",
    "es",
})  # fmt: skip
"""After these words, a recommending word is part of a sentence."""


_LONGEST_WORD = 40
_FRONT_SIGNS = SPACE + VARIATION + EMPHASIS + THUMBS + "".join(STARS) + SPARKS


def _word_removed(label: str) -> str | None:
    for word in BARE_WORDS:
        if label.endswith(word) and label.removesuffix(word)[-1:] in tuple(BEFORE_WORD):
            return label.removesuffix(word).rstrip(BEFORE_WORD)
        if label.startswith(word) and label.removeprefix(word)[:1] in tuple(BEHIND_WORD):
            return label.removeprefix(word).lstrip(BEHIND_WORD)
    return None


def starred_word_removed(label: str) -> str | None:
    """Remove a leading star or thumb and the recommending word after it: "⭐ Recommended Red"."""
    if label[:1] not in _FRONT_SIGNS:
        return None
    inner = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(inner)]
    word = inner.lstrip(_FRONT_SIGNS)
    signs = inner[: len(inner) - len(word)]
    if len(signs.strip(SPACE + VARIATION + EMPHASIS)) != 1:
        return None
    return _named_behind(opening or signs[len(signs.rstrip(EMPHASIS)) :], word)


def _emphasised_word_before_removed(label: str) -> str | None:
    """Remove a leading recommending word with its own emphasis: "_Recommended_ Red"."""
    word = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(word)]
    rest = _named_behind(opening, word) if opening else None
    return None if rest is None or rest.startswith(opening) else rest


def _named_behind(opening: str, inner: str) -> str | None:
    """Return the name after a recommending word, or None; the emphasis may extend to the name."""
    word = _first_word(inner)
    if word is None:
        return None
    behind = inner[len(word) :]
    rest = behind.lstrip(SPACE + EMPHASIS + SIGNS_BEHIND)
    between = behind[: len(behind) - len(rest)]
    if not _tells_apart(between, SIGNS_BEHIND) and not (between.endswith(tuple(SPACE)) and _is_name(rest)):
        return None
    return rest if opening in between else opening + rest


def _is_name(text: str) -> bool:
    """Tell whether a text begins with a name instead of continuing the previous word."""
    word = text[:_LONGEST_WORD].partition(" ")[0]
    return not word[:1].islower() and word.casefold().strip(EMPHASIS) not in GENERAL


def _emphasised_word_behind_removed(label: str) -> str | None:
    """Remove a trailing recommending word with its own emphasis: "Red _recommended_"."""
    inner = label.rstrip(ENDS)
    word = _last_word(inner)
    if word is None:
        return None
    before = inner[: len(inner) - len(word)]
    rest = before.rstrip(EMPHASIS)
    mark = before[len(rest) :]
    if not mark or mark not in label[len(inner) :] or not rest.endswith(tuple(SPACE)):
        return None
    rest = rest.rstrip(SPACE)
    return None if rest.rpartition(" ")[2].strip(EMPHASIS).casefold() in JOINING else _closed(rest)


def _first_word(inner: str) -> str | None:
    """Return the recommending word at the start of a text, as written there."""
    folded = inner.casefold()
    word = next((word for word in SIGNED_WORDS if folded.startswith(word)), None)
    return None if word is None or len(folded) != len(inner) else inner[: len(word)]


def _last_word(inner: str) -> str | None:
    """Return the recommending word at the end of a text, as written there."""
    folded = inner.casefold()
    word = next((word for word in SIGNED_WORDS if folded.endswith(word)), None)
    return None if word is None or len(folded) != len(inner) else inner[-len(word) :]


def _word_before_removed(label: str) -> str | None:
    """Remove a leading recommending word that is followed by a sign."""
    label = label.lstrip(SPARKS + SPACE)
    inner = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(inner)]
    inner = inner.lstrip(SPARKS + SPACE)
    word = _first_word(inner)
    if word is None:
        return None
    behind = inner[len(word) :]
    rest = behind.lstrip(ORNAMENTS + SIGNS_BEHIND)
    signs = behind[: len(behind) - len(rest)]
    if not _tells_apart(signs, SIGNS_BEHIND):
        return None
    return rest if opening and opening in signs else opening + rest


def _word_behind_removed(label: str) -> str | None:
    """Remove a trailing recommending word that is preceded by a sign."""
    inner = label.rstrip(ENDS)
    word = _last_word(inner)
    if word is None:
        return None
    before = inner[: len(inner) - len(word)]
    rest = before.rstrip(SPACE + VARIATION + EMPHASIS + SIGNS_BEFORE)
    signs = before[len(rest) :]
    if not _tells_apart(signs, SIGNS_BEFORE):
        return None
    return _closed(rest)


def _closed(rest: str) -> str:
    """Return the rest of a label, with open emphasis closed."""
    return rest + next((mark for mark in ("**", "__") if rest.count(mark) % 2), "")


def _tells_apart(between: str, signs: str) -> bool:
    """Tell whether a sign separates a word from the label; a hyphen alone may be part of a word."""
    bare = between.strip(EMPHASIS)
    return any(sign in bare for sign in signs) and bare != "-"


WORD_REMOVERS = (
    _word_before_removed,
    _word_behind_removed,
    _emphasised_word_before_removed,
    _emphasised_word_behind_removed,
    _word_removed,
)
"""Each returns the label without a recommending word, or None if it has none."""


_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］", "「": "」"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
# Fast path: every mark contains one of these characters or parts of words.
# A star outside the Basic Multilingual Plane slows the regular expression down: it is checked separately.
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
    """Tell whether a text may contain a recommending mark."""
    if "(" in text or ")" in text or "[" in text or "]" in text:
        return True
    if not text.isascii() and (_LAST_STAR in text or _MARKED(text) is not None):
        return True
    for beginning, parts in _WORD_PARTS.items():
        if beginning in text and any(part in text for part in parts):
            return True
    return False


def without_recommendation(label: str) -> tuple[str, bool]:
    """Return a label without the recommending marks at its ends, and whether there were any.

    A label that consists only of marks is returned unchanged.
    """
    if not may_recommend(label):
        return label, False
    rest, found = label, False
    while shorter := _without_one(rest.strip(SPACE)):
        rest, found = shorter, True
    return rest, found


def _without_one(label: str) -> str | None:
    """Return a label without one mark at either end; None if there is no mark, or nothing else."""
    for without in _REMOVERS:
        rest = without(label)
        if rest is not None and rest.strip(ORNAMENTS):
            return rest.strip(SPACE)
    return None


def _star_removed(label: str) -> str | None:
    """Remove one star. Several stars, or a star after a number, are a rating."""
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
    # Before the star alone: the star separates the word after it from the label.
    starred_word_removed,
    _star_removed,
    _bracket_behind_removed,
    _bracket_before_removed,
    *WORD_REMOVERS,
)


def _remark(bracketed: str) -> str | None:
    """Return the text in a bracket besides the recommendation; None if the bracket does not recommend."""
    text = bracketed.strip(ORNAMENTS + "!！")
    if text.casefold() in RECOMMENDED + DEFAULT or text == GERMAN_DEFAULT:
        return ""
    found = _REMARK.search(text)
    if found is None or text[: found.start()].casefold() not in RECOMMENDED:
        return None
    remark = text[found.end() :]
    return remark if any(character.isalpha() for character in remark) else ""
