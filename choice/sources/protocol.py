"""Row types, queries, the findings for a message, and the `Source` protocol that supplies rows."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import sqlalchemy as sa

from choice.desk.sql.transaction import Database

Severity = Literal["critical", "high", "medium", "low"]
Kind = Literal["signals", "incidents", "issues", "metrics"]
KINDS: tuple[Kind, ...] = ("signals", "incidents", "issues", "metrics")
Status = Literal["open", "in_progress", "resolved", "done"]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ROW_CACHE_SIZE = 1024
"""Number of encoded rows to cache. Each row is encoded twice per message: for the budget and the prompt."""


class Signal(NamedTuple):
    """A weak signal: something small that may become a problem."""

    id: str
    title: str
    department: str
    severity: Severity
    impact_score: float
    """From 0 to 10."""
    detected_on: date
    affected: int
    """Number of people affected."""
    analysis: str
    risk: str | None = None
    action: str | None = None
    """Recommended action."""


class Incident(NamedTuple):
    """An outage or another failure."""

    id: str
    title: str
    category: str
    severity: Severity
    status: Literal["resolved", "in_progress", "open"]
    started_at: datetime
    resolved_at: datetime | None
    users_affected: int
    root_cause: str | None = None
    resolution: str | None = None
    code: str | None = None
    """Code snippet that belongs to the resolution."""
    code_language: str | None = None


class Issue(NamedTuple):
    """A tracked piece of work."""

    id: str
    title: str
    team: str
    severity: Severity
    status: Literal["open", "in_progress", "done"]
    opened_at: datetime
    due_on: date | None = None
    assignee: str | None = None
    summary: str | None = None


class Metric(NamedTuple):
    """A figure for the health of the organisation, now and a week ago."""

    id: str
    name: str
    score: float
    previous: float
    measured_on: date
    unit: str = "points"
    note: str | None = None


Row = Signal | Incident | Issue | Metric


class Gap(NamedTuple):
    """An excluded period, including both ends."""

    since: datetime
    until: datetime


class Intent(NamedTuple):
    """What a message asks for, parsed from its words."""

    topics: tuple[Kind, ...] = ()
    severities: tuple[Severity, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[str, ...] = ()
    """Ids of rows that the message names, such as WS-001."""
    wants_json: bool = False
    wants_health: bool = False
    span_words: str | None = None
    """The time span as text for a heading, such as `Last 7 Days`."""
    gaps: tuple[Gap, ...] = ()
    """Periods between `since` and `until` that are excluded."""
    statuses: tuple[Status, ...] = ()
    text: tuple[str, ...] = ()
    """Words that the names of rows must contain: title, department, team, category, person."""
    limit: int | None = None
    """Number of rows that the message asks for, as in `top 3`."""
    unread_span: str | None = None
    """Words that seem to name a time span, but cannot be parsed."""

    @property
    def narrows(self) -> bool:
        """Whether it has a filter besides topics and ids."""
        return bool(self.severities or self.statuses or self.until or self.text or self.limit)


NO_INTENT = Intent()
MAX_ROWS = 50
"""Maximum number of rows of one kind that a query returns."""


class Query(NamedTuple):
    """A request for rows to a source. Only rows of this tenant that these roles may see are allowed."""

    tenant: str
    roles: frozenset[str]
    kinds: tuple[Kind, ...]
    severities: tuple[Severity, ...] = ()
    """Any of these; empty means all. Metrics have no severity."""
    statuses: tuple[Status, ...] = ()
    """Any of these; empty means all. Only incidents and issues have a status."""
    since: datetime | None = None
    until: datetime | None = None
    """First and last instant. Metrics are not limited in time."""
    gaps: tuple[Gap, ...] = ()
    """Excluded periods between `since` and `until`."""
    ids: tuple[str, ...] = ()
    """If not empty, exactly these rows; the other filters except tenant and roles do not apply."""
    text: tuple[str, ...] = ()
    """Words in lower case that a row must all contain."""
    in_names: bool = False
    """Whether the words must be in the names of a row (title, team and the like), not in its prose."""
    limit: int = MAX_ROWS
    """Maximum number of rows of each kind."""


class Found(NamedTuple):
    """The rows of one kind that match a query, most important first, at most `Query.limit`."""

    rows: Sequence["Row | Mapping[Any, Any]"] = ()
    of: int | None = None
    """Number of all matching rows. None if it is unknown because there are more than the limit."""
    totals: Mapping[str, Mapping[str, int]] | None = None
    """Number of all matching rows by severity, status and group, such as `{"severity": {"high": 3}}`."""


class Total(NamedTuple):
    """How many rows of one kind match, of which some may have been cut."""

    of: int | None
    by: Mapping[str, Mapping[str, int]] = MappingProxyType({})


class Findings(NamedTuple):
    """The rows that match one message, most important first."""

    intent: Intent = Intent()
    signals: tuple[Signal, ...] = ()
    incidents: tuple[Incident, ...] = ()
    issues: tuple[Issue, ...] = ()
    metrics: tuple[Metric, ...] = ()
    asked_at: datetime | None = None
    """Time of the message in the time zone of the person. Dates in the answer are relative to it."""
    totals: Mapping[Kind, Total] = MappingProxyType({})
    """The kinds that were searched, with the number of all matching rows."""
    is_carried: bool = False
    """Whether the message names no topic, and the filters of the last answer were used again."""
    is_overview: bool = False
    """Whether nothing in the message could be searched for, and these are the most important rows."""
    missed: tuple[str, ...] = ()
    """Names in the message that no row has. The rows are without this filter."""
    language: str | None = None
    """Language that the person prefers, such as `de`, if it is known."""
    dashboard_url: str | None = None
    """Address of the dashboard to link to, without a slash at the end."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of rows of each kind."""
        return MappingProxyType({kind: len(getattr(self, kind)) for kind in KINDS})

    def total(self, kind: Kind) -> Total:
        """Return the number of all matching rows of a kind. Without `totals`, only these rows match."""
        found = self.totals.get(kind)
        return total_of(getattr(self, kind)) if found is None else found

    def number_of(self, kind: Kind) -> int:
        """Return the number of all matching rows of a kind, or if that is unknown, of the rows here."""
        of = self.total(kind).of
        return len(getattr(self, kind)) if of is None else of


