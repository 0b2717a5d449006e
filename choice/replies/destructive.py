"""Whether a question is about something that cannot be undone."""

from collections.abc import Iterable

from choice.replies.normalise import normal, tokens
from choice.replies.words.destructive import EAST_ASIAN, LATIN

_LATIN = frozenset(LATIN.split())
_EAST_ASIAN = tuple(EAST_ASIAN.split())


def is_destructive(text: str, labels: Iterable[str]) -> bool:
    """Tell whether the text of a question or one of its labels speaks of deleting, overwriting or forcing."""
    said = normal("\n".join([text, *labels]))
    if not _LATIN.isdisjoint(tokens(said)):
        return True
    return not said.isascii() and any(word in said for word in _EAST_ASIAN)
