"""Reads from a message what it asks for: topic, severity, time span, named rows. Linear in its length."""

import re
from collections.abc import Set as AbstractSet
from datetime import datetime

from choice.sources.intent import words as known
from choice.sources.intent.severity import read_limits
from choice.sources.intent.time_span import read_span
from choice.sources.protocol import KINDS, Intent, Kind, Severity
from choice.sources.schema import SEVERITIES

MOST_IDS = 20

_WORD = re.compile(r"[^\W_]+")
_ID = re.compile(r"(?<![\w-])([A-Za-z]{2,6})-(\d{1,8})(?![\w-])")
_LEVELS, _PLAIN_SEVERITIES = frozenset(known.LEVELS), frozenset(known.PLAIN_SEVERITIES)
_TOPIC_OF = {word: kind for kind, words in known.TOPICS.items() for word in words}
_TOPIC_PHRASES = [(phrase, kind) for kind, phrases in known.TOPIC_PHRASES.items() for phrase in phrases]
_ASCII_TOPIC_PHRASES = [(phrase, kind) for phrase, kind in _TOPIC_PHRASES if phrase.isascii()]


def read_intent(message: str, now: datetime) -> Intent:
    """Return what a message asks for, in English or Korean; days are those of the moment's time zone."""
    said = message.casefold()
    words = _WORD.findall(said)
    spoken = frozenset(words)
    ids = _ids(message)
    wants_health = bool(spoken & known.HEALTH) or _has(said, known.HEALTH_PHRASES)
    topics = _topics(said, spoken, ids, wants_health=wants_health)
    span = read_span(said, words, now)
    return Intent(
        topics=topics,
        severities=_severities(said, words, spoken, topics),
        since=span.since if span else None,
        until=span.until if span else None,
        ids=ids,
        wants_json="json" in said,
        wants_health=wants_health,
        span_words=span.words if span else None,
        gaps=span.gaps if span else (),
    )


def _ids(message: str) -> tuple[str, ...]:
    """Return the ids that are named, as they are written in the data: in capitals."""
    found: dict[str, None] = {}
    for prefix, number in _ID.findall(message) if "-" in message else ():
        capital = prefix.upper()
        if capital in known.ID_PREFIXES or (prefix == capital and capital not in known.NO_ID_PREFIXES):
            found[f"{capital}-{number}"] = None
            if len(found) == MOST_IDS:
                break
    return tuple(found)


def _topics(
    said: str, spoken: AbstractSet[str], ids: tuple[str, ...], *, wants_health: bool
) -> tuple[Kind, ...]:
    wanted = {known.ID_PREFIXES.get(each.partition("-")[0]) for each in ids}
    wanted.update([_TOPIC_OF[word] for word in _TOPIC_OF.keys() & spoken])
    # Most phrases are Korean: what is plain ASCII has none of them.
    phrases = _ASCII_TOPIC_PHRASES if said.isascii() else _TOPIC_PHRASES
    wanted.update([kind for phrase, kind in phrases if phrase in said])
    if wants_health:
        wanted |= {"metrics", "signals", "incidents"}
    named = tuple([kind for kind in KINDS if kind in wanted])
    if not named and (spoken & known.OVERVIEW or _has(said, known.OVERVIEW_PHRASES)):
        return KINDS
    return named


def _severities(
    said: str, words: list[str], spoken: AbstractSet[str], topics: tuple[Kind, ...]
) -> tuple[Severity, ...]:
    wanted: AbstractSet[Severity]
    if _limits_severities(said, spoken):
        limits = read_limits(said)
        words = _WORD.findall(limits.rest)
        wanted = limits.applied_to(_named_severities(limits.rest, words, frozenset(words), topics))
    else:
        wanted = _named_severities(said, words, spoken, topics)
    return tuple([severity for severity in SEVERITIES if severity in wanted])


def _limits_severities(said: str, spoken: AbstractSet[str]) -> bool:
    """Tell cheaply whether severities may be meant otherwise than they stand."""
    if "+" in said or not known.TURNS_SEVERITY.isdisjoint(spoken):
        return not (said.isascii() and _LEVELS.isdisjoint(spoken))
    if "to" in spoken and not _PLAIN_SEVERITIES.isdisjoint(spoken):
        return len(_LEVELS & spoken) > 1
    return not said.isascii() and _has(said, known.TURN_SEVERITY_PHRASES)


def _named_severities(
    said: str, words: list[str], spoken: AbstractSet[str], topics: tuple[Kind, ...]
) -> set[Severity]:
    wanted: set[Severity] = set()
    for word in known.SEVERITIES.keys() & spoken:
        wanted.update(known.SEVERITIES[word])
    if not said.isascii():
        for phrase, severities in known.SEVERITY_PHRASES.items():
            if phrase in said:
                wanted.update(severities)
    # These words are said of much else, so they count only beside what has a severity.
    if not _PLAIN_SEVERITIES.isdisjoint(spoken) and any(kind != "metrics" for kind in topics):
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if word in known.PLAIN_SEVERITIES and following in known.HAVE_SEVERITY:
                wanted.add(known.PLAIN_SEVERITIES[word])
    return wanted


def _has(said: str, phrases: tuple[str, ...]) -> bool:
    for phrase in phrases:  # noqa: SIM110 - a generator for each of many takes longer than all of them
        if phrase in said:
            return True
    return False
