"""Parse the intent of a message: topics, filters, time span and named rows. Runs in linear time."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import NamedTuple

from choice.sources.intent import words as vocabulary
from choice.sources.intent.names import names_in
from choice.sources.intent.severity import parse_limits
from choice.sources.intent.time_span import parse_span
from choice.sources.intent.translation import translated
from choice.sources.intent.unread import unread_span
from choice.sources.intent.written_dates import with_plain_dates
from choice.sources.protocol import KINDS, Intent, Kind, Severity, Status
from choice.sources.schema import SEVERITIES

MAX_IDS = 20

_WORD = re.compile(r"[^\W_]+")
_ID = re.compile(r"(?<![\w-])([A-Za-z]{2,6})-(\d{1,8})(?![\w-])")
_LEVEL = re.compile(r"(?<![\w-])(?:(?:sev|severity|priority|prio)[ -]?|p-?)([0-5])(?![\w-])")
_TOP = re.compile(
    r"\b(?:top|first|worst|latest|newest)[ -](\d{1,2}|two|three|four|five|ten)\b|(?:상위|처음)\s?(\d{1,2})"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_LEVELS, _COMMON_SEVERITY_WORDS = frozenset(vocabulary.LEVELS), frozenset(vocabulary.COMMON_SEVERITY_WORDS)
_TOPIC_OF = {word: kind for kind, words in vocabulary.TOPICS.items() for word in words}
_TOPIC_PHRASES = [(phrase, kind) for kind, phrases in vocabulary.TOPIC_PHRASES.items() for phrase in phrases]
_ASCII_TOPIC_PHRASES = [(phrase, kind) for phrase, kind in _TOPIC_PHRASES if phrase.isascii()]
_PROBLEM_KINDS: tuple[Kind, ...] = ("signals", "incidents", "issues")
_MAX_SHORT = 4


class Parsed(NamedTuple):
    """A parsed message: what it asks for, and how it relates to the messages before."""

    intent: Intent
    names_topic: bool = False
    """Whether it names a kind of rows, not only problems or an overview."""
    leads_on: bool = False
    """Whether it starts like `and …` or `what about …`."""
    refers: bool = False
    """Whether it refers to something by a pronoun."""
    is_focused: bool = False
    """Whether a word such as `only` or `in` stands beside the names that it mentions."""
    is_small_talk: bool = False
    resets_span: bool = False
    resets_filters: bool = False
    asks_advice: bool = False


def parse_intent(message: str, now: datetime) -> Intent:
    """Return the intent of a message. Dates are in the time zone of `now`."""
    return parse_message(message, now).intent


def parse_message(message: str, now: datetime, topics_before: tuple[Kind, ...] = ()) -> Parsed:
    """Parse a message in English, Korean, German, Spanish, French, Japanese or Chinese.

    `topics_before` are the topics of the message before. They matter for words such as `high`, which name a
    severity only of signals, incidents and issues.
    """
    text = _LEVEL.sub(r"sev\1", with_plain_dates(translated(message.casefold())))
    words = _WORD.findall(text)
    word_set = frozenset(words)
    ids = _ids(message)
    advice = _has(text, vocabulary.ADVICE_PHRASES)
    wants_health = bool(word_set & vocabulary.HEALTH) or _has(text, vocabulary.HEALTH_PHRASES)
    named = _named_topics(text, word_set, ids, wants_health=wants_health)
    topics = named or _soft_topics(text, word_set, advice=advice)
    span = None if advice else parse_span(text, words, now)
    names, is_focused = names_in(text, words) if not ids else ((), False)
    top = _TOP.search(text)
    unread = unread_span(text) if span is None and not advice else None
    intent = Intent(
        topics=topics,
        severities=_severities(text, words, word_set, topics or (topics_before if _is_short(words) else ())),
        since=span.since if span else None,
        until=span.until if span else None,
        ids=ids,
        wants_json="json" in text,
        wants_health=wants_health,
        span_words=span.words if span else None,
        gaps=span.gaps if span else (),
        statuses=_statuses(text, words, word_set),
        text=() if unread else names,
        limit=None if top is None else _NUMBERS.get(top[1]) or int(top[1] or top[2]) or None,
        unread_span=unread,
    )
    return Parsed(
        intent,
        names_topic=bool(named),
        leads_on=text.lstrip(" ¿¡").startswith(vocabulary.LEADS),
        refers=not vocabulary.REFERENCES.isdisjoint(word_set) or _has(text, vocabulary.REFERENCE_PHRASES),
        is_focused=is_focused,
        is_small_talk=bool(words) and word_set <= vocabulary.SMALL_TALK,
        resets_span=_has(text, vocabulary.RESETS),
        resets_filters=_has(text, vocabulary.REMOVES_FILTERS),
        asks_advice=advice,
    )


def _is_short(words: Sequence[str]) -> bool:
    return len(words) <= _MAX_SHORT


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


def _named_topics(
    text: str, word_set: AbstractSet[str], ids: tuple[str, ...], *, wants_health: bool
) -> tuple[Kind, ...]:
    kinds = {vocabulary.ID_PREFIXES.get(each.partition("-")[0]) for each in ids}
    kinds.update([_TOPIC_OF[word] for word in _TOPIC_OF.keys() & word_set])
    # Most phrases are Korean; skip them for ASCII text.
    phrases = _ASCII_TOPIC_PHRASES if text.isascii() else _TOPIC_PHRASES
    kinds.update([kind for phrase, kind in phrases if phrase in text])
    if wants_health:
        kinds |= {"metrics", "signals", "incidents"}
    return tuple([kind for kind in KINDS if kind in kinds])


def _soft_topics(text: str, word_set: AbstractSet[str], *, advice: bool) -> tuple[Kind, ...]:
    """Return the topics of a message that names none, but asks for problems, an overview or advice."""
    if word_set & vocabulary.PROBLEMS or (not text.isascii() and _has(text, vocabulary.PROBLEM_PHRASES)):
        return _PROBLEM_KINDS
    is_overview = word_set & vocabulary.OVERVIEW or _has(text, vocabulary.OVERVIEW_PHRASES)
    return KINDS if is_overview or advice else ()


def _statuses(text: str, words: list[str], word_set: AbstractSet[str]) -> tuple[Status, ...]:
    found = [statuses for phrase, statuses in vocabulary.STATUS_PHRASES.items() if phrase in text]
    for at, word in enumerate(words):
        statuses = vocabulary.STATUSES.get(word)
        following = words[at + 1] if at + 1 < len(words) else ""
        before = words[max(at - 2, 0) : at]
        if statuses is None or following in vocabulary.NOT_AFTER_OPEN:
            continue
        if "open" in statuses:
            found.append(statuses)
        elif "not" in before:
            found.append(vocabulary.STATUSES["open"])
        elif following in _TOPIC_OF or following in {"ones", "的"} or word_set & vocabulary.WITH_CLOSED:
            found.append(statuses)
    return tuple(dict.fromkeys([status for statuses in found for status in statuses]))


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
        last = "ones" if _is_short(words) and not {"how", "why", "so", "is"} & word_set else ""
        for word, following in zip(words, [*words[1:], last], strict=True):
            if word in vocabulary.COMMON_SEVERITY_WORDS and following in vocabulary.NOUNS_WITH_SEVERITY:
                wanted.add(vocabulary.COMMON_SEVERITY_WORDS[word])
    return wanted


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in phrases)
