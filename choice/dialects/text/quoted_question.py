"""Questions that somebody else asked, or that stand in a list of questions with their answers."""

import re
from collections.abc import Sequence

from choice.dialects.text.mentions import mentions

_ASKED = (
    "asked", "asks", "asking", "wrote", "writes", "said", "says", "question was", "titled", "called",
    "headed",
    "fragte", "gefragt", "fragt ", "fragt:", "schrieb", "lautete", "sagte", "preguntó", "preguntaste",
    "preguntaron", "preguntaba", "pregunta era", "pregunta fue", "escribi", "dijo",
    "물었", "물어", "물으", "질문했", "질문하", "问了", "问道", "问过", "问：", "问:", "问的是", "写道",
    "聞かれ", "聞きま", "尋ね", "質問され", "質問しま", "書かれ", "سأل", "سُئل", "كتب", "كان السؤال", "قال",
)  # fmt: skip
_ASKING = (
    "which", "what ", "how ", "should", "shall", "would you", "do you", "welche", "soll", "qué ", "cuál",
    "你想",
    "您想",
)  # fmt: skip
"""Before a quotation they show that its writer asks about it."""
_END_OF_QUOTATION = re.compile("""[?？؟][!！)）]?["'”’“«»」』]""").search
_OWN = (
    "my question", "question for you", "question is", "let me ask", "i ask you", "i want to ask",
    "i'd like to know",
    "one question", "quick question", "next question", "first question", "last question", "tell me", "decide",
    "meine frage", "mi pregunta", "제 질문", "질문입니다", "我的问题", "我想问", "私の質問",
    "質問です", "سؤالي",
)  # fmt: skip
"""Before a quotation they show that it is what the writer asks."""
_COLONS = (":", "：")
_WHAT_WAS_SAID = re.compile(r"\bwhat (?:you|they|he|she) (?=(?:just )?(?:said|asked|wrote))")
_PAIRS = ("“”", "„“", "«»", "「」", "『』")
_BEGINS_QUOTATION = re.compile(r"[\s*_(]*+\"").match
_OPENERS = "\"'“‘„«»「『"
_LONGEST_BEHIND = 24
_REPEATED = re.compile(
    r"(?:you(?:'re| are|’re) asking\b|you (?:asked|wanted to know)(?: me)?[:,]? (?:which|what|who|how"
    r"|whether|if|why|where|when)"
    r"|(?:sie|du) (?:fragten|fragtest|haben gefragt|hast gefragt)[:,]? (?:welch|was|wer|wie|ob|warum|wo"
    r"|wann))[^,;–—]*$"
).match
_MARKED = re.compile(r"(?:q|f|p|faq|问|問|질문|質問|س) ?[:：.] ?\W{0,3}").match
_TO_READER = re.compile(
    r"\b(?:you|your|we|our|us|should|shall|sie|ihr\w{0,2}|du|dein\w{0,2}|wir|soll\w{0,3}|tu|tus|su|sus|usted"
    r"|quier\w{1,4}|prefier\w{1,4})\b|您|你|我们|원하|세요|신가|시나|까요|ご希望|お好み|お使い|تريد|تفضل"
)


def is_quoted(said: str) -> bool:
    """Tell whether a question in small letters is one that was asked before, by somebody else."""
    if _REPEATED(said) is not None:
        return True
    mark = _END_OF_QUOTATION(said)
    if mark is None:
        return False
    start = max(said.rfind(opener, 0, mark.start()) for opener in _OPENERS)
    front, behind = _WHAT_WAS_SAID.sub("", said[: max(start, 0)]), said[mark.end() :]
    if any(letter.isalpha() for letter in behind):
        return len(behind) <= _LONGEST_BEHIND and mentions(behind, _ASKED)
    if front.rstrip().endswith(_COLONS):
        return not mentions(front, _OWN) and not mentions(front, _ASKING)
    return mentions(front, _ASKED) and not mentions(front, _ASKING)


def ends_quotation(question: str) -> bool:
    """Tell whether a question ends a quotation that a sentence before it began."""
    mark = _END_OF_QUOTATION(question)
    if mark is None:
        return False
    closer = mark.group()[-1]
    if closer == '"':
        return question.count('"') == 1
    openers = [pair[0] for pair in _PAIRS if pair[1] == closer]
    return bool(openers) and not any(opener in question for opener in openers)


def is_in_quotation(question: str, before: Sequence[str]) -> bool:
    """Tell whether a question stands in a quotation that it or a sentence before it leaves open."""
    whole = " ".join((*before, question)) if before else question
    if '"' not in whole and whole.isascii():
        return False
    if any(_is_open(whole, pair[0], pair[1]) for pair in _PAIRS):
        return True
    return whole.count('"') % 2 == 1 and any(_BEGINS_QUOTATION(words) for words in (*before, question))


def _is_open(whole: str, opener: str, closer: str) -> bool:
    """Tell whether a pair of marks is open at the end; those of other languages turn it round: »so«, „so“."""
    if opener == "“" and "„" in whole:
        return False
    first = whole.find(closer)
    return whole.rfind(opener) > whole.rfind(closer) and (first < 0 or whole.find(opener) < first)


def has_answer(said: str) -> bool:
    """Tell whether a question in small letters is marked as one with an answer: "Q: Who may join?"."""
    marked = _MARKED(said)
    return marked is not None and _TO_READER.search(said, marked.end()) is None
