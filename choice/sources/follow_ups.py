"""Decide what to look up for a message: what it names itself, or what the last answer was about."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from choice.sources.intent import Parsed, parse_message
from choice.sources.lookup import OVERVIEW_ROWS, Asked
from choice.sources.protocol import KINDS, NO_INTENT, Gap, Intent, Kind

OVERVIEW = Intent(topics=KINDS, limit=OVERVIEW_ROWS)
"""What is looked up if nothing in the first message can be searched for."""

_WITH_STATUS: tuple[Kind, ...] = ("incidents", "issues")
_WITH_SEVERITY: tuple[Kind, ...] = ("signals", "incidents", "issues")


def asked_in(  # noqa: PLR0911 - one return per kind of message
    message: str,
    now: datetime,
    last: Intent | None = None,
    *,
    is_answer: bool = False,
    with_overview: bool = True,
) -> Asked:
    """Return what to look up for a message.

    `last` is the intent of the last findings of the conversation, and `is_answer` tells that the message
    answers a card. `with_overview` allows an overview if nothing can be searched for.
    """
    last = last if last is not None and (last.topics or last.ids) else None
    parsed = parse_message(message, now, last.topics if last else ())
    intent = parsed.intent
    if parsed.is_small_talk:
        return Asked((NO_INTENT,))
    if is_answer and last is not None and not (parsed.names_topic and set(intent.topics) - set(last.topics)):
        return Asked((last._replace(wants_json=intent.wants_json),), is_carried=True)
    if intent.ids:
        return Asked((intent,))
    named = intent.text if parsed.is_focused and not parsed.refers else ()
    if last is None:
        return Asked(_first(intent, with_overview=with_overview), named=named)
    if parsed.names_topic:
        whole = _inherited(intent, last) if parsed.leads_on else intent
        return Asked(_with_and_without_text(whole), named=named)
    if intent.topics and not (parsed.refers or parsed.asks_advice):
        return Asked(_with_and_without_text(intent), named=named)
    return Asked(_narrowed(parsed, last), is_carried=True, named=named)


def _first(intent: Intent, *, with_overview: bool) -> tuple[Intent, ...]:
    """Return the intents to try for a message without findings before it."""
    if intent.topics:
        return _with_and_without_text(intent)
    if intent.severities or intent.statuses or intent.until:
        return _with_and_without_text(_everywhere(intent))
    last = OVERVIEW._replace(unread_span=intent.unread_span) if with_overview else NO_INTENT
    return (_everywhere(intent), last) if intent.text and with_overview else (last,)


def _with_and_without_text(intent: Intent) -> tuple[Intent, ...]:
    return (intent, intent._replace(text=())) if intent.text else (intent,)


def _everywhere(intent: Intent) -> Intent:
    """Return an intent for all kinds that its filters can apply to."""
    return intent._replace(topics=_filterable(KINDS, intent))


def _filterable(kinds: tuple[Kind, ...], intent: Intent) -> tuple[Kind, ...]:
    """Return the kinds that have the fields by which an intent filters, or all if none has."""
    able = _WITH_STATUS if intent.statuses else _WITH_SEVERITY if intent.severities else KINDS
    return tuple([kind for kind in kinds if kind in able]) or kinds


def _inherited(intent: Intent, last: Intent) -> Intent:
    """Return an intent with the filters of the last one where it has none: `and the issues?`."""
    if not intent.until and not intent.unread_span:
        intent = _with_span(intent, last)
    return intent._replace(
        severities=intent.severities or last.severities, statuses=intent.statuses or last.statuses
    )


def _with_span(intent: Intent, other: Intent) -> Intent:
    return intent._replace(since=other.since, until=other.until, gaps=other.gaps, span_words=other.span_words)


def _narrowed(parsed: Parsed, last: Intent) -> tuple[Intent, ...]:
    """Return the last intent with the filters of a message that names no topic."""
    intent = parsed.intent
    base = last._replace(wants_json=intent.wants_json, unread_span=intent.unread_span)
    if parsed.resets_span:
        base = _with_span(base, NO_INTENT)
    if parsed.resets_filters:
        base = base._replace(severities=(), statuses=(), text=(), limit=None)
    if intent.until:
        base = _with_span(base, intent)
    if intent.severities or intent.statuses or intent.until:
        limit = None if base.limit == OVERVIEW_ROWS else base.limit
        topics = _filterable(base.topics or KINDS, intent)
        base = base._replace(
            topics=topics,
            ids=(),
            limit=limit,
            severities=intent.severities or base.severities,
            statuses=intent.statuses or base.statuses,
        )
    base = base._replace(limit=intent.limit or base.limit)
    if not intent.text:
        return (base,)
    everywhere = _everywhere(intent)
    if not (parsed.is_focused or parsed.leads_on):
        return everywhere, base
    limit = None if base.limit == OVERVIEW_ROWS else base.limit
    return base._replace(text=intent.text, ids=(), limit=limit), everywhere, base


# --- Storage ---


def intent_json(intent: Intent) -> dict[str, Any]:
    """Return the fields of an intent that are set, as JSON values."""
    fields: dict[str, Any] = {
        name: value
        for name, value in intent._asdict().items()
        if value and name not in {"wants_json", "unread_span", "gaps"}
    }
    for name in ("since", "until"):
        if name in fields:
            fields[name] = fields[name].isoformat()
    if intent.gaps:
        fields["gaps"] = [[gap.since.isoformat(), gap.until.isoformat()] for gap in intent.gaps]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def intent_of(stored: Mapping[str, Any]) -> Intent:
    """Return the intent with these JSON values."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    for name in ("since", "until"):
        if name in fields:
            fields[name] = datetime.fromisoformat(fields[name])
    fields["gaps"] = tuple([Gap(*map(datetime.fromisoformat, ends)) for ends in fields.get("gaps", ())])
    return Intent(**{name: value for name, value in fields.items() if name in Intent._fields})
