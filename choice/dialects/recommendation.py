"""The marks by which a model recommends an option inside its label."""

import re

_WORDS = (
    "recommended", "recommend", "default", "suggested", "preferred",
    "추천", "권장", "기본값", "기본", "推荐", "推薦", "默认", "建议", "おすすめ", "お勧め", "推奨", "デフォルト",
    "empfohlen", "standard", "recomendado", "recomendada", "predeterminado",
    "recommandé", "recommandée", "par défaut", "موصى به", "الافتراضي", "مستحسن",
)  # fmt: skip
_BARE_WORDS = ("추천", "推荐", "推薦", "おすすめ", "お勧め")
_STARS = ("⭐", "★", "🌟")
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］", "「": "」"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_TRIMMED = " \t\u00a0\u3000*_"
_QUALIFIED = re.compile(r"[\s·,:\-–—/].*", re.DOTALL)


def without_recommendation(label: str) -> tuple[str, bool]:
    """Return a label without the recommending marks at its two ends, and whether there were any.

    A label that consists of nothing but a mark is left as it is.
    """
    rest, found = label, False
    while shorter := _without_one(rest):
        rest, found = shorter, True
    return (rest, True) if found else (label, False)


def _without_one(label: str) -> str | None:
    """Return a label without one mark at either end, or None where there is no mark or nothing else."""
    bare = label.strip(" \t\u00a0\u3000")
    rest = _mark_behind(bare)
    if rest is None:
        rest = _mark_before(bare)
    if rest is None:
        return None
    return rest.strip(" \t\u00a0\u3000") or None


def _mark_behind(label: str) -> str | None:
    if label.endswith("\ufe0f"):
        label = label[:-1]
    if label.endswith(_STARS):
        return label[:-1]
    inner = label.rstrip(_TRIMMED)
    opener = _CLOSERS.get(inner[-1:])
    if opener is not None:
        start = inner.rfind(opener)
        if start > 0 and _recommends(inner[start + 1 : -1]):
            return inner[:start].rstrip("*_" if _unbalanced(inner[:start]) else "")
    for word in _BARE_WORDS:
        if inner.endswith(word) and len(inner) > len(word) and inner[-len(word) - 1] in " \t\u00a0-–—:·":
            return inner[: -len(word)].rstrip(" \t\u00a0-–—:·")
    return None


def _mark_before(label: str) -> str | None:
    if label.startswith(_STARS):
        return label[1:].removeprefix("\ufe0f")
    inner = label.lstrip(_TRIMMED)
    closer = _PAIRS.get(inner[:1])
    if closer is not None:
        end = inner.find(closer)
        if 0 < end < len(inner) - 1 and _recommends(inner[1:end]):
            return inner[end + 1 :].lstrip(_TRIMMED + ":-–—")
    for word in _BARE_WORDS:
        if inner.startswith(word) and inner[len(word) : len(word) + 1] in (" ", ":", "：", "\u00a0"):
            return inner[len(word) :].lstrip(" \t\u00a0:：-–—")
    return None


def _recommends(words: str) -> bool:
    """Tell whether the words in a bracket are a recommendation, perhaps with a remark behind it."""
    said = words.strip(" *_⭐★🌟\ufe0f").casefold()
    return said in _WORDS or (said.startswith(_WORDS) and _QUALIFIED.sub("", said) in _WORDS)


def _unbalanced(label: str) -> bool:
    """Tell whether the emphasis that closed behind the mark was opened right before it."""
    return label.count("**") % 2 == 1 or label.endswith(("*", "_"))
