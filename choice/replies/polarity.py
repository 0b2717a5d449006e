"""Which options are a yes and which a no."""

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
    """Return the places of the options that say yes and of those that say no; none unless both exist."""
    sides = [_side_of(option) for option in options]
    yes = tuple([place for place, side in enumerate(sides) if side is True])
    no = tuple([place for place, side in enumerate(sides) if side is False])
    return (yes, no) if yes and no and (len(options) == _PAIR or _is_plain(options, yes, no)) else ((), ())


def _is_plain(options: tuple[Option, ...], yes: tuple[int, ...], no: tuple[int, ...]) -> bool:
    """Tell whether, among more than two options, the sides are a plain yes or no, not "stop" or "skip"."""
    firsts = [_first_meaning(options[place].label) for place in (*yes, *no)]
    return all(first in {Meaning.YES, Meaning.NO} for first in firsts)


def _side_of(option: Option) -> bool | None:
    """Tell the side of an option by its value, its label or the label's first words, and its id."""
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
    """Return what the first words of a text mean, or None."""
    words = tuple(tokens(normal(text)))
    first = vocabulary().at(words, 0) if words else None
    return first[0] if first else None


_DENYING = frozenset({Meaning.NOT, Meaning.EXCEPT})
_EAST = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_DENIED_IN_EAST = re.compile(
    "[不别別勿没沒無无非]|않|안|말[고기]|지마|없|금지|아니|제외|빼|ない|なし|ません|ずに|以外"
)
_SAME = (("don't",), ("dont",), ("do", "not"), ("not",))
"""Ways to write one denial."""


class Denied(NamedTuple):
    """What a label denies."""

    positions: frozenset[int]
    """Where the words stand that alone say the opposite."""
    phrases: tuple[tuple[str, ...], ...]
    """The denial and what it denies, as much of it as anybody says."""


def denied_in(words: tuple[str, ...]) -> Denied:
    """Return what a label denies; nothing in most."""
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
    return Denied(frozenset(positions), tuple(phrases))


def denies(word: str) -> bool:
    """Tell whether an East Asian word denies something by itself."""
    return _DENIED_IN_EAST.search(word) is not None


def _clauses(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Return where the parts of a label begin and end that punctuation separates."""
    start = 0
    for at, word in enumerate([*words, "."]):
        if not word[0].isalnum():
            if start < at:
                yield start, at
            start = at + 1


def _denial(words: tuple[str, ...], start: int, end: int) -> tuple[int, int]:
    """Return where a clause begins to deny something, and how long the words are that do so."""
    at = start
    while at < end:
        known = vocabulary().at(words, at)
        meaning, size = (known[0], known[2]) if known else (Meaning.UNKNOWN, 1)
        # "No" denies what follows it only at the beginning: "No changes".
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
    """Tell whether the text of a question or one of its labels speaks of deleting, overwriting or forcing."""
    said = normal("\n".join([text, *labels]))
    if not _LATIN.isdisjoint(tokens(said)):
        return True
    return not said.isascii() and any(word in said for word in _EAST_ASIAN)
