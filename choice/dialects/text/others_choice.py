"""Where words only speak of a choice that others make: "Which widget lets users select all that apply?"."""

from choice.dialects.text.clauses import clause_before, clause_behind
from choice.dialects.text.word_search import Words, mentions

_NEAR = 4
"""So many words before a choice, the word for choosing among them, may say who makes it."""
_OTHERS = Words(
    "user", "people", "customer", "visitor", "respondent", "participant", "guest", "lets", "allows",
    "allowing", "supports", "nutzer", "anwender", "kunden", "besucher", "teilnehmer", "usuario", "cliente",
    "visitante",
    "사용자", "고객", "이용자", "用户", "用戶", "使用者", "客户", "顾客", "ユーザー", "利用者", "顧客",
    "المستخدم", "للمستخدم", "العملاء", "الزوار",
)  # fmt: skip
_READER = frozenset({"you", "me", "us"})
_QUOTES = "\"'“‘„«「『"
_KINDS = ("question", "field", "widget", "prompt")
"""Behind words for a choice they make the name of a thing of them."""


def is_of_others(sentence: str, start: int, end: int) -> bool:
    """Tell whether the words for a choice between two positions are no instruction: others choose."""
    before = clause_before(sentence, start)
    if before.endswith(tuple(_QUOTES)):
        return bool(before.strip(_QUOTES + " "))
    words = before.split()[-_NEAR:]
    if mentions(" ".join(words), _OTHERS) and _READER.isdisjoint(words):
        return True
    return clause_behind(sentence, end).removeprefix("that apply").lstrip().startswith(_KINDS)
