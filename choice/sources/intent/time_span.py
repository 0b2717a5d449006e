"""Parse the time span of a message: bounds, ranges, lists and exclusions of periods."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from choice.sources.intent import words as vocabulary
from choice.sources.intent.calendar import (
    INSTANT,
    MAX_LISTED,
    Period,
    Span,
    all_time_except,
    truncate_at_now,
    union,
    without,
)
from choice.sources.intent.dates import FIRST_WORDS, RELATIVE, Match, listed_periods, parse_period, period_at
from choice.sources.intent.korean import korean_span

_Role = Literal["included", "excluded", "no_limit"]
_Bound = Literal["since", "after", "from", "between", "before", "until", "by"]

_BOUNDS: dict[str, _Bound] = {
    "since": "since", "after": "after", "from": "from", "between": "between", "before": "before",
    "until": "until", "till": "until", "til": "until", "by": "by",
}  # fmt: skip
_BOUNDS_OF_TWO_WORDS: dict[tuple[str, str], _Bound] = {
    ("prior", "to"): "before",
    ("earlier", "than"): "before",
    ("older", "than"): "before",
    ("up", "to"): "until",
    ("up", "until"): "until",
    ("up", "till"): "until",
    ("later", "than"): "after",
    ("newer", "than"): "after",
}
_FIRST_WORDS_OF_BOUNDS = frozenset(_BOUNDS).union([first for first, _ in _BOUNDS_OF_TWO_WORDS])
_OPPOSITE: dict[_Bound, _Bound] = {
    "since": "before", "after": "until", "before": "since", "until": "since",
}  # fmt: skip
_RANGE_MIDDLES = frozenset({"to", "until", "till", "til", "through", "before", "by"})
_JOINED_MIDDLES = frozenset({"until", "till", "til", "before"})
_NOW_WORDS = frozenset({"now", "present", "date"})
_ONWARDS = frozenset({"onward", "onwards", "forward"})
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+")
_YEARS = re.compile(r"(?<![\w-])(\d{4})\s?[-\u2013\u2014~]\s?(\d{4})(?![\w-])")
_ONE_DAY = timedelta(days=1)


_NEGATIONS = frozenset({
    "not", "never", "isn", "aren", "wasn", "weren", "don", "didn", "doesn", "isnt", "arent", "wasnt",
    "werent", "dont", "didnt", "doesnt", "without",
})  # fmt: skip
"""Negations. They may negate a topic instead of the period, as in `without incidents in March`."""
_NEGATIONS_AND_EXCLUSIONS = vocabulary.EXCLUSION_WORDS | _NEGATIONS
_EXCLUSIONS_OF_TWO_WORDS = frozenset({
    ("other", "than"), ("rather", "than"), ("apart", "from"), ("aside", "from"), ("instead", "of"),
    ("leave", "out"), ("leaving", "out"), ("filter", "out"), ("filtering", "out"),
})  # fmt: skip
_EVERYTHING = frozenset({"all", "everything", "anything", "every", "any"})
"""After these words, `but` starts an exclusion."""
_ONLY = frozenset({"only", "just", "merely", "solely", "limited"})
_FILLERS = frozenset({
    "in", "during", "on", "of", "for", "from", "within", "between", "the", "t", "that", "those", "ones",
    "these", "which", "it", "is", "are", "were", "was", "be", "did", "do", "have", "been", "happen",
    "happened", "occur", "occurred", "start", "started", "begin", "began", "begun", "opened", "created",
    "raised", "reported", "detected", "seen", "found", "filed", "logged", "show", "include", "list", "count",
    "want", "me", "us", "any", "anything", "things", "month", "year",
})  # fmt: skip
_TOPICS = frozenset().union(*vocabulary.TOPICS.values()) | {"weak"}
_EXCLUDED_AFTER = frozenset({"excluded", "omitted", "aside", "excepted", "exempted"})
_MAX_WORDS_BETWEEN = 6


class _SpanMatch(NamedTuple):
    """A span that is named by words[at:end]."""

    span: Span
    at: int
    end: int
    is_negated: bool = False
    """Whether a negation is already applied, as in `not before March`."""


class _Start(NamedTuple):
    """A bound such as `since`, and the period after it in words[place:end]."""

    bound: _Bound
    period: Period
    place: int
    end: int


def parse_span(text: str, words: Sequence[str], now: datetime) -> Span | None:
    """Return the first time span in a lower-case text, with exclusions applied, or None.

    A span that starts in the past ends no later than `now`.
    """
    span = None if text.isascii() else korean_span(text, now)
    if span is None and FIRST_WORDS.isdisjoint(words) and _DIGIT.search(text) is None:
        return None
    if span is None and _YEARS.search(text) is not None:
        words = _WORD.findall(_YEARS.sub(r"\1 to \2", text))
    return span or _english_span(words, now)


_COMPARING = frozenset({"compare", "compared", "comparing", "comparison", "versus", "vs", "against"})


def _english_span(words: Sequence[str], now: datetime) -> Span | None:
    included: Span | None = None
    is_comparison = not _COMPARING.isdisjoint(words)
    excluded: list[_SpanMatch] = []
    at = 0
    while at < len(words):
        match = _parse(words, at, now)
        if match is None:
            at += 1
            continue
        role = "included" if match.is_negated else _role_of(words, at, match.end)
        if role == "included":
            both = is_comparison and included is not None
            included = union([included, match.span]) if both and included else included or match.span
        elif role == "excluded" and len(excluded) < MAX_LISTED:
            excluded.append(match)
        at = match.end
    return included if not excluded else _without(words, included, excluded, now)


def _without(
    words: Sequence[str], included: Span | None, excluded: Sequence[_SpanMatch], now: datetime
) -> Span:
    """Apply exclusions. In `2024 except March`, the month belongs to 2024."""
    if included is None:
        return all_time_except([each.span for each in excluded], now)
    again = [_parse(words, each.at, included.until) or each for each in excluded]
    return without(included, [each.span for each in again])


def _parse(words: Sequence[str], at: int, now: datetime) -> _SpanMatch | None:
    """Parse a bound, a range, a list or a single period that starts at a word."""
    if words[at] in _FIRST_WORDS_OF_BOUNDS:
        bounded = _bounded(words, at, now)
        if bounded is not None:
            return bounded._replace(span=truncate_at_now(bounded.span, now))
    match = parse_period(words, at, now)
    if match is None:
        return None
    start = _Start("from", match.period, at, at + match.words_used)
    found = _range(words, start, now) if words[start.end : start.end + 1] != ["by"] else None
    if found is None and _continues_until_now(words, start.end):
        found = _SpanMatch(_open_span(start, now), at, start.end + 1)
    found = found or _list(words, start, now)
    return found._replace(span=truncate_at_now(found.span, now))


def _list(words: Sequence[str], start: _Start, now: datetime) -> _SpanMatch:
    """Parse `March and April`, `2024, 2025` and the like, or a single period."""
    found, end = listed_periods(words, start.place, Match(start.period, start.end - start.place), now)
    spans = [Span(*period) for period in found]
    return _SpanMatch(union(spans) if len(spans) > 1 else spans[0], start.place, end)


def _bounded(words: Sequence[str], at: int, now: datetime) -> _SpanMatch | None:
    """Parse `since A`, `before A`, `from A to B` and the like."""
    pair = _BOUNDS_OF_TWO_WORDS.get((words[at], words[at + 1])) if at + 1 < len(words) else None
    bound = pair or _BOUNDS.get(words[at])
    place = at + (1 if pair is None else 2)
    match = None if bound is None else period_at(words, place, now)
    if bound is None or match is None:
        return None
    end = place + match.words_used
    is_negated = bound in _OPPOSITE and (
        words[at - 1 : at] == ["no"] or _role_of(words, at, end) == "excluded"
    )
    start = _Start(_OPPOSITE[bound] if is_negated else bound, match.period, place, end)
    found: _SpanMatch | None
    if start.bound in {"before", "until", "by"}:
        span = _up_to(words, start)
        found = None if span is None else _SpanMatch(span, at, end)
    else:
        found = _range(words, start, now) or _open_range(words, start, now)
    return None if found is None else found._replace(at=at, is_negated=bound in _OPPOSITE)


def _up_to(words: Sequence[str], last: _Start) -> Span | None:
    """Return all time before or until a period. Return None for `by Monday's outage`."""
    if last.bound == "before":
        return Span(None, last.period.since - INSTANT, f"Before {last.period.words}")
    if last.bound == "by" and words[last.end : last.end + 1] == ["s"]:
        return None
    return Span(None, last.period.until, f"Until {last.period.words}")


def _range(words: Sequence[str], start: _Start, now: datetime) -> _SpanMatch | None:
    """Parse the end of `from A to B`, or return None."""
    middle = start.end
    if words[middle : middle + 1] == ["and"] and words[middle + 1 : middle + 2]:
        middle += words[middle + 1] in _JOINED_MIDDLES
    middles = {"and"} if start.bound == "between" else _RANGE_MIDDLES
    last = period_at(words, middle + 1, now) if middle < len(words) and words[middle] in middles else None
    if last is None:
        return None
    if last.period.until < start.period.since:
        # In `from January to March 2024` the first month is the most recent one before the end.
        earlier = period_at(words, start.place, last.period.until)
        start = start if earlier is None else start._replace(period=earlier.period)
    if last.period.until < start.period.since:
        return None
    first = _open_span(start, now)
    end = middle + 1 + last.words_used
    if words[middle] == "before":
        heading = f"{first.words}, Before {last.period.words}"
        return _SpanMatch(Span(first.since, last.period.since - INSTANT, heading), start.place, end)
    begin = first.words if start.bound == "after" else start.period.words
    span = Span(first.since, last.period.until, f"{begin} to {last.period.words}")
    return _SpanMatch(span, start.place, end)


def _open_range(words: Sequence[str], start: _Start, now: datetime) -> _SpanMatch:
    """Return a range until now, or the period itself for `from last week`, `from 2024` and the like."""
    if start.bound == "from":
        listed = _list(words, start, now)
        if listed.end > start.end or _role_of(words, start.place - 1, start.end) == "excluded":
            return listed
    first = words[start.place + (words[start.place] == "the")]
    is_year = start.period.words.isdigit() and not _continues_onwards(words, start.end)
    if start.bound in {"from", "between"} and (is_year or first in RELATIVE):
        return _SpanMatch(Span(*start.period), start.place, start.end)
    return _SpanMatch(_open_span(start, now), start.place, start.end)


def _role_of(words: Sequence[str], at: int, end: int) -> _Role:
    """Return the role of words[at:end]: included, excluded, or no limit, as in `not only in May`."""
    first = end + (words[end : end + 1] in (["is"], ["are"]))
    if words[first : first + 1] and (
        words[first] in _EXCLUDED_AFTER or words[first : first + 2] in (["left", "out"], ["not", "included"])
    ):
        return "excluded"
    if (
        words[at] in {"from", "of", "than"}
        and at > 0
        and (words[at - 1], words[at]) in _EXCLUSIONS_OF_TWO_WORDS
    ):
        return "excluded"
    return _role_by_words_before(words, at)


def _role_by_words_before(words: Sequence[str], at: int) -> _Role:
    has_topic = False
    for index in range(at - 1, max(-1, at - 1 - _MAX_WORDS_BETWEEN), -1):
        word, earlier = words[index], words[index - 1] if index else ""
        if (earlier, word) in _EXCLUSIONS_OF_TWO_WORDS or (
            word == "but" and _EVERYTHING.intersection(words[:index][-3:])
        ):
            return "excluded"
        if word in _ONLY and earlier in _NEGATIONS_AND_EXCLUSIONS:
            return "no_limit"
        if word in _NEGATIONS_AND_EXCLUSIONS:
            # `days without incidents in March` asks for days in March.
            negates_topic = word in _NEGATIONS and (has_topic or earlier == "why")
            return "included" if negates_topic else "excluded"
        has_topic = has_topic or word in _TOPICS
        if word not in _FILLERS and word not in _TOPICS:
            break
    return "included"


def _continues_onwards(words: Sequence[str], at: int) -> bool:
    """Return whether the words from `at` on are `onwards`, `to now` or the like."""
    following = words[at : at + 2]
    if len(following) == 1:
        return following[0] in _ONWARDS or following[0] == "on"
    return bool(following) and (
        following[0] in _ONWARDS or (following[0] in _RANGE_MIDDLES and following[1] in _NOW_WORDS)
    )


def _continues_until_now(words: Sequence[str], at: int) -> bool:
    """Return whether the words from `at` on are `until now` or the like."""
    return len(words) > at + 1 and words[at] in _RANGE_MIDDLES and words[at + 1] in _NOW_WORDS


def _open_span(start: _Start, now: datetime) -> Span:
    """Return the span from the start of a period until now. For `after`, it starts when the period ends."""
    period = start.period
    if start.bound == "after" and period.until < now and period.until - period.since > _ONE_DAY:
        return Span(period.until + INSTANT, now, f"After {period.words}")
    return Span(period.since, now, period.words if period.until == now else f"Since {period.words}")
