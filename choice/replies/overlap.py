"""Match a short reply that says an option in other words: "ship a draft" for "Ship it as a draft"."""

from choice.replies.meaning import Meaning
from choice.replies.notes import PROPOSALS, reservation_in
from choice.replies.offer import Offer, Places
from choice.replies.vocabulary import vocabulary

_MOST_WORDS = 12
_LEAST_SHARED = 2
_LEAST_SHARE = 0.6
_SHORTEST_STEM = 3
_STEM = 5
_LONGEST_ENDING = 4


def said_otherwise(words: tuple[str, ...], offer: Offer) -> tuple[Places, bool]:
    """Return the option that shares most words with a proposal, and whether the proposal says more.

    The result is empty unless one option is clearly ahead. The reply must start with a word such as "ok" or
    "let's", or with the first word of the label.
    """
    content = _content(words)
    if len(words) > _MOST_WORDS or len(content) < _LEAST_SHARED or reservation_in(words, offer):
        return (), False
    shared = [_shared(content, label) for label in offer.content]
    best = max(shared)
    place = shared.index(best)
    if best < max(_LEAST_SHARED, _LEAST_SHARE * len(content)):
        return (), False
    if any(other > best - _LEAST_SHARED for at, other in enumerate(shared) if at != place):
        return (), False
    first = vocabulary().at(words, 0)
    is_proposal = words[0] in PROPOSALS or (first is not None and first[0] is Meaning.YES)
    if is_proposal or _is_same(content[0], offer.content[place][0]):
        return (place,), best < len(content)
    return (), False


def _content(words: tuple[str, ...]) -> list[str]:
    """Return the words with a meaning of their own; none if the text asks something or gives a reason."""
    vocab = vocabulary()
    content: list[str] = []
    at = 0
    while at < len(words):
        known = vocab.at(words, at)
        if known is None or known[0] is Meaning.WEAK:
            content += [words[at]] if words[at].isalpha() and len(words[at]) > 1 else []
            at += 1
        elif known[0] in {Meaning.ASKS, Meaning.REASON}:
            return []
        else:
            at += known[2]
    return content


def _shared(content: list[str], label: tuple[str, ...]) -> int:
    initials = "".join([word[:1] for word in label])
    return sum(
        [
            any(_is_same(word, other) for other in label) or (len(word) == _LEAST_SHARED and word in initials)
            for word in content
        ]
    )


def _is_same(word: str, other: str) -> bool:
    """Return whether two words are forms of the same one, such as "updates" and "updating"."""
    if word == other:
        return True
    size = 0
    for mine, theirs in zip(word, other, strict=False):
        if mine != theirs:
            break
        size += 1
    is_begun = size >= _SHORTEST_STEM and size == min(len(word), len(other))
    return (is_begun or size >= _STEM) and max(len(word), len(other)) - size <= _LONGEST_ENDING
