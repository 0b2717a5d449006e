"""Looking for any of many words in a text."""

from collections.abc import Iterable


def mentions(said: str, words: Iterable[str]) -> bool:
    """Tell whether a text has one of the words in it."""
    for word in words:  # noqa: SIM110 - twice as fast as any() here, and each question asks for hundreds of words
        if word in said:
            return True
    return False
