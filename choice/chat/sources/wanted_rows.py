"""The query for what a message asks: tenant, roles, severity, time and ids all decide inside the database."""

import re
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from choice.chat.principal import Principal
from choice.chat.quick_statement import QuickStatement
from choice.chat.sources.findings import Intent, Kind, Row
from choice.chat.sources.row_values import field_names, rank_of, row_of
from choice.chat.sources.schema import EVERYBODY, TABLES
from choice.clock import micros

ROLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@/-]{0,99}")
"""The names of roles by which rows can be shown; a role of another name opens nothing."""

_WHEN: dict[Kind, str] = {"signals": "detected_on", "incidents": "started_at", "issues": "opened_at"}
_IMPACT: dict[Kind, str] = {"signals": "impact_score", "incidents": "users_affected"}
_MOST_SHAPES = 256
_MOST_ROLES = 256
_NOTHING: sa.ColumnElement[str] = sa.literal_column("''")
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")


class Shape(NamedTuple):
    """What decides how a query reads, apart from the values in it."""

    kind: Kind
    roles: int
    ids: int
    severities: int
    has_start: bool
    has_end: bool
    gaps: int
    most: int


class Wanted(NamedTuple):
    """The rows of one kind that are asked for: the worst first, of those the newest."""

    shape: Shape
    values: tuple[object, ...]

    @property
    def statement(self) -> sa.UpdateBase | sa.Select[Any]:
        """The query with its values, for whoever wants to look at it."""
        return _query(self.shape).given(*self.values)

    def rows(self, connection: sa.Connection) -> list[Row]:
        """Return them."""
        kind = self.shape.kind
        return [row_of(kind, values) for values in _query(self.shape).rows(connection, *self.values)]


def rows_wanted(kind: Kind, intent: Intent, principal: Principal, most: int) -> Wanted:
    """Return what is asked for of one kind; tenant and roles always decide too."""
    roles = _quoted(principal.roles)
    ids = sorted({spelling for each in intent.ids for spelling in (each, each.lower())})
    severities: list[int] = []
    bounds: list[object] = []
    has_start = has_end = False
    gaps = 0
    if not ids and kind != "metrics":
        severities = [rank_of(severity) for severity in intent.severities]
        has_start, has_end = intent.since is not None, intent.until is not None
        bounds = [_bound(kind, at) for at in (intent.since, intent.until) if at is not None]
        gaps = len(intent.gaps)
        bounds += [_bound(kind, at) for gap in intent.gaps for at in (gap.since, gap.until)]
    shape = Shape(kind, len(roles), len(ids), len(severities), has_start, has_end, gaps, most)
    return Wanted(shape, (principal.tenant, EVERYBODY, *roles, *ids, *severities, *bounds))


@lru_cache(_MOST_ROLES)
def _quoted(roles: frozenset[str]) -> list[str]:
    """Return the roles that can open rows, as a list of them has them."""
    return [f'"{role}"' for role in sorted(roles) if ROLE.fullmatch(role)]


@lru_cache(_MOST_SHAPES)
def _query(shape: Shape) -> QuickStatement:
    """Return the query of a shape, whose values come in the order of `rows_wanted`."""
    table = TABLES[shape.kind]
    given = _Given()
    wanted: sa.Select[Any] = sa.select(*[table.c[name] for name in field_names(shape.kind)])
    wanted = wanted.where(table.c.tenant == given.one(sa.Text()), _may_see(table, shape.roles, given))
    if shape.ids:
        wanted = wanted.where(table.c.id.in_(given.some(shape.ids, sa.Text()))).order_by(table.c.id)
    elif shape.kind == "metrics":
        wanted = wanted.order_by(table.c.name, table.c.id)
    else:
        if shape.severities:
            wanted = wanted.where(table.c.severity.in_(given.some(shape.severities, sa.Integer())))
        when = table.c[_WHEN[shape.kind]]
        if shape.has_start:
            wanted = wanted.where(when >= given.one(when.type))
        if shape.has_end:
            wanted = wanted.where(when <= given.one(when.type))
        for _ in range(shape.gaps):
            wanted = wanted.where(sa.or_(when < given.one(when.type), when > given.one(when.type)))
        heaviest = [table.c[_IMPACT[shape.kind]].desc()] if shape.kind in _IMPACT else []
        wanted = wanted.order_by(table.c.severity, when.desc(), *heaviest, table.c.id)
    # With a limit that is a parameter SQLite plans the query anew each time, and of an offset that is not
    # there it would make a parameter, too.
    limited = wanted.limit(sa.literal_column(str(shape.most))).offset(_ZERO)
    return QuickStatement(limited, given.names)


def _may_see(table: sa.Table, roles: int, given: "_Given") -> sa.ColumnElement[bool]:
    """Return the condition that a row is for everybody or for one of the roles.

    A list has a role when taking the role's name out of it, quotation marks included, changes the list. That
    is the same in both databases and minds upper and lower case; no name that `ROLE` allows holds a quote.
    """
    seen = table.c.visible_to
    everybody = seen == given.one(sa.Text())
    held = [sa.func.replace(seen, role, _NOTHING) != seen for role in given.some(roles, sa.Text())]
    return sa.or_(everybody, *held)


class _Given:
    """The parameters of a query, named in the order in which they come."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def one(self, kind: sa.types.TypeEngine[Any]) -> sa.BindParameter[Any]:
        """Return the next parameter."""
        self.names.append(f"given_{len(self.names)}")
        return sa.bindparam(self.names[-1], type_=kind)

    def some(self, count: int, kind: sa.types.TypeEngine[Any]) -> list[sa.BindParameter[Any]]:
        """Return the next parameters."""
        return [self.one(kind) for _ in range(count)]


def _bound(kind: Kind, at: datetime) -> object:
    """Return a moment as the column of the kind keeps it; a day counts if any of it does."""
    return at.date().isoformat() if kind == "signals" else micros(at)
