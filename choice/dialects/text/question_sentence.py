"""Which sentences ask a person to choose, and which only look like it."""

import re

from choice.dialects.lenient import one_line
from choice.dialects.text.fillers import without_fillers
from choice.dialects.text.mentions import mentions
from choice.dialects.text.option_marker import EMPHASES, begins_with_word, behind_marker
from choice.dialects.text.selection_hint import says_how_many

QUESTION_MARKS = "?？؟"
MAX_QUESTION = 1000
_ASKING = tuple(QUESTION_MARKS)
_WORD = re.compile("[a-z]{2}").search

_CHOOSING = (
    "choose", "choice", "pick", "select", "option", "example", "e.g.", "prefer", "alternative", "candidate",
    "possibilit",
    "suggestion", "let me know", "answer with", "reply with", "vote", "all that apply", "up to", "one of",
    "선택", "골라", "고르", "예시", "예를 들", "옵션", "보기", "중 하나", "번호",
    "选", "選", "例如", "比如", "択", "例えば", "たとえば", "オプション",
    "wähl", "auswahl", "beispiel", "möglichkeit", "variante", "entscheid",
    "elig", "elij", "opci", "ejemplo", "selecc", "escog", "alternativ",
    "chois", "exemple", "sélection", "possibilit",
    "اختر", "اختيار", "خيار", "مثال", "حدد",
)  # fmt: skip
_ANSWERING = (
    "because", "since ", "due to", "for two reasons", "for three reasons", "weil", "denn ", "porque",
    "parce", "왜냐하면", "때문",
    "因为", "因為", "なぜなら", "لأن",
)  # fmt: skip
_EXPLAINED = (
    "why", "how to", "how does", "how did", "how is", "how are", "how was", "how were", "how has",
    "how will", "what would happen",
    "how would", "how do i", "how can i", "how do you", "how do we", "how do they", "how can you",
    "how can we",
    "how it works", "can i ", "do i ", "what do i", "what can i", "what will happen", "what happened",
    "what happens", "what changed", "what has changed", "what went", "what does", "what did", "what's new",
    "what is new", "what have", "what's the plan",
    "what is the plan", "what's the difference", "what’s the difference", "what is the difference",
    "what's the verdict", "what is the verdict", "what's the takeaway", "what is the takeaway",
    "what's the bottom line",
    "what's the upshot", "what sets", "what is included", "what's included", "what’s included",
    "what can go wrong", "what could go wrong",
    "what might go wrong", "what do you get", "what you get", "what you'll get",
    "what will you get",
    "who is this for", "who is it for", "who's it for",
    "왜", "어떻게 작동", "어떻게 동작", "무엇이 바뀌", "为什么", "為什麼", "怎么工作", "如何工作", "什么是",
    "なぜ", "どうして", "どのように動", "warum", "wieso", "weshalb", "wie funktioniert", "was ist passiert",
    "was passiert", "por qué", "cómo funciona", "qué pasó", "qué ocurre", "pourquoi", "comment fonctionne",
    "comment ça", "que se passe", "لماذا", "كيف يعمل",
)  # fmt: skip
_OF_READER = ("what have you tried", "what have you used", "what have you got", "what have you done so far")
_ARGUED = ("why should i ", "why should you ", "why should anyone ", "why would anyone ", "why bother")
"""Whoever begins so goes on to say why."""
_PAST = ("did i ", "did we ", "have i ", "have we ")
_LISTED_FACTS = (
    "benefit", "advantage", "disadvantage", "drawback", "downside", "difference", "requirement",
    "prerequisite",
    "step", "reason", "risk", "limitation", "consequence", "cause", "symptom", "finding", "takeaway",
    "key point", "feature", "change", "improvement", "pros", "component", "highlight", "result", "trade-off",
)  # fmt: skip
_MEASURED = ("good", "best", "realistic", "reasonable", "fair", "suitable", "acceptable", "better")
"""What is measured is asked for; what is not is about to be defined."""
_WISHES = (
    "would you", "should we", "should i", "should the", "should happen", "shall", "want", "prefer", "like",
    "you plan", "intend",
    "you need", "you usually", "you normally", "you typically", "today", "currently", "when you",
    "at the moment", "these days", "your ", "do you think",
    "원하",
    "선호", "할까요", "想", "希望", "您", "你", "たいですか",
    "お好み", "よろしい", "しましょうか", "möchte", "sollen", "wünsch", "prefier", "quier", "desea",
    "préf", "voulez", "souhait", "تريد", "تفضل",
)  # fmt: skip
_COMPARED = re.compile(
    r"which(?: \w{1,20}){1,4} (?:is|are) (?:the )?(?:right|best|better|ideal"
    r"|perfect)(?: \w{1,20})? for (?:you|your|me|my)\b"
).match
_FOLLOWS = re.compile(r"what (?:happens|(?:will|would) happen)\b").match
"""What follows from what, whoever does it: "What happens when you press the button?"."""
_WHAT_THERE_IS = "有哪些"
"""Asks what there is, although it has the word for `which`."""
_CHOICE_WORDS = (
    "which",
    "어떤",
    "어느",
    "哪",
    "どの",
    "どちら",
    "どれ",
    "welche",
    "cuál",
    "quel",
    "أي",
    "choose",
    "pick",
    "select",
)


