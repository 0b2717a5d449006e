"""Which options are a yes and which a no."""

from collections.abc import Mapping

from choice.models import Option
from choice.replies.meaning import Meaning
from choice.replies.normalise import normal, tokens
from choice.replies.vocabulary import vocabulary

_PAIR = 2
_SIDES: Mapping[Meaning | None, bool] = {
    Meaning.YES: True,
    Meaning.NO: False,
    Meaning.NOT: False,
    Meaning.DECLINE: False,
}


def sides_of(options: tuple[Option, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the places of the options that say yes and of those that say no; none unless both exist."""
    sides = [_side_of(option) for option in options]
    yes = tuple([place for place, side in enumerate(sides) if side is True])
    no = tuple([place for place, side in enumerate(sides) if side is False])
    return (yes, no) if yes and no and (len(options) == _PAIR or _is_plain(options, yes, no)) else ((), ())


def _is_plain(options: tuple[Option, ...], yes: tuple[int, ...], no: tuple[int, ...]) -> bool:
    """Tell whether, among more than two options, the sides are a plain yes or no, not "stop" or "skip"."""
    firsts = [_first_meaning(options[place].label) for place in (*yes, *no)]
    return all(first in {Meaning.YES, Meaning.NO} for first in firsts)


def _side_of(option: Option) -> bool | None:
    """Tell the side of an option by its value, its label or the label's first words, and its id."""
    for text in (option.value, option.label, option.id):
        side = _SIDES.get(_meaning(text)) if text else None
        if side is None and text is option.label:
            side = _SIDES.get(_first_meaning(text))
        if side is not None:
            return side
    return None


def _meaning(text: str) -> Meaning | None:
    return vocabulary().meaning_of(tuple(tokens(normal(text))))


def _first_meaning(text: str) -> Meaning | None:
    """Return what the first words of a text mean, or None."""
    words = tuple(tokens(normal(text)))
    first = vocabulary().at(words, 0) if words else None
    return first[0] if first else None
