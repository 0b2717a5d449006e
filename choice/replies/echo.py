"""Words of the question in a reply: beside an answer they say nothing new."""

from choice.replies.meaning import Meaning
from choice.replies.offer import Offer, singular
from choice.replies.reading import Part

_ANSWERING = frozenset({Meaning.NAMED, Meaning.HINTED, Meaning.YES, Meaning.NO, Meaning.NOT})


def without_echo(parts: list[Part], offer: Offer) -> list[Part]:
    """Drop what the question asks for where it stands beside an answer: "the Pro plan" to "Which plan?"."""
    echoes = [part.meaning is Meaning.UNKNOWN and singular(part.word) in offer.asked_for for part in parts]
    if not any(echoes):
        return parts
    beside = _beside(parts, echoes, offer)
    beside |= {len(parts) - 1 - at for at in _beside(parts[::-1], echoes[::-1], offer)}
    return [part for at, part in enumerate(parts) if at not in beside]


def _beside(parts: list[Part], echoes: list[bool], offer: Offer) -> set[int]:
    """Return where an echo, or a row of them, stands behind an answer; behind a yes a comma may be."""
    found: set[int] = set()
    is_beside = is_yes = False
    for at, part in enumerate(parts):
        if echoes[at] and is_beside:
            found.add(at)
        elif part.meaning is not Meaning.BREAK or not is_yes:
            is_beside = part.meaning in _ANSWERING
            is_yes = part.meaning is Meaning.YES or (is_beside and part.places == offer.yes != ())
    return found