def question_text(sentence: str) -> str:
    """Return a question sentence without list marker, heading and emphasis marks."""
    line = sentence.strip().lstrip("#").lstrip()
    if begins_with_word(line) is None:
        line = line[behind_marker(line) :]
    if "_" not in line:
        if "*" in line:
            line = line.replace("**", "").strip("*")
    else:
        for mark in EMPHASES:
            line = line.replace(mark, "") if len(mark) > 1 else line.strip(mark)
    return one_line(line)


def is_question(sentence: str) -> bool:
    """Tell whether a sentence ends in a question mark, closing marks aside."""
    if sentence.isascii() and "?" not in sentence:
        return False
    return sentence.rstrip(" \t\r\n\u00a0\u3000*_\"'”’)]）」』»!！").endswith(_ASKING)


def invites_choice(words: str) -> bool:
    """Tell whether words behind a question ask to choose or say nothing: they do not answer it."""
    if not words or words.isspace():
        return True
    said = words.casefold()
    if mentions(said, _CHOOSING) or says_how_many(said):
        return True
    if said.isascii():
        return _WORD(said) is None
    spoken = "".join([letter if letter.isalpha() else " " for letter in said]).split()
    return all(len(word) == 1 and word.isascii() for word in spoken)


def answers(words: str) -> bool:
    """Tell whether a paragraph behind a question answers it instead of saying why it is asked."""
    return words.strip(" \t*_").casefold().startswith(_ANSWERING)


def is_explained(question: str) -> bool:
    """Tell whether a question is of the kind that its writer goes on to explain, and wishes for nothing."""
    said = without_fillers(question).lstrip("¿")
    is_past = "you" not in said and ("did " in said or "have " in said) and mentions(said, _PAST)
    if is_past or said.startswith(_ARGUED):
        return True
    if mentions(said, _WISHES) or said.startswith(_OF_READER):
        return False
    if said.startswith(("what are the", "what were the")):
        return mentions(said, _LISTED_FACTS)
    if said.startswith("what makes "):
        return "you" not in said
    if said.startswith(("what is a ", "what is an ", "what's a ", "what's an ")):
        return not mentions(said, _MEASURED)
    return said.startswith(_EXPLAINED)


def offers_choice(question: str) -> bool:
    """Tell whether a question has a word that asks to choose or to say a wish."""
    said = question.casefold().replace(_WHAT_THERE_IS, "")
    return mentions(said, _WISHES) or mentions(said, _CHOICE_WORDS)


def asks_for_one(question: str) -> bool:
    """Tell whether a question offers a choice, and compares nothing and says not what follows from what."""
    said = question.casefold()
    return offers_choice(question) and _COMPARED(said) is None and _FOLLOWS(said) is None


def is_topic(sentence: str) -> bool:
    """Tell whether a question is a heading that announces a topic: it asks for nothing."""
    return sentence.lstrip().startswith("#") and not offers_choice(sentence)
