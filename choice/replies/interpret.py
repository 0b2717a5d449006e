"""What a reply that names no option exactly says: a choice, a question, a doubt, or own words."""

from typing import NamedTuple

from choice.models import Question
from choice.replies.meaning import Meaning, Status
from choice.replies.offer import Offer, Places
from choice.replies.parse import NAMING, Part, joined

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
