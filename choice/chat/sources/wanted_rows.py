"""The query for what a message asks: tenant, roles, severity, time and ids all decide inside the database."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from choice.chat.principal import Principal
from choice.chat.sources.findings import Intent, Kind
from choice.chat.sources.row_values import rank_of
from choice.chat.sources.schema import EVERYBODY, TABLES
from choice.clock import micros

ROLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@/-]{0,99}")
"""The names of roles by which rows can be shown; a role of another name opens nothing."""

_WHEN: dict[Kind, str] = {"signals": "detected_on", "incidents": "started_at", "issues": "opened_at"}
_IMPACT: dict[Kind, str] = {"signals": "impact_score", "incidents": "users_affected"}


def rows_wanted(kind: Kind, intent: Intent, principal: Principal, most: int) -> sa.Select[Any]:
    """Return the query for the rows of one kind: the worst first, of those the newest."""
    table = TABLES[kind]
    wanted = sa.select(table).where(table.c.tenant == principal.tenant, _may_see(table, principal.roles))
    if intent.ids:
        named = {spelling for each in intent.ids for spelling in (each, each.lower())}
        return wanted.where(table.c.id.in_(sorted(named))).order_by(table.c.id).limit(most)
    if kind == "metrics":
        return wanted.order_by(table.c.name, table.c.id).limit(most)
    if intent.severities:
        wanted = wanted.where(table.c.severity.in_([rank_of(severity) for severity in intent.severities]))
    when = table.c[_WHEN[kind]]
    if intent.since is not None:
        wanted = wanted.where(when >= _bound(kind, intent.since))
    if intent.until is not None:
        wanted = wanted.where(when <= _bound(kind, intent.until))
    heaviest = [table.c[_IMPACT[kind]].desc()] if kind in _IMPACT else []
    return wanted.order_by(table.c.severity, when.desc(), *heaviest, table.c.id).limit(most)


def _may_see(table: sa.Table, roles: Iterable[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a row is for everybody or for one of the roles.

    A list has a role when taking the role's name out of it, quotation marks included, changes the list. That
    is the same in both databases and minds upper and lower case; no name that `ROLE` allows holds a quote.
    """
    seen = table.c.visible_to
    held = [sa.func.replace(seen, f'"{role}"', "") != seen for role in sorted(roles) if ROLE.fullmatch(role)]
    return sa.or_(seen == EVERYBODY, *held)


def _bound(kind: Kind, at: datetime) -> object:
    """Return a moment as the column of the kind keeps it; a day counts if any of it does."""
    return at.date().isoformat() if kind == "signals" else micros(at)
