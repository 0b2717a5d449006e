"""The words by which a model says how many options are to be chosen."""

import re
from itertools import zip_longest
from typing import NamedTuple

from choice.dialects.text.counted_words import Counted, may_count, number_at, numbers_in
from choice.dialects.text.instructing_words import instructions
from choice.dialects.text.selection_words import (
    ANSWERS,
    ANY,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST_BEHIND,
    CHOOSING,
    EXACTLY,
    EXACTLY_BEHIND,
    FILLERS,
    LINKS,
    LISTED,
    ONLY_ONE,
    OTHER_USE,
    REPLYING,
    SEVERAL,
    UP_TO,
    WHICH,
)
from choice.dialects.text.word_search import Words, mentions

# A character class stands first: that is found without a closer look at every letter.
_SENTENCE = re.compile(
    r"[.!?。！？؟;\n](?:(?<=[。！？])\s?|(?<!max[\S\n])(?<!min[\S\n])(?<!máx[\S\n])(?:\s|$))"
)
_WHICH = re.compile(rf"[¿ ]*(?:{'|'.join(WHICH)}) ?").match
_HOW_MANY = Words(*ANY.all, *SEVERAL.all, *ONLY_ONE.all)
LIMITING = Words(
    *_HOW_MANY.all, *CHOOSING.all, *UP_TO, *AT_MOST_BEHIND, *AT_LEAST, *AT_LEAST_BEHIND, *EXACTLY,
    *EXACTLY_BEHIND,
)  # fmt: skip
"""Words that say how many have one of these among them, if only one space stands between two."""
_LOOKED_AT = 24
_FEW_WORDS = 3
_LONGEST_BARE = 60
_MOST_BARE_WORDS = 7


class Limits(NamedTuple):
    """How many options words say are to be chosen: at least, at most."""

    least: int | None
    most: int | None


_ALL = Limits(None, None)


def selection_limits(
    question: str, instruction: str, options: int, *, numbered: bool = False
) -> tuple[int, int]:
    """Return how many of the options must and may be chosen; one, unless the words say otherwise.

    A question may be about choosing several things, so of its own words only plain instructions count. Where
    options have numbers, "choose 1-3" may name them.
    """
    asked, said = question.casefold(), instruction.casefold()
    stated = None
    if _may_state(f"{asked}\n{said}"):
        stated = _stated(instructions(asked, said), options if numbered else None)
    if stated is None:
        stated = _asked_for(asked)
    if stated is None:
        return 1, 1
    most = max(1, min(options if stated.most is None else stated.most, options))
    return max(1, min(1 if stated.least is None else stated.least, most)), most


def says_how_many(words: str) -> bool:
    """Tell whether words say how many options are to be chosen."""
    said = words.casefold()
    return _may_state(said) and (mentions(said, ONLY_ONE) or _stated(said, None) is not None)


def has_wide_gaps(said: str) -> bool:
    """Tell whether more than one space may stand between two words, so that a search for both misses them."""
    return "  " in said or "\t" in said or "\u00a0" in said


def asks_to_choose(instruction: str) -> bool:
    """Tell whether words tell the reader to choose."""
    said = instruction.casefold()
    return bool(said) and (mentions(said, CHOOSING) or says_how_many(said))


def is_obeyed(instruction: str) -> bool:
    """Tell whether a card does all that the words behind a question instruct, so that nobody misses them."""
    words = instruction.strip(" \t*_()（）[]🤔").casefold()
    if not any(letter.isalpha() for letter in words) or words.endswith((":", "：")):
        return True
    if len(words) > _LONGEST_BARE or len(words.split()) > _MOST_BARE_WORDS:
        return False
    return says_how_many(words) or mentions(words, REPLYING) or "/" in words


def _may_state(said: str) -> bool:
    """Tell whether words may say how many: most have none that limit, or no number beside them."""
    if not mentions(said, LIMITING) and not has_wide_gaps(said):
        return False
    return may_count(said) or mentions(said, _HOW_MANY)


def _stated(said: str, named: int | None) -> Limits | None:
    """Return what the first sentence says that says how many; the last `named` numbers may name options."""
    for sentence in _SENTENCE.split(said):
        if not sentence or sentence.isspace():
            continue
        chooses = mentions(sentence, CHOOSING)
        stated = _stated_by_number(sentence, named, chooses=chooses)
        if stated is not None:
            return stated
        if mentions(sentence, ONLY_ONE):
            return None
        if mentions(sentence, ANY):
            return _ALL
        if mentions(sentence, SEVERAL) and (
            chooses or mentions(sentence, ANSWERS) or len(sentence.split()) <= _FEW_WORDS
        ):
            return _ALL
    return None


def _stated_by_number(sentence: str, named: int | None, *, chooses: bool) -> Limits | None:
    least = most = None
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
        counts = chooses or _stands_alone(behind)
        if counts and (_ends(before, AT_LEAST) or behind.startswith(AT_LEAST_BEHIND)):
            least = number.value
        elif counts and (_ends(before, UP_TO) or behind.startswith(AT_MOST_BEHIND)):
            most = number.value
        elif least is None and most is None and _is_exact(number, before, behind, named):
            least = most = number.value
    return None if least is most is None else Limits(least, most)


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
    """Tell whether nothing but a word for answers follows a number."""
    rest = behind.strip(" .)）*")
    return not rest or mentions(rest, ANSWERS) or rest in AT_MOST_BEHIND + AT_LEAST_BEHIND


def _asked_for(question: str) -> Limits | None:
    """Return how many things a question asks for by its first words: "Which two …"."""
    which = _WHICH(question)
    number = None if which is None else number_at(question, which.end())
    if number is None or number.is_digit or question[number.end : number.end + 1] == "-":
        return None
    return Limits(number.value, number.value)
