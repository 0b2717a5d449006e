"""Where words for several choices are no instruction: others choose, or there are several to choose from."""

from choice.dialects.text.clauses import clause_before, clause_behind
from choice.dialects.text.mentions import mentions

_NEAR = 4
"""So many words before a choice, the word for choosing among them, may say who makes it."""
_OTHERS = (
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
_THERE_ARE = frozenset({
    "are", "have", "has", "offer", "offers", "between", "among", "from", "of", "with", "gibt", "haben", "hat",
    "zwischen", "unter", "aus", "hay", "tenemos", "tienes", "entre", "هناك", "بين",
})  # fmt: skip
"""Before words for several they say what there is."""
_THERE_ARE_ENDS = ("有", "从", "從", "在")
_OF_THEM = ("중", "の中", "のうち", "の候補", "の選択肢")
"""Behind words for several they say that something is chosen from them."""


def only_mentions(sentence: str, start: int, end: int) -> bool:
    """Tell whether the words for several choices between two positions do not instruct the reader."""
    before = clause_before(sentence, start)
    if before.endswith(tuple(_QUOTES)):
        return bool(before.strip(_QUOTES + " "))
    words = before.split()[-_NEAR:]
    if words and (words[-1] in _THERE_ARE or words[-1].endswith(_THERE_ARE_ENDS)):
        return True
    if mentions(" ".join(words), _OTHERS) and _READER.isdisjoint(words):
        return True
    return clause_behind(sentence, end).removeprefix("that apply").lstrip().startswith(_KINDS + _OF_THEM)
