"""What a reply that names no option exactly says: a choice, a question, a doubt, or own words."""

from typing import NamedTuple

from choice.models import Question
from choice.replies.joining import NAMING, joined
from choice.replies.meaning import Meaning
from choice.replies.negation import choice_of
from choice.replies.offer import Offer, Places
from choice.replies.reading import Part
from choice.replies.reply_match import Status


class Heard(NamedTuple):
    """A verdict in positions."""

    status: Status
    places: Places
    rule: str


_FEW = 2
"""Unknown words beside which a doubt is still a doubt and not a part of own words."""

_SIDES = frozenset({Meaning.YES, Meaning.NO})
_WHOLE = frozenset({Meaning.ALL, Meaning.BOTH})


def hear(parts: list[Part], offer: Offer, question: Question) -> Heard:
    """Return what a reply says; own words are `free_text`, with the one option they may speak of."""
    said = _without_reason(joined(parts, offer))
    meanings = {part.meaning for part in said}
    unknown = sum(part.meaning is Meaning.UNKNOWN for part in said)
    asked = Meaning.REQUEST not in meanings and _asks(parts, said, meanings)
    if Meaning.DELEGATE in meanings and unknown < _FEW and not meanings & {Meaning.ASKS_ANYWHERE}:
        return Heard("delegated", (), "delegated")
    if asked:
        return Heard("not_an_answer", (), "question")
    if Meaning.HEDGE in meanings and (unknown <= _FEW or said[0].meaning is Meaning.HEDGE):
        return Heard("not_an_answer", (), "hedge")
    if unknown:
        return _among_unknown(said, unknown, offer)
    return _said(_with_sides(said, offer), offer, question)


def _without_reason(said: list[Part]) -> list[Part]:
    """Drop what follows "because", where something stands before it."""
    for at, part in enumerate(said):
        if part.meaning is Meaning.REASON and any(before.meaning in NAMING for before in said[:at]):
            return said[:at]
    return said


def _asks(parts: list[Part], said: list[Part], meanings: set[Meaning]) -> bool:
    if meanings & {Meaning.ASKED, Meaning.ASKS_ANYWHERE}:
        return True
    # A question word asks at the beginning: behind fillers it is part of a sentence.
    return bool(said) and said[0].meaning is Meaning.ASKS and parts[0].meaning is Meaning.ASKS


def _among_unknown(said: list[Part], unknown: int, offer: Offer) -> Heard:
    """Return own words, unless they are one whole label and next to nothing else."""
    named = {part.places for part in said if part.meaning in {Meaning.NAMED, Meaning.HINTED}}
    places = next(iter(named)) if len(named) == 1 else ()
    meanings = {part.meaning for part in said} - _SIDES
    if meanings <= {Meaning.NAMED, Meaning.UNKNOWN, Meaning.BREAK} and len(places) == 1 and unknown == 1:
        return Heard("matched", places, "label")
    return Heard("free_text", places if len(places) < offer.count else (), "own_words")


def _with_sides(said: list[Part], offer: Offer) -> list[Part]:
    """Turn yes and no into the options that say so; else drop them where an option is named."""
    named = any(part.meaning in NAMING for part in said)
    if offer.yes and not any(part.meaning in NAMING and part.meaning is not Meaning.NAMED for part in said):
        sides = {Meaning.YES: offer.yes, Meaning.NO: offer.no}
        return [
            part._replace(meaning=Meaning.NAMED, places=sides[part.meaning], rule="yes_no")
            if part.meaning in _SIDES
            else part
            for part in said
        ]
    if not named:
        return said
    return [
        # "No, the second" denies nothing that follows; "no sugar" does.
        Part(Meaning.NOT, part.word)
        if part.word == "no" and at + 1 < len(said) and said[at + 1].meaning in NAMING
        else part
        for at, part in enumerate(said)
        if part.meaning not in _SIDES
        or (part.word == "no" and at + 1 < len(said) and said[at + 1].meaning in NAMING)
    ]


def _said(said: list[Part], offer: Offer, question: Question) -> Heard:
    """Return the verdict on a reply whose every word is known."""
    meanings = {part.meaning for part in said}
    named = bool(meanings & NAMING)
    choice = choice_of(said, offer) if named or not meanings & {Meaning.DECLINE, Meaning.NONE} else None
    if choice is not None and Meaning.NONE not in meanings and Meaning.DECLINE not in meanings:
        if choice.rule == "out_of_range":
            return _beyond(said, offer)
        return Heard("matched" if choice.is_clear else "ambiguous", choice.places, choice.rule)
    return _without_choice(meanings, offer, question, choice.places if choice else ())


def _without_choice(meanings: set[Meaning], offer: Offer, question: Question, places: Places) -> Heard:
    """Return the verdict on a reply that takes none of the options by name."""
    if places:
        return Heard("ambiguous", places, "unclear")
    if Meaning.NONE in meanings:
        return Heard("declined" if question.min_selections else "matched", (), "none")
    if Meaning.DECLINE in meanings:
        return Heard("declined", (), "declined")
    if Meaning.RECOMMENDED in meanings:
        return _recommended(offer, question)
    if Meaning.OR in meanings:
        return Heard("delegated", (), "delegated")
    if meanings & {Meaning.NO, Meaning.NOT}:
        return Heard("not_an_answer", (), "yes_no") if Meaning.YES in meanings else Heard("declined", (), "no")
    return Heard("not_an_answer", (), "yes_no" if Meaning.YES in meanings else "empty")


def _recommended(offer: Offer, question: Question) -> Heard:
    """Return the options that the asker recommends or has chosen beforehand."""
    defaults = tuple([place for place, one in enumerate(offer.ids) if one in question.default_selection_ids])
    places = offer.recommended or defaults
    return Heard("matched", places, "recommended") if places else Heard("delegated", (), "delegated")


def _beyond(said: list[Part], offer: Offer) -> Heard:
    """Return the verdict on a position that no option has; beside labels with numbers it is own words."""
    is_number = all(part.meaning is Meaning.NUMBER for part in said)
    if is_number and (offer.leading or any(hint.isdecimal() for hint in offer.hints)):
        return Heard("free_text", (), "own_words")
    return Heard("not_an_answer", (), "out_of_range")
