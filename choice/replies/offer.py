"""Index of the options of a question by their names and by words of their labels."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from choice.models import Option, Question
from choice.replies.meaning import Meaning
from choice.replies.normalise import bare, normal, squeezed, tokens
from choice.replies.vocabulary import destructive_words, vocabulary

_PAIR = 2
_SIDES: Mapping[Meaning | None, bool] = {
    Meaning.YES: True,
    Meaning.NO: False,
    Meaning.NOT: False,
    Meaning.DECLINE: False,
}


def sides_of(options: tuple[Option, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the options that mean yes and those that mean no. Both are empty unless both exist."""
    sides = [_side_of(option) for option in options]
    yes = tuple([place for place, side in enumerate(sides) if side is True])
    no = tuple([place for place, side in enumerate(sides) if side is False])
    return (yes, no) if yes and no and (len(options) == _PAIR or _is_plain(options, yes, no)) else ((), ())


def _is_plain(options: tuple[Option, ...], yes: tuple[int, ...], no: tuple[int, ...]) -> bool:
    """Return whether the two sides are a plain yes and no, not "stop" or "skip"."""
    firsts = [_first_meaning(options[place].label) for place in (*yes, *no)]
    return all(first in {Meaning.YES, Meaning.NO} for first in firsts)


def _side_of(option: Option) -> bool | None:
    """Return whether an option means yes (True), no (False) or neither (None).

    The value is checked first, then the label, the first phrase of the label, and the id.
    """
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
_SAME_NEGATION = (("don't",), ("dont",), ("do", "not"), ("not",))
"""Spellings of the same negation."""


class Negation(NamedTuple):
    """The negated parts of a label."""

    positions: frozenset[int]
    """Positions of the negated words. Without the negation they mean the opposite."""
    phrases: tuple[tuple[str, ...], ...]
    """Each negation with one or more of the words that it negates, shortest first."""


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
        # "No" negates the following words only at the start of a clause: "No changes".
        if at + size < end and (meaning in _DENYING or (meaning is Meaning.NO and at == start)):
            return at, size
        at += size
    return start, 0


def _phrases(denial: tuple[str, ...], denied: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for way in _SAME_NEGATION if denial in _SAME_NEGATION else (denial,):
        for size in range(1, len(denied) + 1):
            yield (*way, *denied[:size])


def is_destructive(text: str) -> bool:
    """Return whether a question or a label is about deleting, overwriting or forcing."""
    whole = normal(text)
    words, parts_of_words = destructive_words()
    if not words.isdisjoint(tokens(whole)):
        return True
    return not whole.isascii() and any(word in whole for word in parts_of_words)


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
        self.is_destructive = is_destructive(text)
        self.destructive = frozenset(
            [at for at, option in enumerate(options) if is_destructive(option.label)]
        )
        """Options whose labels are about deleting, overwriting or forcing."""
        self.count = len(options)
        self.ids = tuple([option.id for option in options])
        self.everything: Places = tuple(range(self.count))
        self.exact = _exact_names(options)
        """Options by id, label and value: as written, normalised, stripped, and squeezed."""
        self.phrases: dict[tuple[str, ...], Places] = {}
        """Options by the words of their labels, ids and values."""
        self.pieces: dict[tuple[str, ...], Places] = {}
        """Options by parts and alternative spellings of their labels, and by negated phrases."""
        self.hints: dict[str, Places] = {}
        """Options by single distinctive words of their labels."""
        self.weak: dict[str, Places] = {}
        """Options by words of their labels that count only if nothing else names an option."""
        self.leading: dict[str, Places] = {}
        """Options by the number at the start of their labels."""
        self.keys = _keys_in(text, options)
        """Options by the keys that the question gives them: "[x] to proceed"."""
        self.content = [tuple(tokens(normal(option.label))) or ("",) for option in options]
        """The words of each label."""
        self._spelt: list[str] = []
        self._negated: list[tuple[str, int]] = []
        for place, option in enumerate(options):
            self._index(place, option)
        for word, place in self._negated:
            if word in self.hints:
                _add(
                    self.hints, word, place
                )  # Ambiguous: one label contains the word and another negates it.
        self.labels = tuple([bare(normal(option.label)) for option in options])
        self.sizes = _sizes([*self.phrases, *self.pieces])
        self.yes, self.no = sides_of(options)
        self.asked_for = _asked_for(tuple(tokens(normal(text))), is_yes_or_no=bool(self.yes))
        """Words that name what the question asks about: "plan" in "Which plan?", "merge" in "Merge it?"."""
        self.recommended = tuple([place for place, option in enumerate(options) if option.recommended])

    def needs_exact_reply(self, question: Question, places: Places) -> bool:
        """Return whether only an exact reply may choose these options, because something may be lost."""
        marked = question.metadata.get("destructive")
        if marked is not None:
            return bool(marked)
        return self.is_destructive or not self.destructive.isdisjoint(places)

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
            # A single letter identifies a label only at its end ("Plan A"). Elsewhere it may be an article.
            if _is_distinctive(word) and (len(word) > 1 or not "a" <= word <= "z" or word == words[-1]):
                _add(self.hints, word, place)
            elif vocabulary().meaning_of((word,)) is Meaning.WEAK:
                _add(self.weak, word, place)
        for name in {option.label, option.id, option.value or option.id}:
            phrase = counted(tuple(tokens(normal(name))))
            # In a sentence, a single number or letter is a position and not a name.
            if phrase and not (len(phrase) == 1 and (phrase[0].isdecimal() or len(phrase[0]) == 1)):
                _add(self.phrases, phrase, place)

    def having(self, phrase: tuple[str, ...]) -> Places:
        """Return the options whose labels contain a phrase, unless all of them do."""
        run = _edged(phrase)
        places = tuple([place for place, words in enumerate(self._spelt) if run in words])
        return places if len(places) < self.count else ()

    def named_at(self, words: tuple[str, ...], start: int) -> tuple[Places, int, bool]:
        """Return the options of the longest phrase at a position, its length, and if it is a full name."""
        for size in self.sizes.get(words[start], ()):
            phrase = words[start : start + size]
            found = self.phrases.get(phrase)
            if found is not None:
                return found, size, True
            found = self.pieces.get(phrase)
            if found is not None:
                return found, size, False
        return (), 0, False


_KEY = re.compile(r"[\[(]([a-z])[\])](?: to| for| =|:)? ([a-z]+)")


def _keys_in(text: str, options: tuple[Option, ...]) -> dict[str, Places]:
    """Return the options whose label has the word that stands next to a key in the question."""
    found: dict[str, Places] = {}
    for key, word in _KEY.findall(normal(text)):
        places = tuple([at for at, option in enumerate(options) if word in tokens(normal(option.label))])
        if len(places) == 1:
            found[key] = places
    return found


def counted(words: tuple[str, ...]) -> tuple[str, ...]:
    """Replace number words with digits.

    An East Asian numeral is a number only before a counter. In "一斉", for example, it is part of a word.
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
    """Return the East Asian words of a label, and its spelling with ae, oe and ue for German umlauts."""
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
    """Return the unknown words after a question word, up to the next known word. Fillers are skipped.

    For a yes-or-no question, return all unknown words, or none if the question contains "or".
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
    """Return whether a single word is specific enough to identify a label."""
    found = vocabulary().at((word,), 0)
    return found is None or found[0] not in NOT_DISTINCTIVE


def _exact_names(options: tuple[Option, ...]) -> tuple[dict[str, Places], ...]:
    """Return one table of options by name per comparison, from the strictest to the most lenient."""
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
