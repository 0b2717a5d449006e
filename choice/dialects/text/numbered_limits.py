"""How many options a sentence asks for by a number."""

from itertools import zip_longest
from typing import NamedTuple

from choice.dialects.text.counted_words import Counted, may_count, numbers_in
from choice.dialects.text.denied_words import is_denied, is_forbidden
from choice.dialects.text.mentions import mentions
from choice.dialects.text.selection_words import (
    ANSWERS,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST_BEHIND,
    EXACTLY,
    EXACTLY_BEHIND,
    FILLERS,
    LINKS,
    LISTED,
    MORE_THAN,
    MORE_THAN_BEHIND,
    OTHER_USE,
    UP_TO,
)

_LOOKED_AT = 24
_POLITE = ("please", "bitte", "por favor")


class Limits(NamedTuple):
    """How many options words say are to be chosen: at least, at most."""

    least: int | None
    most: int | None


ALL_OF_THEM = Limits(None, None)
ONLY_ONE_OF_THEM = Limits(1, 1)


def limits_by_number(sentence: str, named: int | None, *, chooses: bool) -> Limits | None:
    """Return what the numbers of a sentence say, if anything; the last `named` numbers may name options."""
    stated: Limits | None = None
    numbers = numbers_in(sentence) if may_count(sentence) else []
    for number, following in zip_longest(numbers, numbers[1:]):
        between = "" if following is None else sentence[number.end : following.start].strip()
        if between in LISTED:
            # "Choose 1, 2 or 3" names options.
            return None
        if following is not None and chooses and between in LINKS and number.value < following.value:
            if named is not None and number.value == 1 and following.value >= named:
                return None
            return Limits(number.value, following.value)
        before = _before(sentence, number)
        behind = sentence[number.end : number.end + _LOOKED_AT].lstrip(" *")
        more = None
        if chooses or _stands_alone(behind):
            more = _bounded(sentence, number, before, behind)
        if more is not None:
            stated = _narrowed(stated, more)
        elif stated is None and _is_exact(number, before, behind, named):
            is_need = not is_denied(sentence, number.start)
            stated = Limits(number.value, number.value) if is_need else None
    return stated


def _bounded(sentence: str, number: Counted, before: str, behind: str) -> Limits | None:
    """Return the bound that a number is by the words beside it, or None where it is none."""
    if _ends(before, UP_TO) or behind.startswith(AT_MOST_BEHIND):
        return Limits(None, number.value)
    if _ends(before, MORE_THAN) or behind.startswith(MORE_THAN_BEHIND):
        if is_forbidden(sentence, number.start, number.end):
            return Limits(None, number.value)
        return ALL_OF_THEM if number.value > 1 else None
    if behind.startswith(AT_LEAST_BEHIND):
        if is_forbidden(sentence, number.start, number.end):
            return Limits(None, number.value - 1)
        return Limits(number.value, None)
    return Limits(number.value, None) if _ends(before, AT_LEAST) else None


def _narrowed(stated: Limits | None, more: Limits) -> Limits:
    """Return limits with those that stand behind them in the sentence."""
    if stated is None:
        return more
    return Limits(
        stated.least if more.least is None else more.least, stated.most if more.most is None else more.most
    )


def _is_exact(number: Counted, before: str, behind: str, named: int | None) -> bool:
    """Tell whether a number right beside the word for choosing says how many, and names no option."""
    if named is not None and number.is_digit and number.value >= named:
        return False
    if number.is_digit and behind.startswith(OTHER_USE):
        return False
    return _ends(before, EXACTLY) or behind.startswith(EXACTLY_BEHIND)


def _before(sentence: str, number: Counted) -> str:
    """Return the words before a number, without those that say nothing about it."""
    words = sentence[max(0, number.start - _LOOKED_AT) : number.start].strip(" :*(（").split()
    while words and words[-1] in FILLERS:
        words.pop()
    return " ".join(words)


def _ends(before: str, phrases: tuple[str, ...]) -> bool:
    """Tell whether a text ends with one of the phrases, as whole words where words are spaced."""
    if not before.endswith(phrases):
        return False
    if not before.isascii():
        return True
    return any(before == phrase or before.endswith((f" {phrase}", f"({phrase}")) for phrase in phrases)


def _stands_alone(behind: str) -> bool:
    """Tell whether nothing but a word for answers, a polite one or another limit follows a number."""
    rest = behind.strip(" .)）*")
    if rest.startswith(",") and rest.lstrip(" ,").startswith(_POLITE + AT_LEAST + UP_TO):
        return True
    return not rest or mentions(rest, ANSWERS) or rest in AT_MOST_BEHIND + AT_LEAST_BEHIND
