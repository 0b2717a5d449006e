"""The tables behind the answers. A row belongs to one tenant; ids are the tenant's own.

Moments are whole microseconds since 1970, UTC; days are ISO text; `visible_to` is a JSON list of roles, and
an empty one means everybody of the tenant.
"""

import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import Any

import sqlalchemy as sa

from choice.clock import micros, moment
from choice.sources.protocol import Incident, Issue, Kind, Metric, Row, Severity, Signal

metadata = sa.MetaData()

EVERYBODY = "[]"
"""What `visible_to` says of a row that no role is needed for."""


def _table(name: Kind, *columns: sa.Column[object]) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("tenant", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visible_to", sa.Text, nullable=False, server_default=EVERYBODY),
        *columns,
    )


def _severity() -> sa.Column[object]:
    """Return the column for a severity: 0 is critical, 3 is low, so that the worst is first."""
    return sa.Column("severity", sa.Integer, nullable=False)


signals = _table(
    "signals",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("department", sa.Text, nullable=False),
    _severity(),
    sa.Column("impact_score", sa.Double, nullable=False),
    sa.Column("detected_on", sa.Text, nullable=False),
    sa.Column("affected", sa.BigInteger, nullable=False),
    sa.Column("analysis", sa.Text, nullable=False),
    sa.Column("risk", sa.Text),
    sa.Column("action", sa.Text),
)
incidents = _table(
    "incidents",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    _severity(),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("started_at", sa.BigInteger, nullable=False),
    sa.Column("resolved_at", sa.BigInteger),
    sa.Column("users_affected", sa.BigInteger, nullable=False),
    sa.Column("root_cause", sa.Text),
    sa.Column("resolution", sa.Text),
    sa.Column("code", sa.Text),
    sa.Column("code_language", sa.Text),
)
issues = _table(
    "issues",
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("team", sa.Text, nullable=False),
    _severity(),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("due_on", sa.Text),
    sa.Column("assignee", sa.Text),
    sa.Column("summary", sa.Text),
)
metrics = _table(
    "metrics",
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("score", sa.Double, nullable=False),
    sa.Column("previous", sa.Double, nullable=False),
    sa.Column("measured_on", sa.Text, nullable=False),
    sa.Column("unit", sa.Text, nullable=False),
    sa.Column("note", sa.Text),
)

TABLES: dict[Kind, sa.Table] = {
    "signals": signals,
    "incidents": incidents,
    "issues": issues,
    "metrics": metrics,
}

# The first finds the worst of all time, the second what happened lately.
for _kind, _when in (("signals", "detected_on"), ("incidents", "started_at"), ("issues", "opened_at")):
    _rows = metadata.tables[_kind]
    sa.Index(f"ix_{_kind}_worst", _rows.c.tenant, _rows.c.severity, _rows.c[_when])
    sa.Index(f"ix_{_kind}_lately", _rows.c.tenant, _rows.c[_when])


ROW_CLASSES: dict[Kind, type[Row]] = {
    "signals": Signal,
    "incidents": Incident,
    "issues": Issue,
    "metrics": Metric,
}
SEVERITIES: tuple[Severity, ...] = ("critical", "high", "medium", "low")
"""The worst first; the database keeps the place in this list."""

_RANKS = {name: rank for rank, name in enumerate(SEVERITIES)}
_DAYS = frozenset({"detected_on", "due_on", "measured_on"})
_MOMENTS = frozenset({"started_at", "resolved_at", "opened_at"})


def rank_of(severity: Severity) -> int:
    """Return the place of a severity, the worst is 0."""
    return _RANKS[severity]


@cache
def column_names(kind: Kind) -> tuple[str, ...]:
    """Return the columns of a kind's table in the order of `values_of`."""
    return ("tenant", "id", "visible_to", *field_names(kind)[1:])


def values_of(kind: Kind, tenant: str, visible_to: frozenset[str], row: Row) -> tuple[object, ...]:
    """Return a row in the order of its columns."""
    roles = json.dumps(sorted(visible_to)) if visible_to else EVERYBODY
    return (tenant, row.id, roles, *[keep(getattr(row, name)) for name, keep in _keeping(kind)])


def field_names(kind: Kind) -> tuple[str, ...]:
    """Return the fields of a kind's rows, each also a column of its table."""
    return ROW_CLASSES[kind]._fields


def row_of(kind: Kind, values: Sequence[Any]) -> Row:
    """Return the row whose fields a table keeps as these values."""
    given = list(values)
    for place, read in _reading(kind):
        if given[place] is not None:
            given[place] = read(given[place])
    return ROW_CLASSES[kind](*given)


@cache
def _reading(kind: Kind) -> list[tuple[int, Callable[[Any], object]]]:
    """Return how each field is read that is kept in another form."""
    readers = [(place, _reader(name)) for place, name in enumerate(field_names(kind))]
    return [(place, read) for place, read in readers if read is not None]


@cache
def _keeping(kind: Kind) -> list[tuple[str, Callable[[Any], object]]]:
    """Return how each column behind the first three keeps its value."""
    return [(name, _keeper(name)) for name in column_names(kind)[3:]]


def _keeper(name: str) -> Callable[[Any], object]:
    if name == "severity":
        return _RANKS.__getitem__
    if name in _MOMENTS:
        return lambda at: None if at is None else micros(at)
    if name in _DAYS:
        return lambda day: None if day is None else day.isoformat()
    return lambda value: value


def _reader(name: str) -> Callable[[Any], object] | None:
    if name == "severity":
        return SEVERITIES.__getitem__
    if name in _DAYS:
        return date.fromisoformat
    return moment if name in _MOMENTS else None
