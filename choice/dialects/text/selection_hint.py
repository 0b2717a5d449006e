"""The words by which a model says how many options are to be chosen."""

import re

from choice.dialects.text.asked_number import asked_for
from choice.dialects.text.counted_words import may_count
from choice.dialects.text.denied_words import is_denied, is_forbidden
from choice.dialects.text.instructing_words import instructions
from choice.dialects.text.mentioned_choice import only_mentions
from choice.dialects.text.mentions import mentions, pattern_of
from choice.dialects.text.numbered_limits import (
    ALL_OF_THEM,
    ONLY_ONE_OF_THEM,
    Limits,
    limits_by_number,
)
from choice.dialects.text.selection_words import (
    ALL,
    ANSWERS,
    ANY,
    AT_LEAST,
    AT_LEAST_BEHIND,
    AT_MOST_BEHIND,
    CHOOSING,
    EXACTLY,
    EXACTLY_BEHIND,
    MORE_THAN,
    MORE_THAN_BEHIND,
    ONLY_ONE,
    REPLYING,
    SEVERAL,
    UP_TO,
)

# A character class stands first: that is found without a closer look at every letter.
_SENTENCE = re.compile(r"[.!?。！？؟;\n](?:(?<=[。！？])\s?|(?:\s|$))")
_SHORT = re.compile(r"\.(?<=\b(?:max|min|máx|mín)\.)(?=\s?\w)")
_GERMAN_SHORT = re.compile(r"\bmind\.(?=\s?(?:\d|ein|zwei|drei|vier))")
_HOW_MANY = (*ANY, *SEVERAL, *ONLY_ONE)
LIMITING = (
    *_HOW_MANY, *CHOOSING, *AT_MOST_BEHIND, *AT_LEAST_BEHIND, *EXACTLY_BEHIND, *MORE_THAN_BEHIND,
    *UP_TO, *AT_LEAST, *EXACTLY, *MORE_THAN,
)  # fmt: skip
"""Words that say how many have one of these among them, if only one space stands between two."""
_ANY_OR_SEVERAL = (*ANY, *SEVERAL)
_FEW_WORDS = 3
_LONGEST_BARE = 60
_MOST_BARE_WORDS = 7


def selection_limits(
    question: str, instruction: str, options: int, *, numbered: bool = False
) -> tuple[int, int]:
    """Return how many of the options must and may be chosen; one, unless the words say otherwise.

    A question may be about choosing several things, so of its own words only plain instructions count. Where
    options have numbers, "choose 1-3" may name them.
    """
    asked, said = _small(question), _small(instruction)
    stated = None
    if _may_state(f"{asked}\n{said}"):
        stated = _stated(instructions(asked, said), options if numbered else None)
    if stated is None:
        stated = asked_for(asked)
    if stated is None:
        return 1, 1
    most = max(1, min(options if stated.most is None else stated.most, options))
    return max(1, min(1 if stated.least is None else stated.least, most)), most


def says_how_many(words: str) -> bool:
    """Tell whether words say how many options are to be chosen."""
    said = _small(words)
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


def _small(words: str) -> str:
    """Return words in small letters, with plain apostrophes and without the full stop of "max."."""
    said = words.casefold()
    if not said.isascii():
        said = said.replace("’", "'")
    if "." not in said:
        return said
    if "mind." in said:
        said = _GERMAN_SHORT.sub("mindestens ", said)
    return _SHORT.sub(" ", said)


def _may_state(said: str) -> bool:
    """Tell whether words may say how many: most have none that limit, or no number beside them."""
    if not mentions(said, LIMITING) and not has_wide_gaps(said):
        return False
    return may_count(said) or mentions(said, _HOW_MANY)


def _stated(said: str, named: int | None) -> Limits | None:
    """Return what the first sentence says that says how many; the last `named` numbers may name options.

    Where that allows all, a later one may still set a limit.
    """
    first: Limits | None = None
    for sentence in _SENTENCE.split(said):
        if not sentence or sentence.isspace():
            continue
        chooses = mentions(sentence, CHOOSING)
        stated = limits_by_number(sentence, named, chooses=chooses)
        if first is not None:
            if stated is not None and stated.most != 1:
                return stated
            continue
        if stated is None and mentions(sentence, ONLY_ONE):
            stated = ALL_OF_THEM if _each_is_denied(sentence) else ONLY_ONE_OF_THEM
        if stated is None:
            stated = _several(sentence, chooses=chooses)
        if stated is not None and stated != ALL_OF_THEM:
            return stated
        first = stated
    return first


def _each_is_denied(sentence: str) -> bool:
    """Tell whether "only one" is nowhere said but to deny it."""
    return all(is_denied(sentence, found.start()) for found in pattern_of(ONLY_ONE).finditer(sentence))


def _several(sentence: str, *, chooses: bool) -> Limits | None:
    """Return what the words for several say: all may be chosen, or no more than one where they are denied."""
    if not mentions(sentence, ANY) and not (
        mentions(sentence, SEVERAL)
        and (chooses or mentions(sentence, ANSWERS) or len(sentence.split()) <= _FEW_WORDS)
    ):
        return None
    meant = [
        found
        for found in pattern_of(_ANY_OR_SEVERAL).finditer(sentence)
        if not only_mentions(sentence, *found.span())
    ]
    if not meant:
        return None
    forbidden = {found.group() for found in meant if is_forbidden(sentence, *found.span())}
    if not forbidden:
        return ALL_OF_THEM
    return None if forbidden.issubset(ALL) else ONLY_ONE_OF_THEM
