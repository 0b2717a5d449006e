"""What a reply that names no option exactly says: a choice, a question, a doubt, or own words."""

from typing import NamedTuple

from choice.models import Question
from choice.replies.joining import NAMING, joined
from choice.replies.meaning import Meaning
from choice.replies.negation import choice_of
from choice.replies.offer import Offer, Places
from choice.replies.reading import Part
from choice.replies.reply_match import Status
from choice.replies.sides import with_sides


class Heard(NamedTuple):
    """A verdict in positions."""

    status: Status
    places: Places
    rule: str


_FEW = 2
"""Unknown words beside which a doubt is still a doubt and not a part of own words."""

_DENYING = frozenset({Meaning.NOT, Meaning.NOT_BEFORE, Meaning.EXCEPT, Meaning.EXCEPT_BEFORE})

_BARE = (
    (Meaning.DECLINE, Heard("declined", (), "declined")),
    (Meaning.OR, Heard("delegated", (), "delegated")),
    (Meaning.VAGUE, Heard("not_an_answer", (), "hedge")),
    (Meaning.YES, Heard("not_an_answer", (), "yes_no")),
    (Meaning.NO, Heard("declined", (), "no")),
    (Meaning.NOT, Heard("declined", (), "no")),
)
"""What replies come to that name no option; the first that is said decides."""


def hear(parts: list[Part], offer: Offer, question: Question) -> Heard:
    """Return what a reply says; own words are `free_text`, with the one option they may speak of."""
    said = _without_reason(joined(parts, offer))
    meanings = {part.meaning for part in said}
    unknown = sum([part.meaning is Meaning.UNKNOWN for part in said])
    if Meaning.DELEGATE in meanings and unknown < _FEW and Meaning.ASKS_ANYWHERE not in meanings:
        if not (meanings & _DENYING and meanings & NAMING):
            return Heard("delegated", (), "delegated")
    elif _asks(said, meanings):
        return Heard("not_an_answer", (), "question")
    if Meaning.HEDGE in meanings and (unknown <= _FEW or said[0].meaning is Meaning.HEDGE):
        return Heard("not_an_answer", (), "hedge")
    if unknown:
        return _own_words(said)
    return _said(with_sides(said, offer), offer, question)


def _without_reason(said: list[Part]) -> list[Part]:
    """Drop what follows "because", where an option stands before it."""
    for at, part in enumerate(said):
        if part.meaning is Meaning.REASON and any(before.meaning in NAMING for before in said[:at]):
            return said[:at]
    return said


def _asks(said: list[Part], meanings: set[Meaning]) -> bool:
    """Tell whether a reply asks something back; a polite request for an option does not."""
    if Meaning.REQUEST in meanings:
        return False
    if Meaning.ASKED in meanings or Meaning.ASKS_ANYWHERE in meanings:
        return True
    return bool(said) and said[0].meaning is Meaning.ASKS


def _own_words(said: list[Part]) -> Heard:
    """Return own words, with the one option that they may speak of."""
    named = {part.places for part in said if part.meaning in {Meaning.NAMED, Meaning.HINTED}}
    return Heard("free_text", next(iter(named)) if len(named) == 1 else (), "own_words")


def _said(said: list[Part], offer: Offer, question: Question) -> Heard:
    """Return the verdict on a reply whose every word is known."""
    meanings = {part.meaning for part in said}
    is_refused = Meaning.DECLINE in meanings or Meaning.NONE in meanings
    choice = choice_of(said, offer) if not is_refused or meanings & NAMING else None
    if choice is None:
        return _without_choice(meanings, offer, question)
    if choice.rule == "out_of_range":
        return _beyond(said, offer)
    return Heard("matched" if choice.is_clear and not is_refused else "ambiguous", choice.places, choice.rule)


def _without_choice(meanings: set[Meaning], offer: Offer, question: Question) -> Heard:
    """Return the verdict on a reply that names no option."""
    if Meaning.NONE in meanings:
        return Heard("declined" if question.min_selections else "matched", (), "none")
    if Meaning.RECOMMENDED in meanings and Meaning.DECLINE not in meanings:
        return _recommended(offer, question)
    return next(
        (heard for meaning, heard in _BARE if meaning in meanings), Heard("not_an_answer", (), "empty")
    )


def _recommended(offer: Offer, question: Question) -> Heard:
    """Return the options that the asker recommends or has chosen beforehand."""
    defaults = tuple([place for place, one in enumerate(offer.ids) if one in question.default_selection_ids])
    places = offer.recommended or defaults
    return Heard("matched", places, "recommended") if places else Heard("delegated", (), "delegated")


def _beyond(said: list[Part], offer: Offer) -> Heard:
    """Return the verdict on a position that no option has; beside labels with numbers it is own words."""
    is_number = all(part.meaning is Meaning.NUMBER for part in said)
    if is_number and any(hint.isdecimal() for hint in offer.hints):
        return Heard("free_text", (), "own_words")
    return Heard("not_an_answer", (), "out_of_range")
