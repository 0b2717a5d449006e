"""Replies that are nothing but an option: its id, label or value, its number or its letter."""

import re

from choice.replies.indexes import letter_of, number_of
from choice.replies.joining import place_at
from choice.replies.normalise import bare, normal, squeezed
from choice.replies.offer import Offer, Places

_SHORTEST_SQUEEZED = 3
_VOTE = re.compile(r"[+\-–−]\d")


def vote_of(tidy: str) -> str | None:
    """Return what "+1" and "-1" say, as people vote on changes: yes and no."""
    if not _VOTE.fullmatch(tidy):
        return None
    return "yes" if tidy[0] == "+" else "no"


def exactly(text: str, tidy: str, offer: Offer) -> tuple[Places, str]:
    """Return the options that a reply names exactly, and by what; several where it can mean either."""
    if vote_of(tidy) is not None:
        return offer.exact[0].get(text.strip(), ()), "label"
    places = _by_name(text, tidy, offer)
    word = bare(tidy).strip("#").strip()
    number = number_of(word)
    if places and (number is None or any(offer.labels[place] == word for place in places)):
        return places, _kind(word, places[0], offer)
    if number is not None:
        found = {*(places or place_at(number, offer)), *offer.leading.get(str(number), ())}
        return tuple(sorted(found)), "number"
    letter = None if word in offer.hints else letter_of(word, offer.count)
    return (place_at(letter, offer), "letter") if letter else ((), "")


def _by_name(text: str, tidy: str, offer: Offer) -> Places:
    """Return the options that have a name, compared ever more leniently until one has it."""
    loose = squeezed(tidy) if "?" not in tidy else ""
    # "1,3" is a list and not the option 13; "a b" is not the option ab.
    loose = loose if len(loose) >= _SHORTEST_SQUEEZED and not loose.isdecimal() else ""
    written, normalised, edgeless, loosest = offer.exact
    return (
        written.get(text.strip())
        or normalised.get(tidy)
        or edgeless.get(bare(tidy))
        or loosest.get(loose)
        or ()
    )


def _kind(word: str, place: int, offer: Offer) -> str:
    """Say by what an option was named."""
    if len(word) == 1 and letter_of(word, offer.count) == place + 1:
        return "letter"
    loose = squeezed(word)
    if squeezed(offer.labels[place]) == loose:
        return "label"
    return "id" if squeezed(normal(offer.ids[place])) == loose else "value"
