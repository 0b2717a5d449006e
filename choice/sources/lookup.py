"""Look up the rows for an intent: query the source, enforce tenant, roles and limits, and cut to a budget."""

import calendar
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import sqlalchemy as sa

from choice.auth import Principal
from choice.sources.protocol import (
    COUNTED_FIELDS,
    KINDS,
    MAX_ROWS,
    DatabaseSource,
    Findings,
    FindQuery,
    Found,
    Intent,
    Kind,
    Metric,
    Query,
    Row,
    Source,
    Total,
    as_line,
    row_line,
    total_of,
)
from choice.sources.schema import rank_of

TOKEN_BUDGET = 6000
"""Maximum number of tokens that the rows may take in the prompt."""
OVERVIEW_ROWS = 5
"""Number of rows of each kind in an overview."""

_CHARACTERS_PER_TOKEN = 4
_TOKENS_PER_BLOCK = 60
_TOKENS_PER_COUNT = 12
_MAX_WORDS_TRIED = 3
_LAST_MOMENT = (23, 59)


class Asked(NamedTuple):
    """What to look up: the intents to try in order, until one finds rows. The last one always counts."""

    intents: tuple[Intent, ...]
    is_carried: bool = False
    named: tuple[str, ...] = ()
    """Names that the message restricts the rows to, as in `only engineering`."""


async def look_up(
    source: Source, asked: Asked, principal: Principal, now: datetime, token_budget: int = TOKEN_BUDGET
) -> Findings:
    """Return the rows that a principal may see, for the first intent that finds any.

    Raises:
        StoreError: The data is unavailable.
    """
    findings = Findings(asked_at=now)
    for intent, query in _attempts(asked, principal):
        found = await source.find(query) if query.kinds else {}
        findings = findings_of(intent, found, query, now)
        if any(findings.counts.values()):
            break
    return _finished(findings, asked, token_budget)


def lookup_query(source: DatabaseSource, asked: Asked, principal: Principal, now: datetime) -> FindQuery:
    """Return the function that does what `look_up` does on a connection."""

    def run(connection: sa.Connection) -> Findings:
        findings = Findings(asked_at=now)
        for intent, query in _attempts(asked, principal):
            findings = findings_of(intent, source.find_on(connection, query), query, now)
            if any(findings.counts.values()):
                break
        return _finished(findings, asked, TOKEN_BUDGET)

    return run


def _finished(findings: Findings, asked: Asked, token_budget: int) -> Findings:
    intent = findings.intent
    findings = findings._replace(
        is_carried=asked.is_carried,
        is_overview=intent.limit == OVERVIEW_ROWS and intent.topics == KINDS,
        missed=() if intent.text else asked.named,
    )
    return within_budget(findings, token_budget)


def _attempts(asked: Asked, principal: Principal) -> Iterator[tuple[Intent, Query]]:
    """Yield the queries to try. If not all words of a text are found together, single words are tried."""
    for intent in asked.intents:
        make = partial(query_of, principal=principal)
        yield intent, make(intent)
        if len(intent.text) > 1 and not intent.ids:
            longest_first = sorted(intent.text, key=len, reverse=True)[:_MAX_WORDS_TRIED]
            for word in longest_first:
                single = intent._replace(text=(word,))
                yield single, make(single)


def query_of(intent: Intent, principal: Principal) -> Query:
    """Return the query for an intent. Tenant and roles are those of the principal."""
    wanted = min(intent.limit or MAX_ROWS, MAX_ROWS)
    kinds = KINDS if intent.ids else intent.topics
    if intent.ids:
        return Query(principal.tenant, principal.roles, kinds, ids=intent.ids, limit=MAX_ROWS)
    return Query(
        principal.tenant,
        principal.roles,
        kinds,
        intent.severities,
        intent.statuses,
        intent.since,
        intent.until,
        intent.gaps,
        text=intent.text,
        in_names=True,
        limit=wanted,
    )


def findings_of(intent: Intent, found: Mapping[Kind, Found], query: Query, now: datetime) -> Findings:
    """Return the findings of a query, with the total of each kind that was searched."""
    rows: dict[str, Any] = {kind: tuple(found[kind].rows) for kind in query.kinds if kind in found}
    totals = {kind: _total(kind, found.get(kind, Found())) for kind in query.kinds}
    return Findings(intent=intent, asked_at=now, totals=MappingProxyType(totals), **rows)


def _total(kind: Kind, found: Found) -> Total:
    rows: Sequence[Any] = found.rows
    if found.of is not None and found.of <= len(rows):
        return total_of(rows) if rows else Total(0)
    counted = found.totals or {}
    return Total(found.of, {name: counted[name] for name in COUNTED_FIELDS[kind] if name in counted})


# --- The prompt ---


def as_text(findings: Findings) -> str:
    """Render all rows for a prompt: one block per kind that was searched, one line of JSON per row.

    Angle brackets are escaped, so that a row cannot close its block.
    """
    blocks = []
    for kind in KINDS:
        rows = getattr(findings, kind)
        if rows or kind in findings.totals:
            lines = "".join([f"{row_line(row)}\n" for row in rows])
            blocks.append(f"<data {_attributes(findings, kind)}>\n{_counts(findings, kind)}{lines}</data>")
    return "\n".join(blocks)