NOTHING = Findings()
COUNTED_FIELDS: dict[Kind, tuple[str, ...]] = {
    "signals": ("severity", "department"),
    "incidents": ("severity", "status", "category"),
    "issues": ("severity", "status", "team"),
    "metrics": (),
}
"""The fields by which rows are counted."""


def total_of(rows: "Sequence[Row]") -> Total:
    """Count rows that are all that match."""
    fields = COUNTED_FIELDS[kind_of(rows[0])] if rows else ()
    return Total(len(rows), {name: dict(Counter([getattr(row, name) for row in rows])) for name in fields})


def kind_of(row: "Row") -> Kind:
    """Return the kind of a row."""
    return _KIND_OF[type(row)]


_KIND_OF: dict[type, Kind] = {Signal: "signals", Incident: "incidents", Issue: "issues", Metric: "metrics"}


def row_json(row: Row) -> dict[str, object]:
    """Return a row as JSON values, with dates in ISO format and without empty fields."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in zip(row._fields, row, strict=True)
        if value is not None
    }


@lru_cache(_ROW_CACHE_SIZE)
def row_line(row: Row) -> str:
    """Encode a row as one line of JSON with escaped angle brackets."""
    return as_line(row_json(row))


def as_line(value: object) -> str:
    """Encode a value as one line of JSON with escaped angle brackets, so that it cannot close a block."""
    return _encode(value).replace("<", "\\u003c").replace(">", "\\u003e")


FindQuery = Callable[[sa.Connection], Findings]
"""A function that queries the findings. It runs in a transaction of the principal's tenant."""


class Source(Protocol):
    """Supplies rows. Implement this protocol to answer from your own data."""

    async def find(self, query: Query) -> Mapping[Kind, Found]:
        """Return the matching rows of each kind.

        Raises:
            StoreError: The data is unavailable.
        """
        ...


@runtime_checkable
class DatabaseSource(Source, Protocol):
    """A source that reads from a database. Its query can share a transaction with other statements."""

    database: Database

    def find_on(self, connection: sa.Connection, query: Query) -> Mapping[Kind, Found]:
        """Do what `find` does on a connection, whose transaction belongs to the tenant of the query."""
        ...
