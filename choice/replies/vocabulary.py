"""All known phrases of all languages, indexed by their first word."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from choice.replies.meaning import Meaning
from choice.replies.normalise import normal, tokens
from choice.replies.words import languages

Entry = tuple[tuple[str, ...], Meaning, int]
"""The words of a phrase, its meaning, and its number (0 if it has none)."""

_EAST = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]").search
_SIGNS = {
    ",": Meaning.BREAK,
    ";": Meaning.BREAK,
    ":": Meaning.BREAK,
    ".": Meaning.BREAK,
    "!": Meaning.BREAK,
    "\n": Meaning.BREAK,
    "(": Meaning.BREAK,
    ")": Meaning.FILLER,
    "、": Meaning.BREAK,
    "。": Meaning.BREAK,
    "·": Meaning.BREAK,
    "・": Meaning.BREAK,
    "/": Meaning.BREAK,
    "&": Meaning.AND,
    "+": Meaning.AND,
    "-": Meaning.TO,
    "–": Meaning.TO,
    "—": Meaning.TO,
    "~": Meaning.TO,
    "〜": Meaning.TO,
    "?": Meaning.ASKED,
    "#": Meaning.COUNTER,
    "👍": Meaning.YES,
    "👌": Meaning.YES,
    "✅": Meaning.YES,
    "👎": Meaning.NO,
    "❌": Meaning.NO,
    "🤷": Meaning.HEDGE,
    "🤔": Meaning.HEDGE,
}
_CHEERS = "🙂😀😃😄😁😊😉😅😂🙏🎉✨🔥💯❤🚀👋🥳😎☺✌👉⭐🙌💪"


class Vocabulary:
    """All known phrases. At each word the longest phrase wins."""

    def __init__(self, entries: Sequence[Entry], numbers: Mapping[str, int]) -> None:
        self.numbers = numbers
        """Number words of one word, with their numbers."""
        self._phrases: dict[tuple[str, ...], tuple[Meaning, int, int]] = {}
        sizes: dict[str, set[int]] = {}
        for words, meaning, number in entries:
            # If languages share a phrase, the first language wins.
            self._phrases.setdefault(words, (meaning, number, len(words)))
            sizes.setdefault(words[0], set()).add(len(words))
        self._sizes = {first: tuple(sorted(found, reverse=True)) for first, found in sizes.items()}

    def at(self, words: tuple[str, ...], start: int) -> tuple[Meaning, int, int] | None:
        """Return meaning, number and length of the longest phrase at a position, or None."""
        for size in self._sizes.get(words[start], ()):
            found = self._phrases.get(words[start : start + size])
            if found is not None:
                return found
        return None

    def counts_at(self, words: tuple[str, ...], start: int) -> bool:
        """Return whether the phrase at a position is a counter after a number, such as "番" or "个"."""
        found = self.at(words, start) if start < len(words) else None
        return found is not None and found[0] is Meaning.SUFFIX

    def meaning_of(self, words: tuple[str, ...]) -> Meaning | None:
        """Return the meaning of a whole phrase, or None."""
        found = self._phrases.get(words)
        return found[0] if found else None


@cache
def vocabulary() -> Vocabulary:
    """Return the phrases of all languages, built on first use."""
    entries: list[Entry] = [((sign,), meaning, 0) for sign, meaning in _SIGNS.items()]
    entries += [((sign,), Meaning.FILLER, 0) for sign in _CHEERS]
    numbers: dict[str, int] = {}
    known = languages()
    for language in known:
        for number, words in _counted(language.NUMBERS):
            entries.append((words, Meaning.NUMBER, number))
            if len(words) == 1:
                numbers.setdefault(words[0], number)
        entries += [(words, Meaning.PLACE, number) for number, words in _counted(language.ORDINALS)]
        entries += [(words, Meaning.PLACE, -number) for number, words in _counted(language.FROM_THE_END)]
    # Add the meaningful phrases of all languages before the fillers, so that they win.
    for is_meaningful in (True, False):
        for language in known:
            entries += [
                (words, meaning, 0)
                for meaning, phrases in language.WORDS.items()
                if (meaning is not Meaning.FILLER) is is_meaningful
                for phrase in phrases.split("|")
                for words in _spellings(phrase)
            ]
    return Vocabulary(entries, numbers)


@cache
def reservations() -> Vocabulary:
    """Return the words of all languages that take back, limit or postpone a choice, built on first use."""
    entries: list[Entry] = [
        (words, meaning, 0)
        for language in languages()
        for meaning, phrases in language.RESERVATIONS.items()
        for phrase in phrases.split("|")
        for words in _spellings(phrase)
    ]
    return Vocabulary(entries, {})


@cache
def linking_words() -> str:
    """Return a pattern of the words for "and" and "but" of all languages, as written, longest first."""
    phrases = {
        phrase.strip()
        for language in languages()
        for meaning in (Meaning.AND, Meaning.BUT)
        for phrase in language.WORDS[meaning].split("|")
    }
    return "|".join(
        [
            re.escape(phrase) if _EAST(phrase) else rf"(?<!\w){re.escape(phrase)}(?!\w)"
            for phrase in sorted(phrases, key=len, reverse=True)
            if len(phrase) > 1 or phrase in _SHORT_LINKS
        ]
    )


_SHORT_LINKS = "yиа但"
"""Links of one letter. Others are too often part of a word."""


@cache
def destructive_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words for destructive actions: whole words, and East Asian parts of words."""
    words = [word for language in languages() for word in language.DESTRUCTIVE.split()]
    east = tuple([word for word in words if _EAST(word)])
    return frozenset(words).difference(east), east


def _counted(table: str) -> list[tuple[int, tuple[str, ...]]]:
    """Parse a table of positions: `|` separates positions, `/` separates synonyms."""
    return [
        (number, _words(synonym))
        for number, synonyms in enumerate(table.split("|"), start=1)
        for synonym in synonyms.split("/")
    ]


def _spellings(phrase: str) -> set[tuple[str, ...]]:
    """Return a phrase with and without apostrophes ("dont care").

    The spelling without apostrophes is omitted if one of its words is a single letter.
    """
    without_apostrophes = _words(phrase.replace("'", ""))
    shortest = min(without_apostrophes, key=len)
    return {_words(phrase), without_apostrophes} if len(shortest) > 1 else {_words(phrase)}


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(tokens(normal(phrase)))
