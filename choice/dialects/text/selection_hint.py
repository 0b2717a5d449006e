"""The words by which a model says that several options may be chosen."""

from choice.dialects.text.word_search import mentions

_ANY = (
    "all that apply", "select all", "choose all", "check all", "pick all", "tick all", "choose any",
    "select any", "pick any",
    "one or more", "select multiple", "choose multiple", "pick multiple", "multiple choices allowed",
    "multi-select",
    "multiple selection", "more than one", "as many as", "choose several", "select several",
    "복수 선택", "복수선택", "여러 개", "여러개", "모두 선택", "모두 골라", "해당하는 것을 모두", "중복 선택",
    "可多选", "可多選", "多选", "多選", "可以多选", "选择所有", "所有适用",
    "複数選択", "複数回答", "いくつでも", "すべて選", "全て選", "当てはまるもの",
    "mehrfachauswahl", "alle zutreffenden", "mehrere", "alles zutreffende",
    "todas las que", "todos los que", "varias opciones", "una o más", "selección múltiple",
    "plusieurs", "toutes les réponses", "tout ce qui", "choix multiple",
    "كل ما ينطبق", "جميع ما ينطبق", "أكثر من خيار", "اختيار متعدد",
)  # fmt: skip
_PLAIN = (
    "all that apply", "해당하는 것을 모두", "所有适用", "当てはまるもの", "alle zutreffenden",
    "todas las que correspondan",
    "كل ما ينطبق", "جميع ما ينطبق",
)  # fmt: skip
_UP_TO = (
    "up to", "at most", "no more than", "maximum of", "max.", "max ", "최대", "최대한", "最多选择",
    "最多選擇", "最多可选", "最多选", "最多",
    "最大", "bis zu", "höchstens", "maximal", "hasta", "como máximo", "máximo", "jusqu'à", "jusqu’à",
    "au maximum",
    "حتى", "بحد أقصى",
)  # fmt: skip
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "ein": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6,
    "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "두": 2, "세": 3, "네": 4, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6,
}  # fmt: skip
_CHOOSING = (
    "choose", "select", "pick", "선택", "골라", "고르", "选", "選", "wähl", "auswähl", "elige", "elija",
    "selecc",
     "escog", "chois", "sélect", "اختر", "حدد", "vote", "tick", "check",
)  # fmt: skip


def most_selections(question: str, instruction: str, options: int) -> int:
    """Return how many of the options may be chosen; one, unless the words say otherwise.

    A question may be about choosing several things, so of its own words only plain instructions count.
    """
    said = f"{_instructing(question.casefold())} {instruction.casefold()}"
    if mentions(said, _CHOOSING):
        for phrase in _UP_TO:
            most = _number_beside(said, phrase)
            if most is not None:
                return max(1, min(most, options))
    return options if mentions(said, _ANY) else 1


def _instructing(question: str) -> str:
    """Return the words of a question that instruct: all of them, or those in brackets."""
    if question.startswith(_CHOOSING) or mentions(question, _PLAIN):
        return question
    if "(" not in question and "（" not in question and "[" not in question:
        return ""
    depth = 0
    inside = []
    for letter in question:
        depth += (letter in "(（[") - (letter in ")）]")
        inside.append(letter if depth > 0 else " ")
    return "".join(inside)


def _number_beside(said: str, phrase: str) -> int | None:
    """Return the number that follows a phrase or stands right before it, as digits or as a word."""
    at = said.find(phrase)
    if at < 0:
        return None
    behind = said[at + len(phrase) :].lstrip(" :*")[:12]
    digits = len(behind) - len(behind.lstrip("0123456789"))
    if digits:
        return int(behind[:digits])
    word = _bare((behind.split() or [""])[0])
    if word in _WORDS or behind[:1] in _WORDS:
        return _WORDS.get(word) or _WORDS[behind[:1]]
    before = _bare((said[:at].split() or [""])[-1])
    return int(before) if before.isdecimal() and len(before) == 1 else _WORDS.get(before)


def _bare(word: str) -> str:
    return word.strip(".,;:)(*?!）（")
