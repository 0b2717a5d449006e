"""Rows as the database keeps them, and back."""

import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from typing import Any

from choice.chat.sources.findings import Incident, Issue, Kind, Metric, Row, Severity, Signal
from choice.chat.sources.schema import EVERYBODY
from choice.clock import micros, moment

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