def _attributes(findings: Findings, kind: Kind) -> str:
    total = findings.total(kind)
    of = f"more than {len(getattr(findings, kind))}" if total.of is None else str(total.of)
    searched = searched_words(findings.intent, kind).replace('"', "'").replace("<", "").replace(">", "")
    return f'kind="{kind}" rows="{len(getattr(findings, kind))}" of="{of}" searched="{searched}"'


def _counts(findings: Findings, kind: Kind) -> str:
    """Return the line that counts all matching rows, if there are more than the rows below it."""
    total = findings.total(kind)
    if total.of is None or total.of <= len(getattr(findings, kind)):
        return ""
    return f"<counts>{as_line(total.by)}</counts>\n"


def searched_words(intent: Intent, kind: Kind) -> str:
    """Return the filters of an intent that apply to a kind, such as `severity=critical, 12-18 Nov 2026`."""
    if intent.ids:
        return f"ids={'|'.join(intent.ids)}"
    words = [f"text={' '.join(intent.text)}"] if intent.text else []
    if kind == "metrics" and intent.until:
        words.append("the current figures, not limited in time")
    if kind != "metrics":
        words += [f"severity={'|'.join(intent.severities)}"] if intent.severities else []
        has_status = kind in {"incidents", "issues"}
        words += [f"status={'|'.join(intent.statuses)}"] if intent.statuses and has_status else []
        words += [span_text(intent)] if intent.until else []
        words += [f"all time, because the span '{intent.unread_span}' was not understood"] * bool(
            intent.unread_span and not intent.until
        )
    words += [f"limit={intent.limit}"] if intent.limit else []
    return ", ".join(words) or "all"


def span_text(intent: Intent) -> str:
    """Return the time span of an intent as dates: `12-18 Nov 2026`, `until 3 Mar 2026 12:00`."""
    since, until = intent.since, intent.until
    if until is None:
        return "all time"
    if since is None:
        return f"until {_day(until, is_end=True)}{_exceptions(intent)}"
    if since.date() == until.date() and _is_whole(since, until):
        return _day(until, is_end=True)
    first, last = _day(since), _day(until, is_end=True)
    if since.year == until.year:
        first = first.replace(f" {since.year}", "")
        if since.month == until.month and ":" not in first + last:
            first = str(since.day)
    dash = "\N{EN DASH}" if " " not in first else " \N{EN DASH} "
    return f"{first}{dash}{last}{_exceptions(intent)}"


def _is_whole(since: datetime, until: datetime) -> bool:
    return ":" not in _day(since) + _day(until, is_end=True)


def _exceptions(intent: Intent) -> str:
    spans = [span_text(Intent(since=gap.since, until=gap.until)) for gap in intent.gaps]
    return f" except {' and '.join(spans)}" if spans else ""


def _day(at: datetime, *, is_end: bool = False) -> str:
    """Return a day, with the time unless the day begins or ends there."""
    day = f"{at.day} {calendar.month_abbr[at.month]} {at.year}"
    edge = _LAST_MOMENT if is_end else (0, 0)
    return day if (at.hour, at.minute) == edge else f"{day} {at:%H:%M}"


# --- The budget ---


def within_budget(findings: Findings, token_budget: int) -> Findings:
    """Drop rows until they fit in the prompt. Metrics have priority, then severe rows, then the first."""
    if _tokens(findings) <= token_budget:
        return findings
    rows = [(kind, at, row) for kind in KINDS for at, row in enumerate(getattr(findings, kind))]
    kept: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
    remaining = token_budget - sum([_overhead(findings, kind) for kind in findings.totals])
    for kind, _, row in sorted(rows, key=lambda each: _priority(each[1], each[2])):
        remaining -= tokens_in(row_line(row))
        remaining -= 0 if kept[kind] or kind in findings.totals else _overhead(findings, kind)
        if remaining < 0:
            break
        kept[kind].add(row.id)
    totals = {
        kind: findings.total(kind) for kind in KINDS if getattr(findings, kind) or kind in findings.totals
    }
    return findings._replace(
        signals=tuple(row for row in findings.signals if row.id in kept["signals"]),
        incidents=tuple(row for row in findings.incidents if row.id in kept["incidents"]),
        issues=tuple(row for row in findings.issues if row.id in kept["issues"]),
        metrics=tuple(row for row in findings.metrics if row.id in kept["metrics"]),
        totals=MappingProxyType(totals),
    )


def _tokens(findings: Findings) -> int:
    kinds = [kind for kind in KINDS if getattr(findings, kind) or kind in findings.totals]
    rows = sum([tokens_in(row_line(row)) for kind in kinds for row in getattr(findings, kind)])
    return rows + sum([_overhead(findings, kind) for kind in kinds])


def _overhead(findings: Findings, kind: Kind) -> int:
    """Return the tokens of a block without its rows."""
    return _TOKENS_PER_BLOCK + _TOKENS_PER_COUNT * sum(map(len, findings.total(kind).by.values()))


def tokens_in(text: str) -> int:
    """Estimate the number of tokens in a text. The estimate is rather too high than too low."""
    if text.isascii():
        return len(text) // _CHARACTERS_PER_TOKEN + 1
    ascii_letters = sum(map(str.isascii, text))
    return ascii_letters // _CHARACTERS_PER_TOKEN + (len(text) - ascii_letters) + 1


def _priority(place: int, row: Row) -> tuple[int, int]:
    """Return a sort key: metrics first, then severity, then the place among the rows of the kind."""
    return (-1, place) if isinstance(row, Metric) else (rank_of(row.severity), place)
