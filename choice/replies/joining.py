"""Parts of a reply put together: "option" and "2" are a position, "two", "-", "4" a range."""

from collections.abc import Iterator
from itertools import zip_longest

from choice.replies.echo import without_echo
from choice.replies.hints import best_of
from choice.replies.meaning import Meaning
from choice.replies.offer import Offer, Places
from choice.replies.reading import Part

NAMING = frozenset(
    {Meaning.NAMED, Meaning.HINTED, Meaning.NUMBER, Meaning.LETTER, Meaning.PLACE, Meaning.MIDDLE}
)
_COUNTED = frozenset({Meaning.NUMBER, Meaning.LETTER, Meaning.PLACE})
_RULES = {Meaning.NUMBER: "number", Meaning.LETTER: "letter", Meaning.PLACE: "ordinal"}
_DROPPED = frozenset({Meaning.FILLER, Meaning.COUNTER, Meaning.SUFFIX})
_LINKS = frozenset({Meaning.AND, Meaning.OR, Meaning.TO, Meaning.BREAK})
_CONTENT = frozenset({Meaning.NAMED, Meaning.HINTED, Meaning.UNKNOWN, Meaning.PLACE})


def joined(parts: list[Part], offer: Offer) -> list[Part]:
    """Return the parts that say something, with every position and every hint turned into options.

    A position that no option has becomes a named part without options.
    """
    said = without_echo(_with_hints(_positions(_with_weak(parts, offer)), offer), offer)
    return list(_ranges(_without_amounts([_resolved(part, offer) for part in said]), offer))


def _with_weak(parts: list[Part], offer: Offer) -> list[Part]:
    """Let a weak word stand for the options that have it, where no other word does or "or" links it."""
    meanings = {part.meaning for part in parts}
    if Meaning.WEAK not in meanings:
        return parts
    is_alone = not meanings & _CONTENT and not meanings & NAMING
    kept: list[Part] = []
    for at, part in enumerate(parts):
        if part.meaning is not Meaning.WEAK:
            kept.append(part)
        elif 0 < len(part.places) < offer.count and (is_alone or _is_linked(parts, at)):
            kept.append(part._replace(meaning=Meaning.HINTED))
    return kept


def _is_linked(parts: list[Part], at: int) -> bool:
    """Tell whether "and" or "or" stands beside a part."""
    return any(beside.meaning in {Meaning.AND, Meaning.OR} for beside in parts[max(at - 1, 0) : at + 2])


def _positions(parts: list[Part]) -> list[Part]:
    """Make numbers beside a counter positions, and drop what only counts or fills."""
    kept: list[Part] = []
    for at, part in enumerate(parts):
        before = parts[at - 1].meaning if at else None
        after = parts[at + 1].meaning if at + 1 < len(parts) else None
        if part.meaning in {Meaning.NUMBER, Meaning.LETTER}:
            if before is Meaning.COUNTER or after is Meaning.SUFFIX:
                kept.append(Part(Meaning.PLACE, part.word, part.number))
                continue
            if _is_only_grammar(part, kept, after):
                if before in _COUNTED and after in _COUNTED:
                    kept.append(Part(Meaning.TO, part.word))
                continue
        elif part.word == "y" and before in NAMING and after in NAMING:
            kept.append(Part(Meaning.AND, part.word))
            continue
        if part.meaning is Meaning.NONE and after in NAMING:
            kept.append(Part(Meaning.NOT, part.word))  # "neither A nor B"
        elif part.meaning is Meaning.ASKS and at:
            kept.append(Part(Meaning.UNKNOWN, part.word))  # a question word asks at the beginning only
        elif part.meaning not in _DROPPED:
            kept.append(part)
    return kept


def _is_only_grammar(part: Part, before: list[Part], after: Meaning | None) -> bool:
    """Tell whether "one" or "a" stands for no position: "the second one", "a small one", "1 a 3"."""
    if part.word == "a":
        return after in _CONTENT or after is Meaning.NUMBER
    return part.word == "one" and bool(before) and before[-1].meaning in NAMING and after not in _LINKS


