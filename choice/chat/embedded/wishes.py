"""What a person wishes of the demo model besides data: to be asked, and in which dialect."""

import re
from typing import NamedTuple

from choice.chat.intent import read_intent
from choice.clock import moment

_WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_ASKING = frozenset({"ask", "asks", "asking", "question", "questions", "interview"})
_BEGINNING = (
    "interview me",
    "ask me",
    "start",
    "begin",
    "help me decide",
    "discovery",
    "인터뷰",
    "질문해",
    "물어봐",
)
_GOING_ON = frozenset({"go on", "continue", "next", "next question", "resume", "계속"})
_AGAIN = ("start again", "start over", "restart", "begin again", "new interview", "다시 시작")
_DIALECTS = (
    ("present_choices", ("present_choices",)),
    ("present_question", ("present_question",)),
    ("provide_choice", ("provide_choice",)),
    ("ask_user_question", ("ask_user_question", "askuserquestion")),
    ("user_choices", ("user_choices",)),
    ("user_choice_group", ("user_choice_group",)),
    ("user_choice", ("user_choice",)),
    ("choices_fence", ("fence", "fenced", "choices")),
    ("user_choice_group", ("form", "group", "양식")),
    ("tool", ("tool", "tools", "도구")),
    ("user_choice", ("json",)),
    ("numbered_list", ("numbered", "numbers", "번호")),
    ("lettered_list", ("lettered", "letters", "plain", "text")),
)
_SHORT = 4
_REQUESTING = frozenset({
    "show", "list", "top", "give", "tell", "what", "which", "how", "any", "summarize", "summarise",
    "describe", "find", "explain",
})  # fmt: skip
_REQUESTING_PHRASES = ("보여", "알려", "뭐", "어때", "요약")


class Wish(NamedTuple):
    """How a person wants to be asked."""

    begin: bool = False
    again: bool = False
    go_on: bool = False
    dialect: str | None = None

    @property
    def is_any(self) -> bool:
        """Whether anything was wished at all."""
        return self.begin or self.again or self.go_on or self.dialect is not None


def read_wish(text: str) -> Wish:
    """Return what a message wishes; a request for data wishes nothing."""
    if asks_for_data(text):
        return Wish()
    said = text.casefold().strip(" .!?")
    words = _WORD.findall(said)
    asking = not _ASKING.isdisjoint(words)
    # "signals json" is short too, and wishes for rows.
    wishes_dialect = asking or (len(words) <= _SHORT and not read_intent(text, moment(0)).topics)
    dialect = _dialect(words) if wishes_dialect else None
    return Wish(
        begin=asking or said.startswith(_BEGINNING),
        again=any(phrase in said for phrase in _AGAIN),
        go_on=said in _GOING_ON,
        dialect=dialect,
    )


def asks_for_data(text: str) -> bool:
    """Tell whether a message requests rows instead of merely speaking of them."""
    intent = read_intent(text, moment(0))
    if intent.ids:
        return True
    if not intent.topics:
        return False
    said = text.casefold()
    return not _REQUESTING.isdisjoint(_WORD.findall(said)) or any(
        each in said for each in _REQUESTING_PHRASES
    )


def _dialect(words: list[str]) -> str | None:
    spoken = frozenset(words)
    return next((name for name, known in _DIALECTS if not spoken.isdisjoint(known)), None)
