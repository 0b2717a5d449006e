"""A reply as the parts that it consists of."""

from typing import NamedTuple

from choice.replies.hints import hinted
from choice.replies.indexes import letter_of, number_of, place_of
from choice.replies.meaning import Meaning
from choice.replies.offer import UNTELLING, Offer, Places, counted
from choice.replies.vocabulary import vocabulary


class Part(NamedTuple):
    """A phrase of a reply, and what it says: options, or a number."""

    meaning: Meaning
    word: str
    number: int = 0
    places: Places = ()
    rule: str = ""


_MANY = 4
"""Unknown words after which a reply is own words, so that the rest need not be looked up."""

_BEFORE_ONE = frozenset({Meaning.PLACE, Meaning.HINTED, Meaning.NAMED, Meaning.MIDDLE})
_SIDES = frozenset({Meaning.YES, Meaning.NO})
_PUT_OFF = frozenset({Meaning.HEDGE, Meaning.DECLINE, Meaning.DELEGATE})
_POSITIONS = frozenset({Meaning.NUMBER, Meaning.PLACE})


def read(words: tuple[str, ...], offer: Offer) -> list[Part]:
    """Return the parts of a reply; of all phrases that begin at a word the longest is meant, labels first."""
    vocab = vocabulary()
    numbered = counted(words)
    parts: list[Part] = []
    at = unknown = 0
    while at < len(words):
        places, size, is_whole = offer.named_at(numbered, at)
        known = vocab.at(words, at)
        if size and (known is None or size >= known[2]):
            name = "".join(words[at : at + size])
            parts.append(
                Part(Meaning.NAMED, name, 0, places, "label")
                if is_whole
                else Part(Meaning.HINTED, name, 0, places, "partial")
            )
            at += size
        elif known is None:
            part = _unlisted(words[at], offer) if unknown < _MANY else Part(Meaning.UNKNOWN, words[at])
            unknown += part.meaning is Meaning.UNKNOWN
            parts.append(part)
            at += 1
        elif words[at] == "one" and parts and parts[-1].meaning in _BEFORE_ONE:
            at += 1
        elif (
            known[2] == 1
            and _is_hint(known[0], numbered[at], parts, offer)
            and not (known[0] is Meaning.NUMBER and vocab.counts_at(words, at + 1))
        ):
            parts.append(Part(Meaning.HINTED, numbered[at], 0, offer.hints[numbered[at]], "partial"))
            at += 1
        elif _is_of_label(known, words) and (had := offer.having(words[at : at + known[2]])):
            parts.append(Part(Meaning.HINTED, "".join(words[at : at + known[2]]), 0, had, "partial"))
            at += known[2]
        elif known[0] is Meaning.WEAK:
            places = offer.weak.get(words[at], ())
            is_one = words[at + 1 : at + 2] == ("one",)  # "the cheapest one" is not the first
            meaning = Meaning.VAGUE if is_one and not places else Meaning.WEAK
            parts.append(Part(meaning, words[at], 0, places, "partial"))
            at += known[2] + is_one
        else:
            parts.append(Part(known[0], words[at], known[1]))
            at += known[2]
    return parts


def _is_of_label(known: tuple[Meaning, int, int], words: tuple[str, ...]) -> bool:
    """Tell whether a phrase may be meant as a part of a label: "later on", and "show me" if that is all."""
    return known[2] > 1 and (known[0] in _PUT_OFF or (known[0] is Meaning.ASKS and known[2] == len(words)))


def _is_hint(meaning: Meaning, word: str, before: list[Part], offer: Offer) -> bool:
    """Tell whether a known word is meant as a word of a label: "two" where a label says "Two regions"."""
    if meaning in UNTELLING or word not in offer.hints or (meaning is Meaning.NUMBER and not word.isascii()):
        return False
    if meaning in _SIDES and offer.yes:
        return False
    return not (meaning in _POSITIONS and before and before[-1].meaning is Meaning.COUNTER)


def _unlisted(word: str, offer: Offer) -> Part:
    """Return what a word says that is in no list: a position, a part of a label, or nothing known."""
    number = number_of(word)
    if number is not None and (number <= offer.count or word not in offer.hints):
        return Part(Meaning.NUMBER, word, number)
    place = place_of(word)
    if place is not None:
        return Part(Meaning.PLACE, word, place)
    letter = None if word in offer.hints else letter_of(word, offer.count)
    if letter is not None:
        return Part(Meaning.LETTER, word, letter)
    places, rule = hinted(word, offer)
    return Part(Meaning.HINTED, word, 0, places, rule) if places else Part(Meaning.UNKNOWN, word)
