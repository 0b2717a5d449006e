"""Tables of the rows, and the conversion between rows and column values.

A row belongs to one tenant, and ids are unique per tenant. Timestamps are stored as microseconds since 1970
(UTC), days as ISO text, and `visible_to` as a JSON list of roles. With an empty list, every user of the
tenant may see the row.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import Any

import sqlalchemy as sa

from choice.clock import micros, moment
from choice.sources.protocol import Incident, Issue, Kind, Metric, Row, Severity, Signal

metadata = sa.MetaData()

EVERYBODY = "[]"
"""Value of `visible_to` for a row that every user of the tenant may see."""


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
    """Return the column for a severity: 0 is critical, 3 is low."""
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

# One index for queries by severity, one for queries by time.
for _kind, _when in (("signals", "detected_on"), ("incidents", "started_at"), ("issues", "opened_at")):
    _rows = metadata.tables[_kind]
    sa.Index(f"ix_{_kind}_worst", _rows.c.tenant, _rows.c.severity, _rows.c[_when])
    sa.Index(f"ix_{_kind}_lately", _rows.c.tenant, _rows.c[_when])


ROLE = re.compile(r"\w(?:[\w .:@/+&-]{0,98}[\w.:@/+&-])?")
"""Valid names of roles in `visible_to`: any name without quotes, commas, semicolons and backslashes."""

ROW_CLASSES: dict[Kind, type[Row]] = {
    "signals": Signal,
    "incidents": Incident,
    "issues": Issue,
    "metrics": Metric,
}
SEVERITIES: tuple[Severity, ...] = ("critical", "high", "medium", "low")
"""Severities, most severe first. The database stores the index in this tuple."""

_RANKS = {name: rank for rank, name in enumerate(SEVERITIES)}
_DAYS = frozenset({"detected_on", "due_on", "measured_on"})
_MOMENTS = frozenset({"started_at", "resolved_at", "opened_at"})


def rank_of(severity: Severity) -> int:
    """Return the index of a severity in `SEVERITIES`."""
    return _RANKS[severity]


@cache
def column_names(kind: Kind) -> tuple[str, ...]:
    """Return the column names of a table, in the order of `values_of`."""
    return ("tenant", "id", "visible_to", *field_names(kind)[1:])


def values_of(kind: Kind, tenant: str, visible_to: frozenset[str], row: Row) -> tuple[object, ...]:
    """Return the column values of a row, in the order of `column_names`."""
    roles = json.dumps(sorted(visible_to)) if visible_to else EVERYBODY
    return (tenant, row.id, roles, *[encode(getattr(row, name)) for name, encode in _encoders(kind)])


def field_names(kind: Kind) -> tuple[str, ...]:
    """Return the field names of a row, which are also column names of its table."""
    return ROW_CLASSES[kind]._fields


def row_of(kind: Kind, values: Sequence[Any]) -> Row:
    """Return the row with these column values, in the order of `field_names`."""
    fields = list(values)
    for index, decode in _decoders(kind):
        if fields[index] is not None:
            fields[index] = decode(fields[index])
    return ROW_CLASSES[kind](*fields)


@cache
def _decoders(kind: Kind) -> list[tuple[int, Callable[[Any], object]]]:
    """Return the index and the decoder of each field whose column value must be decoded."""
    decoders = [(index, _decoder(name)) for index, name in enumerate(field_names(kind))]
    return [(index, decode) for index, decode in decoders if decode is not None]


@cache
def _encoders(kind: Kind) -> list[tuple[str, Callable[[Any], object]]]:
    """Return the name and the encoder of each column except tenant, id and visible_to."""
    return [(name, _encoder(name)) for name in column_names(kind)[3:]]


def _encoder(name: str) -> Callable[[Any], object]:
    if name == "severity":
        return _RANKS.__getitem__
    if name in _MOMENTS:
        return lambda at: None if at is None else micros(at)
    if name in _DAYS:
        return lambda day: None if day is None else day.isoformat()
    return lambda value: value


def _decoder(name: str) -> Callable[[Any], object] | None:
    if name == "severity":
        return SEVERITIES.__getitem__
    if name in _DAYS:
        return date.fromisoformat
    return moment if name in _MOMENTS else None
