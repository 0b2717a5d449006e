"""Index of the options of a question, by every way of naming them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from choice.models import Option, Question
from choice.replies.meaning import Meaning
from choice.replies.normalise import bare, normal, squeezed, tokens
from choice.replies.polarity import is_destructive, is_negated, negations_in, sides_of
from choice.replies.vocabulary import vocabulary

Places = tuple[int, ...]
"""Positions of options, counted from 0."""

_WORD = re.compile("[\u4e00-\u9fff]{2,}|[\u30a1-\u30fa\u30fc]{2,}|[\uac00-\ud7a3]{2,}")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_Key = TypeVar("_Key")
NOT_DISTINCTIVE = frozenset(
    {
        Meaning.FILLER, Meaning.WEAK, Meaning.COUNTER, Meaning.SUFFIX, Meaning.AND, Meaning.OR, Meaning.BREAK,
        Meaning.TO, Meaning.ASKED, Meaning.BUT, Meaning.NOT, Meaning.NOT_BEFORE, Meaning.REQUEST,
    }
)  # fmt: skip


class Offer:
    """The options of a question, indexed for matching replies."""

    def __init__(self, text: str, options: tuple[Option, ...]) -> None:
        self.is_destructive = is_destructive(text, [option.label for option in options])
        self.count = len(options)
        self.ids = tuple([option.id for option in options])
        self.everything: Places = tuple(range(self.count))
        self.exact = _exact_names(options)
        """Options by id, label and value: as written, normalised, stripped, letters and digits only."""
        self.phrases: dict[tuple[str, ...], Places] = {}
        """Options by the words of their labels, ids and values."""
        self.pieces: dict[tuple[str, ...], Places] = {}
        """Options by words of their labels that are not separated by spaces."""
        self.hints: dict[str, Places] = {}
        """Options by single distinctive words of their labels."""
        self.weak: dict[str, Places] = {}
        """Options by words of their labels that count only if nothing else names an option."""
        self.leading: dict[str, Places] = {}
        """Options by the number at the start of their labels."""
        self._spelt: list[str] = []
        self._negated: list[tuple[str, int]] = []
        for place, option in enumerate(options):
            self._index(place, option)
        for word, place in self._negated:
            if word in self.hints:
                _add(self.hints, word, place)  # One label has the word and another negates it: ambiguous.
        self.labels = tuple([bare(normal(option.label)) for option in options])
        self.sizes = _sizes([*self.phrases, *self.pieces])
        self.yes, self.no = sides_of(options)
        self.asked_for = _asked_for(tuple(tokens(normal(text))), is_yes_or_no=bool(self.yes))
        """Words of what the question asks for: "plan" in "Which plan?", "merge" in "Merge it?"."""
        self.recommended = tuple([place for place, option in enumerate(options) if option.recommended])

    def _index(self, place: int, option: Option) -> None:
        words = counted(tuple(tokens(normal(option.label))))
        negated = negations_in(words)
        for piece in pieces(option.label):
            if not negated.positions or is_negated("".join(piece)):
                _add(self.pieces, piece, place)
        for phrase in negated.phrases:
            _add(self.pieces, phrase, place)
        if words and words[0].isdecimal():
            _add(self.leading, words[0], place)
        self._negated += [(words[at], place) for at in sorted(negated.positions)]
        self._spelt.append(_edged("" if at in negated.positions else word for at, word in enumerate(words)))
        for word in {word for at, word in enumerate(words) if at not in negated.positions}:
            # "A" is an article unless the label ends with it, as in "Plan A".
            if _is_distinctive(word) and (len(word) > 1 or not "a" <= word <= "z" or word == words[-1]):
                _add(self.hints, word, place)
            elif vocabulary().meaning_of((word,)) is Meaning.WEAK:
                _add(self.weak, word, place)
        for name in {option.label, option.id, option.value or option.id}:
            phrase = counted(tuple(tokens(normal(name))))
            # A single number or letter is a position rather than a name in a sentence.
            if phrase and not (len(phrase) == 1 and (phrase[0].isdecimal() or len(phrase[0]) == 1)):
                _add(self.phrases, phrase, place)

    def having(self, phrase: tuple[str, ...]) -> Places:
        """Return the options whose labels contain a phrase, unless all of them do."""
        run = _edged(phrase)
        places = tuple([place for place, words in enumerate(self._spelt) if run in words])
        return places if len(places) < self.count else ()

    def named_at(self, words: tuple[str, ...], start: int) -> tuple[Places, int, bool]:
        """Return the options of the longest phrase at a position, its length, and if it is a whole name."""
        for size in self.sizes.get(words[start], ()):
            phrase = words[start : start + size]
            found = self.phrases.get(phrase)
            if found is not None:
                return found, size, True
            found = self.pieces.get(phrase)
            if found is not None:
                return found, size, False
        return (), 0, False


def counted(words: tuple[str, ...]) -> tuple[str, ...]:
    """Replace number words by digits.

    An East Asian numeral is a number only before a counter: not the first character of "一斉".
    """
    vocab = vocabulary()
    numbers = vocab.numbers
    return tuple(
        [
            str(numbers[word])
            if word in numbers and (word.isascii() or vocab.counts_at(words, at + 1))
            else word
            for at, word in enumerate(words)
        ]
    )


def pieces(label: str) -> set[tuple[str, ...]]:
    """Return further names of a label: its East Asian words, and German with ae, oe and ue."""
    found = {tuple(tokens(word)) for word in _WORD.findall(label)}
    spelt = label.lower().translate(_UMLAUTS)
    if spelt != label.lower():
        found.add(tuple(tokens(normal(spelt))))
    return found


def offer_of(question: Question) -> Offer:
    """Return the cached index of a question's options."""
    return _offer_of(question.text, question.options)


