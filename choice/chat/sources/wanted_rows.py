"""The query for what a message asks: tenant, roles, severity, time and ids all decide inside the database."""

import re
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from choice.chat.principal import Principal
from choice.chat.sources.findings import Intent, Kind, Row
from choice.chat.sources.row_values import field_names, rank_of, row_of
from choice.chat.sources.schema import EVERYBODY, TABLES
from choice.clock import micros

ROLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@/-]{0,99}")
"""The names of roles by which rows can be shown; a role of another name opens nothing."""

_WHEN: dict[Kind, str] = {"signals": "detected_on", "incidents": "started_at", "issues": "opened_at"}
_IMPACT: dict[Kind, str] = {"signals": "impact_score", "incidents": "users_affected"}
_NOTHING: sa.ColumnElement[str] = sa.literal_column("''")
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")


class Wanted(NamedTuple):
    """The rows of one kind that are asked for: the worst first, of those the newest."""

    kind: Kind
    statement: sa.Select[Any]

    def rows(self, connection: sa.Connection) -> list[Row]:
        """Return them."""
        return [row_of(self.kind, values) for values in connection.execute(self.statement)]


def rows_wanted(kind: Kind, intent: Intent, principal: Principal, most: int) -> Wanted:
    """Return what is asked for of one kind; tenant and roles always decide too."""
    table = TABLES[kind]
    wanted: sa.Select[Any] = sa.select(*[table.c[name] for name in field_names(kind)])
    wanted = wanted.where(table.c.tenant == principal.tenant, _may_see(table, principal.roles))
    ids = sorted({spelling for each in intent.ids for spelling in (each, each.lower())})
    if ids:
        wanted = wanted.where(table.c.id.in_(ids)).order_by(table.c.id)
    elif kind == "metrics":
        wanted = wanted.order_by(table.c.name, table.c.id)
    else:
        wanted = _in_time(wanted, kind, intent)
    # With a limit that is a parameter SQLite plans the query anew each time, and of an offset that is not
    # there it would make a parameter, too.
    return Wanted(kind, wanted.limit(sa.literal_column(str(most))).offset(_ZERO))


def _in_time(wanted: sa.Select[Any], kind: Kind, intent: Intent) -> sa.Select[Any]:
    """Return a query with the severities and the time span of an intent, the worst and newest first."""
    table = TABLES[kind]
    when = table.c[_WHEN[kind]]
    if intent.severities:
        ranks = [rank_of(severity) for severity in intent.severities]
        wanted = wanted.where(table.c.severity.in_(ranks))
    if intent.since is not None:
        wanted = wanted.where(when >= _bound(kind, intent.since))
    if intent.until is not None:
        wanted = wanted.where(when <= _bound(kind, intent.until))
    for gap in intent.gaps:
        wanted = wanted.where(sa.or_(when < _bound(kind, gap.since), when > _bound(kind, gap.until)))
    heaviest = [table.c[_IMPACT[kind]].desc()] if kind in _IMPACT else []
    return wanted.order_by(table.c.severity, when.desc(), *heaviest, table.c.id)


def _may_see(table: sa.Table, roles: frozenset[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a row is for everybody or for one of the roles.

    A list has a role when taking the role's name out of it, quotation marks included, changes the list. That
    is the same in both databases and minds upper and lower case; no name that `ROLE` allows holds a quote.
    """
    seen = table.c.visible_to
    held = [
        sa.func.replace(seen, f'"{role}"', _NOTHING) != seen for role in sorted(roles) if ROLE.fullmatch(role)
    ]
    return sa.or_(seen == EVERYBODY, *held)


def _bound(kind: Kind, at: datetime) -> object:
    """Return a moment as the column of the kind keeps it; a day counts if any of it does."""
    return at.date().isoformat() if kind == "signals" else micros(at)
