"""Row types, the findings for a message, and the `Source` protocol that supplies them."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, runtime_checkable

import sqlalchemy as sa

from choice.auth import Principal
from choice.desk.sql.transaction import Database

Severity = Literal["critical", "high", "medium", "low"]
Kind = Literal["signals", "incidents", "issues", "metrics"]
KINDS: tuple[Kind, ...] = ("signals", "incidents", "issues", "metrics")

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


class Findings(NamedTuple):
    """The rows that match one message, most important first."""

    intent: Intent = Intent()
    signals: tuple[Signal, ...] = ()
    incidents: tuple[Incident, ...] = ()
    issues: tuple[Issue, ...] = ()
    metrics: tuple[Metric, ...] = ()
    asked_at: datetime | None = None
    """Time of the message, to which dates in the answer are relative."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of rows of each kind."""
        return MappingProxyType({kind: len(getattr(self, kind)) for kind in KINDS})

    def as_text(self) -> str:
        """Render all rows for a prompt: one block per kind, one line of JSON per row.

        Angle brackets are escaped, so that a row cannot close its block.
        """
        blocks = []
        for kind in KINDS:
            rows = getattr(self, kind)
            if rows:
                lines = "\n".join([row_line(row) for row in rows])
                blocks.append(f'<data kind="{kind}" rows="{len(rows)}">\n{lines}\n</data>')
        return "\n".join(blocks)


NOTHING = Findings()


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
    return _encode(row_json(row)).replace("<", "\\u003c").replace(">", "\\u003e")


FindQuery = Callable[[sa.Connection], Findings]
"""A function that queries the findings. It runs in a transaction of the principal's tenant."""


class Source(Protocol):
    """Finds the rows for a message. Implement this protocol to answer from your own data."""

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the matching rows that the principal may see.

        Raises:
            StoreError: The data is unavailable.
        """
        ...


@runtime_checkable
class DatabaseSource(Source, Protocol):
    """A source that reads from a database. Its query can share a transaction with other statements."""

    database: Database

    def find_query(self, message: str, principal: Principal, now: datetime) -> FindQuery:
        """Return the query that `find` runs."""
        ...
