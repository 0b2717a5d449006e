"""Parse the intent of a message: topics, severities, time span and named rows. Runs in linear time."""

import re
from collections.abc import Set as AbstractSet
from datetime import datetime

from choice.sources.intent import words as vocabulary
from choice.sources.intent.severity import parse_limits
from choice.sources.intent.time_span import parse_span
from choice.sources.protocol import KINDS, Intent, Kind, Severity
from choice.sources.schema import SEVERITIES

MAX_IDS = 20

_WORD = re.compile(r"[^\W_]+")
_ID = re.compile(r"(?<![\w-])([A-Za-z]{2,6})-(\d{1,8})(?![\w-])")
_LEVELS, _COMMON_SEVERITY_WORDS = frozenset(vocabulary.LEVELS), frozenset(vocabulary.COMMON_SEVERITY_WORDS)
_TOPIC_OF = {word: kind for kind, words in vocabulary.TOPICS.items() for word in words}
_TOPIC_PHRASES = [(phrase, kind) for kind, phrases in vocabulary.TOPIC_PHRASES.items() for phrase in phrases]
_ASCII_TOPIC_PHRASES = [(phrase, kind) for phrase, kind in _TOPIC_PHRASES if phrase.isascii()]


def parse_intent(message: str, now: datetime) -> Intent:
    """Return the intent of a message in English or Korean. Dates are in the time zone of `now`."""
    text = message.casefold()
    words = _WORD.findall(text)
    word_set = frozenset(words)
    ids = _ids(message)
    wants_health = bool(word_set & vocabulary.HEALTH) or _has(text, vocabulary.HEALTH_PHRASES)
    topics = _topics(text, word_set, ids, wants_health=wants_health)
    span = parse_span(text, words, now)
    return Intent(
        topics=topics,
        severities=_severities(text, words, word_set, topics),
        since=span.since if span else None,
        until=span.until if span else None,
        ids=ids,
        wants_json="json" in text,
        wants_health=wants_health,
        span_words=span.words if span else None,
        gaps=span.gaps if span else (),
    )


def _ids(message: str) -> tuple[str, ...]:
    """Return the row ids in a message, in upper case."""
    found: dict[str, None] = {}
    for prefix, number in _ID.findall(message) if "-" in message else ():
        capital = prefix.upper()
        if capital in vocabulary.ID_PREFIXES or (
            prefix == capital and capital not in vocabulary.NO_ID_PREFIXES
        ):
            found[f"{capital}-{number}"] = None
            if len(found) == MAX_IDS:
                break
    return tuple(found)


def _topics(
    text: str, word_set: AbstractSet[str], ids: tuple[str, ...], *, wants_health: bool
) -> tuple[Kind, ...]:
    kinds = {vocabulary.ID_PREFIXES.get(each.partition("-")[0]) for each in ids}
    kinds.update([_TOPIC_OF[word] for word in _TOPIC_OF.keys() & word_set])
    # Most phrases are Korean; skip them for ASCII text.
    phrases = _ASCII_TOPIC_PHRASES if text.isascii() else _TOPIC_PHRASES
    kinds.update([kind for phrase, kind in phrases if phrase in text])
    if wants_health:
        kinds |= {"metrics", "signals", "incidents"}
    named = tuple([kind for kind in KINDS if kind in kinds])
    if not named and (word_set & vocabulary.OVERVIEW or _has(text, vocabulary.OVERVIEW_PHRASES)):
        return KINDS
    return named


def _severities(
    text: str, words: list[str], word_set: AbstractSet[str], topics: tuple[Kind, ...]
) -> tuple[Severity, ...]:
    wanted: AbstractSet[Severity]
    if _may_limit_severities(text, word_set):
        limits = parse_limits(text)
        words = _WORD.findall(limits.rest)
        wanted = limits.applied_to(_named_severities(limits.rest, words, frozenset(words), topics))
    else:
        wanted = _named_severities(text, words, word_set, topics)
    return tuple([severity for severity in SEVERITIES if severity in wanted])


def _may_limit_severities(text: str, word_set: AbstractSet[str]) -> bool:
    """Return whether the text may exclude or compare severities. This check is cheaper than parsing."""
    if "+" in text or not vocabulary.LIMIT_WORDS.isdisjoint(word_set):
        return not (text.isascii() and _LEVELS.isdisjoint(word_set))
    if "to" in word_set and not _COMMON_SEVERITY_WORDS.isdisjoint(word_set):
        return len(_LEVELS & word_set) > 1
    return not text.isascii() and _has(text, vocabulary.LIMIT_PHRASES)


def _named_severities(
    text: str, words: list[str], word_set: AbstractSet[str], topics: tuple[Kind, ...]
) -> set[Severity]:
    wanted: set[Severity] = set()
    for word in vocabulary.SEVERITIES.keys() & word_set:
        wanted.update(vocabulary.SEVERITIES[word])
    if not text.isascii():
        for phrase, severities in vocabulary.SEVERITY_PHRASES.items():
            if phrase in text:
                wanted.update(severities)
    # `high`, `minor` and the like are common words. They name a severity only before certain nouns.
    if not _COMMON_SEVERITY_WORDS.isdisjoint(word_set) and any(kind != "metrics" for kind in topics):
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if word in vocabulary.COMMON_SEVERITY_WORDS and following in vocabulary.NOUNS_WITH_SEVERITY:
                wanted.add(vocabulary.COMMON_SEVERITY_WORDS[word])
    return wanted


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in phrases)
