"""Questions that ask two things at once: "Who does what?". No single option answers them; a list reports."""

import re

from choice.dialects.text.fillers import without_fillers

# A comma or "and" between the two shows a second question, which a list may leave open.
_LATIN = re.compile(
    r"(?:who|what|which|where|when)\b(?:'s|’s)?(?: (?!and\b)[\w'’/-]{1,30}){1,8}"
    r" (?:what|whom|who|where|when)\W*$"
    r"|wer\b(?: [\w'’/-]{1,30}){0,8} (?:was|wofür|wen|wem|welche[nrsm]?)\b"
    r"|quién(?:es)?\b(?: [\w'’/-]{1,30}){1,8} qué\W*$"
).match
_ELSEWHERE = re.compile(
    "누가.{0,30}(?:무엇|뭘|뭐|무슨|어떤)|(?:誰|だれ|どなた)[がは].{0,30}(?:何|なに|どの|どれ)"
    "|谁.{0,30}(?:什么|哪)|^من .{1,60}ماذا$"
).search


def asks_two_things(question: str) -> bool:
    """Tell whether a question asks for two things that belong together, such as who does what."""
    said = without_fillers(question).rpartition("¿")[2].rstrip("?？؟ *_")
    return _LATIN(said) is not None or (not said.isascii() and _ELSEWHERE(said) is not None)
