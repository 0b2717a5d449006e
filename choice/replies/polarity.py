"""Find the options that mean yes or no, negations in labels, and destructive questions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from choice.models import Option
from choice.replies.meaning import Meaning
from choice.replies.normalise import normal, tokens
from choice.replies.vocabulary import vocabulary
from choice.replies.words import EAST_ASIAN, LATIN

_PAIR = 2
_SIDES: Mapping[Meaning | None, bool] = {
    Meaning.YES: True,
    Meaning.NO: False,
    Meaning.NOT: False,
    Meaning.DECLINE: False,
}


def sides_of(options: tuple[Option, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the options that mean yes and those that mean no; empty unless both exist."""
    sides = [_side_of(option) for option in options]
    yes = tuple([place for place, side in enumerate(sides) if side is True])
    no = tuple([place for place, side in enumerate(sides) if side is False])
    return (yes, no) if yes and no and (len(options) == _PAIR or _is_plain(options, yes, no)) else ((), ())


def _is_plain(options: tuple[Option, ...], yes: tuple[int, ...], no: tuple[int, ...]) -> bool:
    """Return whether the two sides are a plain yes and no, not "stop" or "skip"."""
    firsts = [_first_meaning(options[place].label) for place in (*yes, *no)]
    return all(first in {Meaning.YES, Meaning.NO} for first in firsts)


def _side_of(option: Option) -> bool | None:
    """Return the side of an option by its value, its label, the start of the label, or its id."""
    for text in (option.value, option.label, option.id):
        side = _SIDES.get(_meaning(text)) if text else None
        if side is None and text is option.label:
            side = _SIDES.get(_first_meaning(text))
        if side is not None:
            return side
    return None


def _meaning(text: str) -> Meaning | None:
    return vocabulary().meaning_of(tuple(tokens(normal(text))))


def _first_meaning(text: str) -> Meaning | None:
    """Return the meaning of the first phrase of a text, or None."""
    words = tuple(tokens(normal(text)))
    first = vocabulary().at(words, 0) if words else None
    return first[0] if first else None


_DENYING = frozenset({Meaning.NOT, Meaning.EXCEPT})
_EAST = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_DENIED_IN_EAST = re.compile(
    "[不别別勿没沒無无非]|않|안|말[고기]|지마|없|금지|아니|제외|빼|ない|なし|ません|ずに|以外"
)
_SAME = (("don't",), ("dont",), ("do", "not"), ("not",))
"""Spellings of one negation."""


class Negation(NamedTuple):
    """The negated parts of a label."""

    positions: frozenset[int]
    """Positions of words that mean the opposite on their own."""
    phrases: tuple[tuple[str, ...], ...]
    """The negation with the words it negates, shortest first."""


def negations_in(words: tuple[str, ...]) -> Negation:
    """Return the negated parts of a label."""
    positions: set[int] = set()
    phrases: list[tuple[str, ...]] = []
    for start, end in _clauses(words):
        if _EAST.search("".join(words[start:end])):
            if _DENIED_IN_EAST.search("".join(words[start:end])):
                positions |= set(range(start, end))
                phrases.append(words[start:end])
            continue
        begin, size = _denial(words, start, end)
        if size:
            positions |= set(range(begin + size, end))
            phrases += _phrases(words[begin : begin + size], words[begin + size : end])
    return Negation(frozenset(positions), tuple(phrases))


def is_negated(word: str) -> bool:
    """Return whether an East Asian word contains a negation."""
    return _DENIED_IN_EAST.search(word) is not None


def _clauses(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of the clauses of a label."""
    start = 0
    for at, word in enumerate([*words, "."]):
        if not word[0].isalnum():
            if start < at:
                yield start, at
            start = at + 1


def _denial(words: tuple[str, ...], start: int, end: int) -> tuple[int, int]:
    """Return the position and length of the negation in a clause; length 0 if there is none."""
    at = start
    while at < end:
        known = vocabulary().at(words, at)
        meaning, size = (known[0], known[2]) if known else (Meaning.UNKNOWN, 1)
        # "No" negates what follows only at the start: "No changes".
        if at + size < end and (meaning in _DENYING or (meaning is Meaning.NO and at == start)):
            return at, size
        at += size
    return start, 0


def _phrases(denial: tuple[str, ...], denied: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for way in _SAME if denial in _SAME else (denial,):
        for size in range(1, len(denied) + 1):
            yield (*way, *denied[:size])


_LATIN = frozenset(LATIN.split())
_EAST_ASIAN = tuple(EAST_ASIAN.split())


def is_destructive(text: str, labels: Iterable[str]) -> bool:
    """Return whether a question or one of its labels is about deleting, overwriting or forcing."""
    whole = normal("\n".join([text, *labels]))
    if not _LATIN.isdisjoint(tokens(whole)):
        return True
    return not whole.isascii() and any(word in whole for word in _EAST_ASIAN)
