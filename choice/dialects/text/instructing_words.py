"""The words around a question that instruct its reader."""

import re

from choice.dialects.text.mentions import mentions
from choice.dialects.text.selection_words import INSTRUCTING, PLAIN

_QUESTION_MARK = re.compile("[?？؟]").search


def instructions(asked: str, said: str) -> str:
    """Return all words that instruct: those of a question, what stands behind it, and those around it."""
    mark = _QUESTION_MARK(asked)
    end = len(asked) if mark is None else mark.end()
    return f"{_instructing(asked[:end])}\n{asked[end:]}\n{said}"


def _instructing(question: str) -> str:
    """Return the words of a question that instruct: all of them, or those in brackets."""
    if question.startswith(INSTRUCTING) or mentions(question, PLAIN):
        return question
    if "(" not in question and "（" not in question and "[" not in question:
        return ""
    depth = 0
    inside = []
    for letter in question:
        depth += (letter in "(（[") - (letter in ")）]")
        inside.append(letter if depth > 0 else " ")
    return "".join(inside)
