"""Parse a reply into parts, and resolve positions, words and ranges to options."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from choice.replies.meaning import Meaning
from choice.replies.normalise import is_misspelt, letter_of, number_of, place_of
from choice.replies.offer import NOT_DISTINCTIVE, Offer, Places, counted, singular
from choice.replies.vocabulary import vocabulary

_SHORTEST_PREFIX = 3
_SHORTEST_STEM = 4


def hinted(word: str, offer: Offer) -> tuple[Places, str]:
    """Return the options that a word may refer to, and the rule that matched."""
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
    # Do not look for words with typing errors at both ends; they are rare.
    slips = [
        hint for hint in known if (hint[0] == word[0] or hint[-1] == word[-1]) and is_misspelt(word, hint)
    ]
    return _places(slips, offer), "misspelt"


def best_of(found: list[Places], offer: Offer) -> Places:
    """Return the options with the highest weight. A word counts less if many labels contain it."""
    weights: dict[int, float] = {}
    for places in found:
        if len(places) < offer.count or offer.count == 1:
            for place in places:
                weights[place] = weights.get(place, 0) + 1 / len(places)
    highest = max(weights.values(), default=0)
    return tuple([place for place in offer.everything if weights.get(place, 0) >= highest])


def _places(hints: list[str], offer: Offer) -> Places:
    found = {place for hint in hints for place in offer.hints[hint]}
    return tuple(sorted(found))


class Part(NamedTuple):
    """A phrase of a reply, with the options or the number that it refers to."""

    meaning: Meaning
    word: str
    number: int = 0
    places: Places = ()
    rule: str = ""


_ENDS = frozenset({1, -1})
_PAIR = 2
_MAX_UNKNOWN = 4
"""A reply with this many unknown words is free text. Further unlisted words are not looked up."""

_BEFORE_ONE = frozenset({Meaning.PLACE, Meaning.HINTED, Meaning.NAMED, Meaning.MIDDLE})
_SIDES = frozenset({Meaning.YES, Meaning.NO})
_PUT_OFF = frozenset({Meaning.HEDGE, Meaning.DECLINE, Meaning.DELEGATE})
_POSITIONS = frozenset({Meaning.NUMBER, Meaning.PLACE})


def parse(words: tuple[str, ...], offer: Offer) -> list[Part]:
    """Parse a reply. At each word the longest phrase wins. Labels win over known phrases of equal length."""
    vocab = vocabulary()
    numbered = counted(words)
    parts: list[Part] = []
    at = unknown = 0
    while at < len(words):
        places, size, is_whole = offer.named_at(numbered, at)
        known = vocab.at(words, at)
        if size and (known is None or size >= known[2]):
            name = "".join(words[at : at + size])
            parts.append(
                Part(Meaning.NAMED, name, 0, places, "label")
                if is_whole
                else Part(Meaning.HINTED, name, 0, places, "partial")
            )
            at += size
        elif known is None:
            part = _unlisted(words[at], offer) if unknown < _MAX_UNKNOWN else Part(Meaning.UNKNOWN, words[at])
            unknown += part.meaning is Meaning.UNKNOWN
            parts.append(part)
            at += 1
        elif words[at] == "one" and parts and parts[-1].meaning in _BEFORE_ONE:
            at += 1
        elif (
            known[2] == 1
            and _is_hint(known[0], numbered[at], parts, offer)
            and not (known[0] is Meaning.NUMBER and vocab.counts_at(words, at + 1))
        ):
            parts.append(Part(Meaning.HINTED, numbered[at], 0, offer.hints[numbered[at]], "partial"))
            at += 1
        elif _is_of_label(known, words) and (had := offer.having(words[at : at + known[2]])):
            parts.append(Part(Meaning.HINTED, "".join(words[at : at + known[2]]), 0, had, "partial"))
            at += known[2]
        elif known[0] is Meaning.WEAK:
            places = offer.weak.get(words[at], ())
            is_one = words[at + 1 : at + 2] == ("one",)  # "the cheapest one" is not the first
            meaning = Meaning.VAGUE if is_one and not places else Meaning.WEAK
            parts.append(Part(meaning, words[at], 0, places, "partial"))
            at += known[2] + is_one
        else:
            parts.append(Part(known[0], words[at], known[1]))
            at += known[2]
    return parts


def _is_of_label(known: tuple[Meaning, int, int], words: tuple[str, ...]) -> bool:
    """Return whether a phrase may be part of a label: "later on", or "show me" as the whole reply."""
    return known[2] > 1 and (known[0] in _PUT_OFF or (known[0] is Meaning.ASKS and known[2] == len(words)))


def _is_hint(meaning: Meaning, word: str, before: list[Part], offer: Offer) -> bool:
    """Return whether a known word refers to a label that contains it: "two" for "Two regions"."""
    if (
        meaning in NOT_DISTINCTIVE
        or word not in offer.hints
        or (meaning is Meaning.NUMBER and not word.isascii())
    ):
        return False
    if meaning in _SIDES and offer.yes:
        return False
    return not (meaning in _POSITIONS and before and before[-1].meaning is Meaning.COUNTER)


def _unlisted(word: str, offer: Offer) -> Part:
    """Parse a word that is not in the vocabulary: a position, part of a label, or unknown."""
    number = number_of(word)
    if number is not None and (number <= offer.count or word not in offer.hints):
        return Part(Meaning.NUMBER, word, number)
    place = place_of(word)
    if place is not None:
        return Part(Meaning.PLACE, word, place)
    letter = None if word in offer.hints else letter_of(word, offer.count)
    if letter is not None:
        return Part(Meaning.LETTER, word, letter)
    places, rule = hinted(word, offer)
    return Part(Meaning.HINTED, word, 0, places, rule) if places else Part(Meaning.UNKNOWN, word)


_ANSWERING = frozenset({Meaning.NAMED, Meaning.HINTED, Meaning.YES, Meaning.NO, Meaning.NOT})


def without_echo(parts: list[Part], offer: Offer) -> list[Part]:
    """Drop words of the question next to an answer: "plan" in "the Pro plan" for "Which plan?"."""
    echoes = [part.meaning is Meaning.UNKNOWN and singular(part.word) in offer.asked_for for part in parts]
    if not any(echoes):
        return parts
    beside = _beside(parts, echoes, offer)
    beside |= {len(parts) - 1 - at for at in _beside(parts[::-1], echoes[::-1], offer)}
    return [part for at, part in enumerate(parts) if at not in beside]


def _beside(parts: list[Part], echoes: list[bool], offer: Offer) -> set[int]:
    """Return the positions of echoes that follow an answer. After a yes, a comma may come in between."""
    found: set[int] = set()
    is_beside = is_yes = False
    for at, part in enumerate(parts):
        if echoes[at] and is_beside:
            found.add(at)
        elif part.meaning is not Meaning.BREAK or not is_yes:
            is_beside = part.meaning in _ANSWERING
            is_yes = part.meaning is Meaning.YES or (is_beside and part.places == offer.yes != ())
    return found


NAMING = frozenset(
    {Meaning.NAMED, Meaning.HINTED, Meaning.NUMBER, Meaning.LETTER, Meaning.PLACE, Meaning.MIDDLE}
)
_COUNTED = frozenset({Meaning.NUMBER, Meaning.LETTER, Meaning.PLACE})
_RULES = {Meaning.NUMBER: "number", Meaning.LETTER: "letter", Meaning.PLACE: "ordinal"}
_DROPPED = frozenset({Meaning.FILLER, Meaning.COUNTER, Meaning.SUFFIX})
_LINKS = frozenset({Meaning.AND, Meaning.OR, Meaning.TO, Meaning.BREAK})
_CONTENT = frozenset({Meaning.NAMED, Meaning.HINTED, Meaning.UNKNOWN, Meaning.PLACE})


def joined(parts: list[Part], offer: Offer) -> list[Part]:
    """Return the relevant parts, with positions and words resolved to options.

    A position beyond the options becomes a named part without options.
    """
    relevant = without_echo(_with_hints(_positions(_with_weak(parts, offer), offer.count), offer), offer)
    return list(_ranges(_without_amounts([_resolved(part, offer) for part in relevant]), offer))


def _with_weak(parts: list[Part], offer: Offer) -> list[Part]:
    """Resolve weak words to the options whose labels contain them; drop all other weak words.

    A weak word is resolved if nothing else names an option, or if "and" or "or" is next to it.
    """
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
    """Return whether "and" or "or" is next to a part."""
    return any(beside.meaning in {Meaning.AND, Meaning.OR} for beside in parts[max(at - 1, 0) : at + 2])


def _positions(parts: list[Part], count: int) -> list[Part]:
    """Convert numbers next to a counter to positions, and drop counters and fillers."""
    kept: list[Part] = []
    for at, part in enumerate(parts):
        before = parts[at - 1] if at else None
        after = parts[at + 1] if at + 1 < len(parts) else None
        if part.meaning in _COUNTS:
            kept += _counted_part(part, before, after, kept, count)
        else:
            kept += _uncounted_part(part, before, after)
    return kept


_COUNTS = frozenset({Meaning.NUMBER, Meaning.LETTER, Meaning.ALL, Meaning.BOTH})


def _counted_part(
    part: Part, before: Part | None, after: Part | None, kept: list[Part], count: int
) -> tuple[Part, ...]:
    """Return a number, a letter, "both" or "all" as a position or a count; nothing if it is only grammar."""
    previous, following = _meaning_of(before), _meaning_of(after)
    if part.meaning is not Meaning.LETTER and kept and _is_outermost(kept[-1], part, following):
        return (Part(Meaning.NUMBER, part.word, part.number or _PAIR),)  # 前三个, 前两个
    if part.meaning in {Meaning.ALL, Meaning.BOTH}:
        return (_plural(part) if after is not None and _is_plural_end(after) else part,)
    if previous is Meaning.COUNTER or following is Meaning.SUFFIX:
        return (Part(Meaning.PLACE, part.word, part.number),)
    if part.word == "e" and previous in NAMING and following in NAMING:
        return (Part(Meaning.AND, part.word),)  # Portuguese "A e C"
    is_total = part.meaning is Meaning.NUMBER and previous is Meaning.ALL and part.number == count
    if is_total or _is_only_grammar(part, kept, following):
        is_range = not is_total and previous in _COUNTED and following in _COUNTED
        return (Part(Meaning.TO, part.word),) if is_range else ()
    return (part,)


def _plural(part: Part) -> Part:
    """Return the count in "los dos primeros". How many "los tres primeros" are is not known here."""
    is_pair = part.meaning is Meaning.BOTH
    return Part(Meaning.NUMBER, part.word, _PAIR) if is_pair else Part(Meaning.VAGUE, part.word)


def _uncounted_part(part: Part, before: Part | None, after: Part | None) -> tuple[Part, ...]:
    """Return a part that is not a number, or nothing for a counter or a filler."""
    is_named_next = _meaning_of(after) in NAMING
    if part.word == "y" and _meaning_of(before) in NAMING and is_named_next:
        return (Part(Meaning.AND, part.word),)
    if part.meaning is Meaning.NONE and is_named_next:
        return (Part(Meaning.NOT, part.word),)  # "neither A nor B"
    if part.meaning is Meaning.ASKS and before is not None:
        return (Part(Meaning.UNKNOWN, part.word),)  # a question word counts only at the start
    return () if part.meaning in _DROPPED else (part,)


def _meaning_of(part: Part | None) -> Meaning | None:
    return part.meaning if part else None


def _is_outermost(before: Part, part: Part, after: Meaning | None) -> bool:
    """Return whether "first" or "last" directly before a count with a counter means as many options."""
    is_counted = part.meaning is Meaning.BOTH or after is Meaning.SUFFIX
    return (
        is_counted
        and before.meaning is Meaning.PLACE
        and before.number in _ENDS
        and not before.word.isdigit()
    )


def _is_only_grammar(part: Part, before: list[Part], after: Meaning | None) -> bool:
    """Return whether "one" or "a" is a grammatical word: "the second one", "a small one", "1 a 3"."""
    if part.word == "a":
        return after in _CONTENT or after is Meaning.NUMBER
    return part.word == "one" and bool(before) and before[-1].meaning in NAMING and after not in _LINKS


def _with_hints(parts: list[Part], offer: Offer) -> list[Part]:
    """Resolve each sequence of hints to the options that match it best."""
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
    """Return a sequence of hints as one part. A single East Asian character stays unknown."""
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
    """Resolve a position to options."""
    if part.meaning is Meaning.MIDDLE:
        half = offer.count // 2
        middle = (half,) if offer.count % 2 else (half - 1, half)
        return Part(part.meaning, part.word, 0, middle, "middle")
    if part.meaning not in _COUNTED:
        return part
    places = place_at(part.number, offer)
    # If a label starts with 2, "2" may mean the second option or that label.
    if part.meaning is Meaning.NUMBER:
        places = tuple(sorted({*places, *offer.leading.get(str(part.number), ())}))
    return Part(part.meaning, part.word, part.number, places, _RULES[part.meaning])


def _without_amounts(parts: list[Part]) -> list[Part]:
    """Mark a number before an option as unknown: "6" in "6 months" is not the sixth option."""
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
    """Return the option at a position, or () if it does not exist. Negative positions count from the end."""
    if 1 <= number <= offer.count:
        return (number - 1,)
    return (offer.count + number,) if -offer.count <= number < 0 else ()


def _ranges(parts: list[Part], offer: Offer) -> Iterator[Part]:
    """Join "1 to 3" into a range, and "first two" into the first two options."""
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
                part.number in _ENDS
                and part.meaning is Meaning.PLACE
                and following[0].meaning is Meaning.NUMBER
            ):
                yield _outermost(part, following[0].number, offer)
                at += 2
                continue
            if part.meaning is Meaning.NUMBER and _is_plural_end(following[0]):
                yield _outermost(following[0], part.number, offer)  # los dos primeros
                at += 2
                continue
        yield part
        at += 1


def _is_plural_end(part: Part) -> bool:
    """Return whether a part is "first" or "last" in the plural: primeros, premiers, últimas."""
    return (
        part.meaning is Meaning.PLACE
        and part.number in _ENDS
        and part.word.endswith("s")
        and part.word.isalpha()
    )


def _range(first: Part, last: Part) -> Part:
    """Return the options of a range, or no options if an end does not exist or the ends are swapped."""
    if len(first.places) == len(last.places) == 1 and first.places < last.places:
        return first._replace(
            places=tuple(range(first.places[0], last.places[0] + 1)), rule="range", number=0
        )
    return first._replace(places=(), rule="range")


def _outermost(part: Part, count: int, offer: Offer) -> Part:
    """Return the first or last `count` options."""
    if not 0 < count <= offer.count:
        return part._replace(places=(), rule="range")
    places = offer.everything[:count] if part.number > 0 else offer.everything[-count:]
    return part._replace(places=places, rule="range")
