"""How many things a question asks for by its first words: "Which two …"."""

import re

from choice.dialects.text.amount_range import is_unit
from choice.dialects.text.counted_words import Counted, number_at
from choice.dialects.text.numbered_limits import Limits
from choice.dialects.text.selection_words import WHICH

_WHICH = re.compile(rf"[¿ ]*({'|'.join(WHICH)}) ?").match
_LOOKED_AT = 60
_SIGNS = "?？؟.,:;!*_\"'"
_PASSED = frozenset({
    "new", "main", "other", "different", "more", "additional", "extra", "key", "most", "important", "primary",
    "favourite", "favorite", "possible", "best", "neuen", "weiteren", "wichtigsten", "besten",
})  # fmt: skip
"""They stand between a number and what it counts."""
_GOING_ON = frozenset({
    "of", "do", "should", "would", "could", "can", "are", "will", "shall", "must", "davon", "der", "von",
    "sollen", "möchten", "möchtest", "wollen", "willst", "de", "من",
})  # fmt: skip
"""Behind a number they show that it counts what is asked for."""
_PLURALS = frozenset({
    "people", "children", "men", "women", "criteria",
    "ألوان", "أشياء", "أنواع", "أقسام", "أفكار", "أهداف", "أسماء", "عناصر", "مواضيع", "خصائص", "أيام",
})  # fmt: skip
_DAYS = frozenset({"days", "tage", "días"})
_NO_PLURALS = frozenset({"series", "plus", "stars", "sterne", "estrellas", "zimmer"})
_NO_PLURAL_ENDS = ("ss", "us", "is")
_TIMES = ("월", "月", "小时", "小時", "星期", "季度", "学期", "學期")
"""Behind a counter they make a time of it."""
_PARTICLES = "가는은이의도중로"


def asked_for(question: str) -> Limits | None:
    """Return how many things a question in small letters asks for, or None where it does not say."""
    which = _WHICH(question)
    number = None if which is None else number_at(question, which.end())
    if which is None or number is None or question[number.end : number.end + 1] == "-":
        return None
    if number.is_digit and not _counts(question, number, is_german=which.group(1) == "welche"):
        return None
    return Limits(number.value, number.value)


def _counts(question: str, number: Counted, *, is_german: bool) -> bool:
    """Tell whether digits count what is asked for; in doubt they belong to one thing: "Which 2 GB model"."""
    behind = question[number.end : number.end + _LOOKED_AT]
    if not question[number.end - 1].isdigit():
        is_korean = "가" <= behind[:1] <= "힣"
        return behind[0] in _PARTICLES if is_korean else not behind.startswith(_TIMES)
    words = [word.strip(_SIGNS) for word in behind.split() if word not in _PASSED]
    if behind[:1] not in {" ", "?", "？", "؟"} or not words:
        return False
    word = words[0]
    return not word or word in _GOING_ON or _is_plural(word, is_german=is_german)


def _is_plural(word: str, *, is_german: bool) -> bool:
    if word in _PLURALS or word in _DAYS:
        return True
    if word in _NO_PLURALS or is_unit(word) or word.endswith(_NO_PLURAL_ENDS):
        return False
    return word.endswith(("n", "e", "r", "s") if is_german else ("s", "ات"))
