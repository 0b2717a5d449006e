"""A paragraph between question and options that tells the reader to choose, or what the answer is for."""

import re

from choice.dialects.text.mentions import mentions
from choice.dialects.text.selection_hint import is_obeyed
from choice.dialects.text.selection_words import INSTRUCTING

_LONGEST = 100
_POLITE = re.compile(
    r"(?:please|just|simply|you can|you may|feel free to|go ahead and|bitte|por favor|puedes|يرجى|请|請)"
    r"[, ]{0,2}"
).match
_ASKING = (
    "골라", "고르", "선택해", "선택하", "选择", "選擇", "选一", "选出", "選んで", "お選び", "選択して",
    "wählen sie", "auswählen", "reply with", "answer with", "respond with", "let me know which",
    "tell me which",
    "알려 주세요", "알려주세요", "告诉我", "回复", "教えてください", "أخبرني",
)  # fmt: skip
_PURPOSE = re.compile(
    r"\b(?:(?:this|it|that|your answer|which one|knowing this)(?: will| would)? (?:decides?"
    r"|determines?|affects?"
    r"|helps? me|tells? me|lets me|changes (?:what|how|which)|shapes?|drives) |so (?:that )?i can "
    r"|i ask because"
    r"|i(?:'m| am) asking because|i need (?:to know|this) "
    r"|before i (?:start|begin|continue|write|build)|to (?:tailor|narrow|get started|point you|make sure i) "
    r"|(?:one|a) (?:more|last|quick|final) (?:thing|question|check)|quick (?:question|check)"
    r"|help me understand|i(?:'d| would) like to (?:know|understand)|i want to make sure"
    r"|tell me (?:a bit|a little|more)|happy to look into"
    r"|(?:open|remaining|undecided) (?:point|question|item|decision)|(?:still|left) (?:open|undecided"
    r"|to decide)"
    r"|needs? (?:your|a) (?:decision|input|call)\b)"
    r"|\b(?:davon hängt|damit ich|das entscheidet|das bestimmt|de esto depende|así podré|para que pueda"
    r"|(?:falta|queda)(?: por)? decidir|noch (?:offen|zu klären))\b"
    "|에 따라|알아야|这决定|这将决定|以便我|这样我|によって|ため、教えて|يحدد|لكي أتمكن"
).search


def tells_to_choose(paragraph: str) -> bool:
    """Tell whether a short paragraph does nothing but tell the reader to choose: "Pick one."."""
    said = paragraph.strip(" \t*_()（）[]👉➡️").casefold()
    if not said or len(said) > _LONGEST:
        return False
    while (polite := _POLITE(said)) is not None:
        said = said[polite.end() :]
    return said.startswith(INSTRUCTING) or mentions(said, _ASKING)


def says_what_for(paragraph: str) -> bool:
    """Tell whether a paragraph says what the answer is for, so that an answer is waited for."""
    return _PURPOSE(paragraph.casefold()) is not None


def is_shown_by_card(paragraph: str) -> bool:
    """Tell whether a card shows by itself all that a paragraph tells, so that nobody misses it."""
    return tells_to_choose(paragraph) and is_obeyed(paragraph)