@lru_cache(maxsize=256)
def _offer_of(text: str, options: tuple[Option, ...]) -> Offer:
    return Offer(text, options)


def _edged(words: Iterable[str]) -> str:
    """Join words with spaces on both ends, so that a substring search matches whole words."""
    return f" {' '.join(words)} "


def singular(word: str) -> str:
    """Return a word without a plural s."""
    return word.removesuffix("s")


def _asked_for(words: tuple[str, ...], *, is_yes_or_no: bool) -> frozenset[str]:
    """Return the words after a question word, up to the next known word; fillers between are skipped.

    For a yes-or-no question these are all unknown words, unless it contains "or".
    """
    vocab = vocabulary()
    found: set[str] = set()
    at, is_asked, is_begun = 0, is_yes_or_no, False
    while at < len(words):
        known = vocab.at(words, at)
        if known is None:
            if is_asked:
                found.add(singular(words[at]))
                is_begun = True
            at += 1
            continue
        if is_yes_or_no:
            if known[0] is Meaning.OR:
                return frozenset()
        else:
            is_asked = known[0] is Meaning.ASKS or (is_asked and not is_begun and known[0] is Meaning.FILLER)
        is_begun = False
        at += known[2]
    return frozenset(found)


def _is_distinctive(word: str) -> bool:
    """Return whether a single word of a label can stand for the label."""
    found = vocabulary().at((word,), 0)
    return found is None or found[0] not in NOT_DISTINCTIVE


def _exact_names(options: tuple[Option, ...]) -> tuple[dict[str, Places], ...]:
    """Return the options by name, from the strictest comparison to the most lenient."""
    levels: tuple[dict[str, Places], ...] = ({}, {}, {}, {})
    for place, option in enumerate(options):
        for name in {option.label, option.id, option.value or option.id}:
            tidy = normal(name)
            for level, key in zip(levels, (name.strip(), tidy, bare(tidy), squeezed(tidy)), strict=True):
                if key:
                    _add(level, key, place)
    return levels


def _add(table: dict[_Key, Places], key: _Key, place: int) -> None:
    places = table.get(key, ())
    if place not in places:
        table[key] = (*places, place)


def _sizes(phrases: Iterable[tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    """Return the lengths of the phrases by their first word, longest first."""
    sizes: dict[str, set[int]] = {}
    for phrase in phrases:
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    return {first: tuple(sorted(found, reverse=True)) for first, found in sizes.items()}
