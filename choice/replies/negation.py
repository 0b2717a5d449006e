"""Which options a reply takes and which it rules out."""

from typing import NamedTuple

from choice.replies.joining import NAMING
from choice.replies.meaning import Meaning
from choice.replies.offer import Offer, Places
from choice.replies.reading import Part

_PAIR = 2
_CLAUSE_ENDS = frozenset({Meaning.BREAK, Meaning.BUT})


class Choice(NamedTuple):
    """The options that a reply comes down to."""

    places: Places
    is_clear: bool
    """Whether it names these and leaves nothing open."""
    rule: str


class _Tally:
    """Goes through a reply and keeps what is taken and what is ruled out."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.taken: list[int] = []
        self.clause = 0
        """Where in `taken` the current clause begins."""
        self.denied: list[int] = []
        self.rules: list[str] = []
        self.denies: Meaning | None = None
        self.is_open = False
        self.everything = self.both = self.all_but = self.either = False

    def hear(self, part: Part, following: list[Part]) -> None:
        """Take the next part of the reply."""
        meaning = part.meaning
        if meaning in NAMING:
            self._name(part)
        elif meaning is Meaning.NOT:
            self._deny(following)
        elif meaning in {Meaning.EXCEPT, Meaning.EXCEPT_BEFORE, Meaning.NOT_BEFORE}:
            self._except(meaning)
        elif meaning in _CLAUSE_ENDS:
            self.denies = None if self.denies is Meaning.NOT else self.denies
            self.clause = len(self.taken)
        elif meaning is Meaning.ALL or (meaning is Meaning.BOTH and self.offer.count == _PAIR):
            self.everything = True
            self.rules.append(meaning.name.lower())
        self.both |= meaning is Meaning.BOTH
        self.either |= meaning is Meaning.OR

    def _name(self, part: Part) -> None:
        (self.denied if self.denies else self.taken).extend(part.places)
        # Nothing at that position, or several options by one name.
        self.is_open |= not part.places or (len(part.places) > 1 and part.rule != "range")
        self.rules.append(part.rule)

    def _deny(self, following: list[Part]) -> None:
        """Rule out what follows in the clause, or what stood before where nothing follows."""
        for part in following:
            if part.meaning in NAMING:
                self.denies = Meaning.NOT
                return
            if part.meaning in _CLAUSE_ENDS:
                break
        self._take_back(self.clause)

    def _except(self, meaning: Meaning) -> None:
        self.all_but |= meaning is not Meaning.NOT_BEFORE
        if meaning is Meaning.EXCEPT:
            self.denies = meaning
        else:
            self._take_back(0 if meaning is Meaning.EXCEPT_BEFORE else self.clause)

    def _take_back(self, start: int) -> None:
        self.denied += self.taken[start:]
        del self.taken[start:]


def choice_of(parts: list[Part], offer: Offer) -> Choice | None:
    """Return what a reply comes down to; None where it names no option."""
    tally = _Tally(offer)
    for at, part in enumerate(parts):
        tally.hear(part, parts[at + 1 :])
    if tally.taken:
        places = _in_order(set(tally.taken) - set(tally.denied))
        rule = tally.rules[0] if len(tally.rules) == 1 else _common(tally, places)
        return Choice(
            places, bool(places) and not tally.is_open and not (tally.either and len(places) > 1), rule
        )
    left = _in_order(set(offer.everything) - set(tally.denied))
    if tally.everything or (tally.denied and tally.all_but):
        return Choice(left, bool(left) and not tally.is_open, "all_but" if tally.denied else tally.rules[-1])
    if tally.denied:
        return Choice(left, len(left) == 1 and not tally.is_open, "negation")
    if tally.both:
        return Choice(left, is_clear=False, rule="both")
    return Choice((), is_clear=False, rule="out_of_range") if tally.rules else None


def _common(tally: _Tally, places: Places) -> str:
    """Return the rule of a reply in which several parts name options."""
    if tally.denied:
        return "negation"
    return tally.rules[0] if len(places) == 1 else "list"


def _in_order(places: set[int]) -> Places:
    return tuple(sorted(places))
