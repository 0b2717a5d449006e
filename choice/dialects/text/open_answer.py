"""Options that no explanation has: "Something else", "Not sure", "Just me"."""

import re

_OPEN = frozenset({
    "something else", "not sure", "not sure yet", "i'm not sure", "i’m not sure", "i am not sure", "unsure",
    "i don't know", "we don't know", "we don’t know", "nobody knows", "nothing yet", "elsewhere",
    "i don’t know", "i do not know", "don't know", "don’t know", "don't know yet", "no idea",
    "none of these", "none of the above", "none of them", "all of the above", "all of these", "any of these",
    "not decided yet", "undecided", "haven't decided", "haven't decided yet", "no preference", "no rush",
    "you decide", "your choice", "surprise me", "you choose", "both", "neither", "either", "either is fine",
    "i don't", "i don’t", "we don't", "we don’t", "just me", "only me", "me", "you", "both of you",
    "both of us", "i can't say", "prefer not to say",
    "other (please specify)", "other, please specify", "something different", "skip this", "not yet",
    "weiß nicht", "weiss nicht", "weiß ich nicht", "keine ahnung", "noch offen", "etwas anderes",
    "egal", "beides",
    "nichts davon", "keines davon", "nur ich", "steht noch nicht fest",
    "no lo sé", "no sé", "no estoy seguro", "otra cosa", "algo más", "ninguno", "ninguna", "ninguno de estos",
    "me da igual", "ambos", "ambas", "solo yo", "aún no lo sé", "todavía no lo sé",
    "잘 모르겠음", "잘 모르겠어요", "모르겠어요", "모르겠습니다", "아직 미정", "미정", "상관없음",
    "둘 다", "나 혼자",
    "아직 모르겠어요", "다른 것",
    "不确定", "还不确定", "不知道", "还没决定", "还没想好", "都可以", "都行", "以上都不是",
    "两者都要", "无所谓", "都不是",
    "わからない", "分からない", "未定", "まだ決めていない", "特にない", "どちらでもよい",
    "どちらでもいい", "両方",
    "それ以外", "自分だけ", "特に急がない",
    "لا أعرف", "لست متأكدًا", "لست متأكدا", "غير محدد", "شيء آخر", "غير ذلك", "كلاهما",
    "لا شيء مما سبق", "أنا فقط",
})  # fmt: skip
_END = re.compile("[,:(（，、：]| [-–—] ").split
_LOOKED_AT = 2
_ORNAMENTS = " \t*_`.!。！🤷"


def has_open_answer(labels: list[str]) -> bool:
    """Tell whether one of the last items is an answer that only a reader gives, or the first one is."""
    return any(_head(label) in _OPEN for label in (labels[0], *labels[-_LOOKED_AT:]))


def _head(label: str) -> str:
    """Return a label in small letters, without what stands behind a comma, a dash or a bracket."""
    said = label.casefold().strip(_ORNAMENTS)
    return said if said in _OPEN else _END(said, 1)[0].strip(_ORNAMENTS)
