"""Options by a part of a label: a word of it, its beginning, or a slip of the hand."""

from choice.replies.offer import Offer, Places
from choice.replies.spelling import is_misspelt

_SHORTEST_PREFIX = 3
_SHORTEST_STEM = 4


def hinted(word: str, offer: Offer) -> tuple[Places, str]:
    """Return the options that a word of a reply may stand for, and the rule that says so."""
    found = offer.hints.get(word)
    if found is not None:
        return found, "partial"
    if len(word) < _SHORTEST_PREFIX or not word.isalpha():
        return (), ""
    known = [hint for hint in offer.hints if hint.isalpha()]
    begun = [
        hint
        for hint in known
        if hint.startswith(word) or (len(hint) >= _SHORTEST_STEM and word.startswith(hint))
    ]
    if begun:
        return _places(begun, offer), "partial"
    # A slip at both ends of a word is too rare to look for.
    slips = [
        hint for hint in known if (hint[0] == word[0] or hint[-1] == word[-1]) and is_misspelt(word, hint)
    ]
    return _places(slips, offer), "misspelt"


def best_of(found: list[Places], offer: Offer) -> Places:
    """Return the options that most of the hints speak for; a word that many labels have speaks softly."""
    weights: dict[int, float] = {}
    for places in found:
        if len(places) < offer.count or offer.count == 1:
            for place in places:
                weights[place] = weights.get(place, 0) + 1 / len(places)
    most = max(weights.values(), default=0)
    return tuple([place for place in offer.everything if weights.get(place, 0) >= most])


def _places(hints: list[str], offer: Offer) -> Places:
    found = {place for hint in hints for place in offer.hints[hint]}
    return tuple(sorted(found))