def _with_hints(parts: list[Part], offer: Offer) -> list[Part]:
    """Turn each run of hints into the options that it speaks for most."""
    if not any(part.meaning is Meaning.HINTED for part in parts):
        return parts
    kept: list[Part] = []
    run: list[Part] = []
    for part in parts:
        if part.meaning is Meaning.HINTED or (part.meaning is Meaning.NUMBER and part.word in offer.hints):
            run.append(part)
            continue
        kept += _named(run, offer)
        run = []
        kept.append(part)
    return kept + _named(run, offer)


def _named(run: list[Part], offer: Offer) -> list[Part]:
    """Return a run of hints as one named part; a single East Asian character is too little to tell."""
    if not run:
        return []
    found = [part.places or offer.hints[part.word] for part in run]
    places = best_of(found, offer)
    is_thin = len(run) == 1 and len(run[0].word) == 1 and "\u3040" <= run[0].word <= "\ud7a3"
    if is_thin:
        return [Part(Meaning.UNKNOWN, part.word) for part in run]
    rule = "misspelt" if any(part.rule == "misspelt" for part in run) else "partial"
    return [Part(Meaning.HINTED, run[0].word, 0, places, rule)]


def _resolved(part: Part, offer: Offer) -> Part:
    """Return a position as the options it says."""
    if part.meaning is Meaning.MIDDLE:
        half = offer.count // 2
        middle = (half,) if offer.count % 2 else (half - 1, half)
        return Part(part.meaning, part.word, 0, middle, "middle")
    if part.meaning not in _COUNTED:
        return part
    places = place_at(part.number, offer)
    # "2" where a label begins with a 2: the position and that label are both possible.
    if part.meaning is Meaning.NUMBER:
        places = tuple(sorted({*places, *offer.leading.get(str(part.number), ())}))
    return Part(part.meaning, part.word, part.number, places, _RULES[part.meaning])


def _without_amounts(parts: list[Part]) -> list[Part]:
    """Make a number that stands before another option an unknown word: "6 months" is not the sixth."""
    return [
        Part(Meaning.UNKNOWN, part.word)
        if part.meaning is Meaning.NUMBER
        and after is not None
        and after.meaning in {Meaning.NAMED, Meaning.HINTED}
        and not set(part.places) & set(after.places)
        else part
        for part, after in zip_longest(parts, parts[1:])
    ]


def place_at(number: int, offer: Offer) -> Places:
    """Return the option at a position, from the end where it is negative; none where there is none."""
    if 1 <= number <= offer.count:
        return (number - 1,)
    return (offer.count + number,) if -offer.count <= number < 0 else ()


def _ranges(parts: list[Part], offer: Offer) -> Iterator[Part]:
    """Join "1", "to", "3" into a range, "first" and "two" into the first two."""
    at = 0
    while at < len(parts):
        part = parts[at]
        following = parts[at + 1 : at + 3]
        if part.meaning in _COUNTED and following:
            if following[0].meaning is Meaning.TO and len(following) > 1 and following[1].meaning in _COUNTED:
                yield _range(part, following[1])
                at += 3
                continue
            if (
                part.number in {1, -1}
                and part.meaning is Meaning.PLACE
                and following[0].meaning is Meaning.NUMBER
            ):
                yield _outermost(part, following[0].number, offer)
                at += 2
                continue
        yield part
        at += 1


def _range(first: Part, last: Part) -> Part:
    """Return the options from one to another; none where an end is missing or the ends are swapped."""
    if len(first.places) == len(last.places) == 1 and first.places < last.places:
        return first._replace(
            places=tuple(range(first.places[0], last.places[0] + 1)), rule="range", number=0
        )
    return first._replace(places=(), rule="range")


def _outermost(part: Part, count: int, offer: Offer) -> Part:
    """Return so many options from the beginning or the end."""
    if not 0 < count <= offer.count:
        return part._replace(places=(), rule="range")
    places = offer.everything[:count] if part.number > 0 else offer.everything[-count:]
    return part._replace(places=places, rule="range")
