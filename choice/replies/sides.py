"""Yes and no in a reply, as the options that say so or as the word before an answer."""

from choice.replies.joining import NAMING
from choice.replies.meaning import Meaning
from choice.replies.offer import Offer, Places
from choice.replies.reading import Part

_SIDES = frozenset({Meaning.YES, Meaning.NO})
_DENIALS = frozenset({Meaning.NO, Meaning.NOT, Meaning.NOT_BEFORE})
_REFUSALS = frozenset({"no", "nein", "non"})
_POSITIONS = NAMING - {Meaning.NAMED}


def with_sides(said: list[Part], offer: Offer) -> list[Part]:
    """Turn yes and no into the options that say so; else drop them where an option is named."""
    meanings = {part.meaning for part in said}
    is_named = bool(meanings & NAMING)
    if offer.yes and not meanings & _POSITIONS:
        return [_as_option(part, offer, is_named=is_named) for part in said]
    if not is_named or not meanings & _SIDES:
        return said
    kept: list[Part] = []
    for at, part in enumerate(said):
        if part.meaning not in _SIDES:
            kept.append(part)
        elif part.word == "no" and _denies(said, at):
            kept.append(Part(Meaning.NOT, part.word))
        elif part.meaning is Meaning.NO and any(before.meaning in NAMING for before in said[:at]):
            # "B, no way": the comma does not protect what stands before it.
            while kept[-1].meaning is Meaning.BREAK:
                kept.pop()
            kept.append(Part(Meaning.NOT_BEFORE, part.word))
    return kept


def _as_option(part: Part, offer: Offer, *, is_named: bool) -> Part:
    places: Places = ()
    if part.meaning is Meaning.YES:
        places = offer.yes
    elif part.meaning is Meaning.NO or (not is_named and _says_no(part)):
        places = offer.no
    return part._replace(meaning=Meaning.NAMED, places=places, rule="yes_no") if places else part


def _says_no(part: Part) -> bool:
    """Tell whether a part is a no where nothing else is said: "don't", "no thanks"."""
    return part.meaning in _DENIALS or (part.meaning is Meaning.DECLINE and part.word in _REFUSALS)


def _denies(said: list[Part], at: int) -> bool:
    """Tell whether "no" stands right before an option or right behind the last: "no sugar", "azul no"."""
    if at + 1 < len(said):
        return said[at + 1].meaning in NAMING
    return said[at - 1].meaning in NAMING
