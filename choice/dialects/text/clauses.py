"""The words of one clause before and behind a place in a sentence."""

import re

_LOOKED_AT = 60
_END = re.compile(r"[,;:()\[\]，、،；：（）·\n—–?？؟]| - ")


def clause_before(sentence: str, at: int) -> str:
    """Return the words of a clause before a position; of a long one, the last of them."""
    return _END.split(sentence[max(0, at - _LOOKED_AT) : at])[-1]


def clause_behind(sentence: str, at: int) -> str:
    """Return the words of a clause behind a position; of a long one, the first of them.

    A colon right behind it ends nothing: "multi-select: no".
    """
    return _END.split(sentence[at : at + _LOOKED_AT].lstrip(" *:：="), maxsplit=1)[0]
