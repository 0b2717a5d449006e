"""Interpret a reply that is not exactly one option: as a selection, a question, a hedge or free text."""

from typing import NamedTuple

from choice.models import Question
from choice.replies.meaning import Meaning, Status
from choice.replies.offer import Offer, Places
from choice.replies.parse import NAMING, Part, joined

_PAIR = 2
_CLAUSE_ENDS = frozenset({Meaning.BREAK, Meaning.BUT})


class Choice(NamedTuple):
    """The options that a reply selects."""

    places: Places
    is_clear: bool
    """Whether the selection is unambiguous."""
    rule: str


class _Tally:
    """Collects the options that a reply selects and excludes."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.taken: list[int] = []
        self.clause = 0
        """Index in `taken` where the current clause starts."""
        self.denied: list[int] = []
        self.rules: list[str] = []
        self.denies: Meaning | None = None
        self.is_open = False
        self.everything = self.both = self.all_but = self.either = False

    def add(self, part: Part, following: list[Part]) -> None:
        """Add the next part of the reply."""
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
        # Ambiguous: no option at that position, or several options with the same name.
        self.is_open |= not part.places or (len(part.places) > 1 and part.rule != "range")
        self.rules.append(part.rule)

    def _deny(self, following: list[Part]) -> None:
        """Exclude the options after the negation in the clause or, if there are none, those before it."""
        for part in following:
            if part.meaning in NAMING:
                self.denies = Meaning.NOT
                return
            if part.meaning in _CLAUSE_ENDS:
                break
        self._take_back_clause()

    def _except(self, meaning: Meaning) -> None:
        self.all_but |= meaning is not Meaning.NOT_BEFORE
        if meaning is Meaning.EXCEPT:
            self.denies = meaning
        elif meaning is Meaning.EXCEPT_BEFORE:
            self._take_back(0)
        else:
            self._take_back_clause()

    def _take_back_clause(self) -> None:
        """Exclude the options of the clause. Without any, it is unclear what is negated: "2, don't"."""
        self.is_open |= 0 < self.clause == len(self.taken)
        self._take_back(self.clause)

    def _take_back(self, start: int) -> None:
        self.denied += self.taken[start:]
        del self.taken[start:]


def choice_of(parts: list[Part], offer: Offer) -> Choice | None:
    """Return the selection of a reply, or None if it names no option."""
    tally = _Tally(offer)
    for at, part in enumerate(parts):
        tally.add(part, parts[at + 1 :])
    # "2, but not …" of which the excluded option is not known
    is_chosen = bool(tally.taken) or tally.everything
    tally.is_open |= tally.denies is Meaning.EXCEPT and is_chosen and not tally.denied
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
    """Return the rule of a reply with several parts that name options."""
    if tally.denied:
        return "negation"
    return tally.rules[0] if len(places) == 1 else "list"


def _in_order(places: set[int]) -> Places:
    return tuple(sorted(places))


_SIDES = frozenset({Meaning.YES, Meaning.NO})
_DENIALS = frozenset({Meaning.NO, Meaning.NOT, Meaning.NOT_BEFORE})
_REFUSALS = frozenset({"no", "nein", "non"})
_POSITIONS = NAMING - {Meaning.NAMED}


def with_sides(parts: list[Part], offer: Offer) -> list[Part]:
    """Replace yes and no with the options that mean them.

    If no options mean yes and no, drop both words when the reply also names an option.
    """
    meanings = {part.meaning for part in parts}
    is_named = bool(meanings & NAMING)
    if offer.yes and not meanings & _POSITIONS:
        return [_as_option(part, offer, is_named=is_named) for part in parts]
    if not is_named or not meanings & _SIDES:
        return parts
    kept: list[Part] = []
    for at, part in enumerate(parts):
        if part.meaning not in _SIDES:
            kept.append(part)
        elif part.word == "no" and _denies(parts, at):
            kept.append(Part(Meaning.NOT, part.word))
        elif part.meaning is Meaning.NO and any(before.meaning in NAMING for before in parts[:at]):
            # "B, no way": the negation applies to the option before the comma.
            while kept[-1].meaning is Meaning.BREAK:
                kept.pop()
            kept.append(Part(Meaning.NOT_BEFORE, part.word))
    return kept


def _as_option(part: Part, offer: Offer, *, is_named: bool) -> Part:
    places: Places = ()
    if part.meaning is Meaning.YES:
        places = offer.yes
    elif part.meaning is Meaning.NO or (not is_named and _means_no(part)):
        places = offer.no
    return part._replace(meaning=Meaning.NAMED, places=places, rule="yes_no") if places else part


def _means_no(part: Part) -> bool:
    """Return whether a part alone means no: "don't", "no thanks"."""
    return part.meaning in _DENIALS or (part.meaning is Meaning.DECLINE and part.word in _REFUSALS)


def _denies(parts: list[Part], at: int) -> bool:
    """Return whether "no" negates an option directly after or before it: "no sugar", "azul no"."""
    if at + 1 < len(parts):
        return parts[at + 1].meaning in NAMING
    return parts[at - 1].meaning in NAMING


class Verdict(NamedTuple):
    """Status of a reply, positions of the options, and the rule that decided."""

    status: Status
    places: Places
    rule: str


_FEW = 2
"""With more unknown words than this, a hedge is part of free text, unless the reply starts with it."""

_DENYING = frozenset({Meaning.NOT, Meaning.NOT_BEFORE, Meaning.EXCEPT, Meaning.EXCEPT_BEFORE})

_BARE = (
    (Meaning.DECLINE, Verdict("declined", (), "declined")),
    (Meaning.OR, Verdict("delegated", (), "delegated")),
    (Meaning.VAGUE, Verdict("not_an_answer", (), "hedge")),
    (Meaning.YES, Verdict("not_an_answer", (), "yes_no")),
    (Meaning.NO, Verdict("declined", (), "no")),
    (Meaning.NOT, Verdict("declined", (), "no")),
)
"""Verdicts on replies that name no option. The first entry whose meaning occurs in the reply decides."""


def interpret(parts: list[Part], offer: Offer, question: Question) -> Verdict:
    """Return the verdict on a reply. A `free_text` verdict has the option that the text may refer to."""
    parts = _without_reason(joined(parts, offer))
    meanings = {part.meaning for part in parts}
    unknown = sum([part.meaning is Meaning.UNKNOWN for part in parts])
    if Meaning.DELEGATE in meanings and unknown < _FEW and Meaning.ASKS_ANYWHERE not in meanings:
        if not (meanings & _DENYING and meanings & NAMING):
            return Verdict("delegated", (), "delegated")
    elif _asks(parts, meanings):
        return Verdict("not_an_answer", (), "question")
    if Meaning.HEDGE in meanings and (unknown <= _FEW or parts[0].meaning is Meaning.HEDGE):
        return Verdict("not_an_answer", (), "hedge")
    if unknown:
        return _free_text(parts)
    return _known_words(with_sides(parts, offer), offer, question)


def _without_reason(parts: list[Part]) -> list[Part]:
    """Drop "because" and everything after it, if an option precedes it."""
    for at, part in enumerate(parts):
        if part.meaning is Meaning.REASON and any(before.meaning in NAMING for before in parts[:at]):
            return parts[:at]
    return parts


def _asks(parts: list[Part], meanings: set[Meaning]) -> bool:
    """Return whether a reply is a question. A polite request for an option is not a question."""
    if Meaning.REQUEST in meanings:
        return False
    if Meaning.ASKED in meanings or Meaning.ASKS_ANYWHERE in meanings:
        return True
    return bool(parts) and parts[0].meaning is Meaning.ASKS


def _free_text(parts: list[Part]) -> Verdict:
    """Return a `free_text` verdict, with the option that the text may refer to if there is only one."""
    named = {part.places for part in parts if part.meaning in {Meaning.NAMED, Meaning.HINTED}}
    return Verdict("free_text", next(iter(named)) if len(named) == 1 else (), "own_words")


def _known_words(parts: list[Part], offer: Offer, question: Question) -> Verdict:
    """Return the verdict on a reply without unknown words."""
    meanings = {part.meaning for part in parts}
    is_refused = Meaning.DECLINE in meanings or Meaning.NONE in meanings
    choice = choice_of(parts, offer) if not is_refused or meanings & NAMING else None
    if choice is None:
        return _without_option(meanings, offer, question)
    if choice.rule == "out_of_range":
        return _beyond(parts, offer)
    return Verdict(
        "matched" if choice.is_clear and not is_refused else "ambiguous", choice.places, choice.rule
    )


def _without_option(meanings: set[Meaning], offer: Offer, question: Question) -> Verdict:
    """Return the verdict on a reply that names no option."""
    if Meaning.NONE in meanings:
        return Verdict("declined" if question.min_selections else "matched", (), "none")
    if Meaning.RECOMMENDED in meanings and Meaning.DECLINE not in meanings:
        return _recommended(offer, question)
    return next(
        (verdict for meaning, verdict in _BARE if meaning in meanings), Verdict("not_an_answer", (), "empty")
    )


def _recommended(offer: Offer, question: Question) -> Verdict:
    """Return the recommended or preselected options."""
    defaults = tuple([place for place, one in enumerate(offer.ids) if one in question.default_selection_ids])
    places = offer.recommended or defaults
    return Verdict("matched", places, "recommended") if places else Verdict("delegated", (), "delegated")


def _beyond(parts: list[Part], offer: Offer) -> Verdict:
    """Return the verdict on a position that does not exist.

    A number is free text if the labels contain numbers.
    """
    is_number = all(part.meaning is Meaning.NUMBER for part in parts)
    if is_number and any(hint.isdecimal() for hint in offer.hints):
        return Verdict("free_text", (), "own_words")
    return Verdict("not_an_answer", (), "out_of_range")
