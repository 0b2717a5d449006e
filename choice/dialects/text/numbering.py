"""Sentences that only number what follows: "Q1.", "Step 2.", "第一问。"."""

import re

_LONGEST = 40
_NUMBER = re.compile(
    r"(?P<number>(?=[^\W\d_])[^\W_]{1,20}(?: [^\W_]{1,10}){0,3})(?:[:：] ?| [-–—] )(?=\w)"
).match
_EACH_WORD = re.compile(r"\d+|[^\W\d_]+").findall
_NUMBERED = frozenset({
    "question", "step", "part", "section", "phase", "round", "item",
    "frage", "schritt", "teil", "abschnitt",
    "pregunta", "paso", "parte", "sección", "fase", "ronda", "étape", "partie",
    "질문", "문항", "문제", "단계", "번", "번째", "스텝", "파트",
    "ステップ", "フェーズ", "パート",
    "سؤال", "السؤال", "خطوة", "الخطوة", "مرحلة", "المرحلة", "جزء", "الجزء",
})  # fmt: skip
_BESIDE = frozenset({
    "number", "no", "of", "the", "next", "last", "final", "another", "more", "first", "second", "third",
    "fourth", "fifth", "one", "two", "three", "four", "five", "six", "ii", "iii", "iv", "vi",
    "nr", "nummer", "von", "nächste", "letzte", "erste", "zweite", "dritte", "nächster", "letzter", "erster",
    "zweiter", "dritter", "eins", "zwei", "drei",
    "número", "núm", "de", "primera", "primer", "segunda", "segundo", "tercera", "tercer", "siguiente",
    "última", "uno", "dos", "tres",
    "첫", "첫번째", "두", "세", "다음", "마지막",
    "رقم", "من", "الأول", "الأولى", "الثاني", "الثانية", "الثالث", "الثالثة", "التالي", "التالية",
})  # fmt: skip
_LETTERS = frozenset("第一二三四五六七八九十问题問題質步骤驟歩阶段階部分节節个個目番")
"""Words that number are made of these where words are not spaced."""


def only_numbers(sentence: str) -> bool:
    """Tell whether a sentence says nothing but the number or place of what follows it."""
    if len(sentence) > _LONGEST:
        return False
    others = [word for word in _EACH_WORD(sentence.casefold()) if not word.isnumeric() and len(word) > 1]
    named = [word for word in others if word not in _BESIDE]
    return all(_is_numbered(word) for word in named) and bool(named or not others)


def without_number(question: str) -> str:
    """Return a question without the words before it that only number it: "Q1: Which one?" asks which one."""
    if question.isascii() and ":" not in question and " - " not in question:
        return question
    number = _NUMBER(question)
    asked = "" if number is None else question[number.end() :]
    # A small letter goes on with the words before it: "One last question: which one?".
    if number is None or asked[0].islower() or not only_numbers(number["number"]):
        return question
    return asked


def _is_numbered(word: str) -> bool:
    return word in _NUMBERED or _LETTERS.issuperset(word)
