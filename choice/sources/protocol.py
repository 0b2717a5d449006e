"""The seam to the data behind the answers."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, runtime_checkable

import sqlalchemy as sa

from choice.auth.principal import Principal
from choice.desk.sql.transaction import Database

Severity = Literal["critical", "high", "medium", "low"]
Kind = Literal["signals", "incidents", "issues", "metrics"]
KINDS: tuple[Kind, ...] = ("signals", "incidents", "issues", "metrics")

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_MOST_LINES = 1024
"""Size of the cache of rows as text: each is counted first and written then, and often asked for again."""


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
    """How many people it touches."""
    analysis: str
    risk: str | None = None
    action: str | None = None
    """What to do about it."""


class Incident(NamedTuple):
    """Something that broke."""

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
    """A piece of code that belongs to the resolution."""
    code_language: str | None = None


class Issue(NamedTuple):
    """A piece of work that somebody tracks."""

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
    """One figure of the organisation's health, now and a week before."""

    id: str
    name: str
    score: float
    previous: float
    measured_on: date
    unit: str = "points"
    note: str | None = None


Row = Signal | Incident | Issue | Metric


class Gap(NamedTuple):
    """A time that is left out, from its first to its last instant."""

    since: datetime
    until: datetime


class Intent(NamedTuple):
    """What a message asks for, as far as it can be read from its words."""

    topics: tuple[Kind, ...] = ()
    severities: tuple[Severity, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    ids: tuple[str, ...] = ()
    """Named rows, such as WS-001."""
    wants_json: bool = False
    wants_health: bool = False
    span_words: str | None = None
    """The time span in the words of an answer, such as `Last 7 Days`."""
    gaps: tuple[Gap, ...] = ()
    """What is left out between `since` and `until`."""


class Findings(NamedTuple):
    """The rows for one message, the most important first."""

    intent: Intent = Intent()
    signals: tuple[Signal, ...] = ()
    incidents: tuple[Incident, ...] = ()
    issues: tuple[Issue, ...] = ()
    metrics: tuple[Metric, ...] = ()
    asked_at: datetime | None = None
    """The moment of the question: dates in the answer are relative to it."""

    @property
    def counts(self) -> Mapping[str, int]:
        """How many rows of each kind there are."""
        return MappingProxyType(
            {
                "signals": len(self.signals),
                "incidents": len(self.incidents),
                "issues": len(self.issues),
                "metrics": len(self.metrics),
            }
        )

    def as_text(self) -> str:
        """Return all rows for a prompt: a block for each kind, a line of JSON for each row.

        No row can end its block: angle brackets are escaped in the JSON.
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
    """Return a row as JSON values: dates in ISO form, unknown fields left out."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in zip(row._fields, row, strict=True)
        if value is not None
    }


@lru_cache(_MOST_LINES)
def row_line(row: Row) -> str:
    """Return a row as one line of JSON without angle brackets."""
    return _encode(row_json(row)).replace("<", "\\u003c").replace(">", "\\u003e")


Look = Callable[[sa.Connection], Findings]
"""Finds what matters in any unit of work that serves the person's tenant."""


class Source(Protocol):
    """Finds what matters to a message. Use your own to answer from your own data."""

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the rows that matter, and that the person may see; all before the first word is written.

        Raises:
            StoreError: The data cannot be read now.
        """
        ...


@runtime_checkable
class DatabaseSource(Source, Protocol):
    """A source that reads from a database: what matters can be found while something else is kept there."""

    database: Database

    def look(self, message: str, principal: Principal, now: datetime) -> Look:
        """Return how to find what `find` does."""
        ...
