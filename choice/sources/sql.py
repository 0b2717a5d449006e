"""The source that answers from the tables beside the desk's."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from choice.auth.principal import Principal
from choice.clock import micros
from choice.desk.sql.transaction import Database, Transaction
from choice.sources.context import TOKEN_BUDGET, within_budget
from choice.sources.intent import read_intent
from choice.sources.protocol import KINDS, Findings, Intent, Kind, Look, Row
from choice.sources.schema import EVERYBODY, TABLES, column_names, field_names, rank_of, row_of, values_of

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


MOST_ROWS = 50
"""How many rows of one kind are fetched at most."""


class SqlSource:
    """Finds rows by the intent of a message, and cuts them to what fits into the prompt."""

    def __init__(
        self, database: Database, token_budget: int = TOKEN_BUDGET, most_rows: int = MOST_ROWS
    ) -> None:
        self.database = database
        self._token_budget = token_budget
        self._most_rows = most_rows

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the rows that matter, and that the person may see.

        Raises:
            StoreError: The data cannot be read now.
        """
        look = self.look(message, principal, now)
        return await self.database.read(look, principal.tenant)

    def look(self, message: str, principal: Principal, now: datetime) -> Look:
        """Return how to find what `find` does."""
        intent = read_intent(message, now)
        kinds = KINDS if intent.ids else intent.topics
        wanted = [rows_wanted(kind, intent, principal, self._most_rows) for kind in kinds]

        def found(connection: sa.Connection) -> Findings:
            rows = {each.kind: each.rows(connection) for each in wanted}
            return within_budget(_findings(rows, intent, now), self._token_budget)

        return found


def _findings(rows: Mapping[Kind, list[Any]], intent: Intent, now: datetime) -> Findings:
    return Findings(
        intent=intent,
        signals=tuple(rows.get("signals", ())),
        incidents=tuple(rows.get("incidents", ())),
        issues=tuple(rows.get("issues", ())),
        metrics=tuple(rows.get("metrics", ())),
        asked_at=now,
    )


# Each batch is one statement for the database, which gives up on those that take seconds.
_BATCH = 2000


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to be written, and the roles that may see it; without roles, everybody of the tenant may."""

    row: Row
    visible_to: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing rows."""

    added: int
    replaced: int


def write_rows(
    tx: Transaction,
    kind: Kind,
    tenant: str,
    rows: Sequence[NewRow],
    progress: Callable[[int], None] = lambda _written: None,
) -> Written:
    """Write rows of one tenant; `progress` hears how many are written by now."""
    before = _count(tx.connection, kind, tenant)
    write = _write_to_postgresql if tx.connection.dialect.name == "postgresql" else _write_to_sqlite
    for start in range(0, len(rows), _BATCH):
        batch = [values_of(kind, tenant, new.visible_to, new.row) for new in rows[start : start + _BATCH]]
        write(tx.connection, kind, batch)
        progress(start + len(batch))
    added = _count(tx.connection, kind, tenant) - before
    return Written(added, len(rows) - added)


def _write_to_sqlite(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    places = ", ".join("?" for _ in column_names(kind))
    connection.exec_driver_sql(_replacing(kind, f"VALUES ({places})"), batch)


def _write_to_postgresql(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    """Write a batch as one statement: each column is one array, which saves a trip for each row."""
    table = TABLES[kind]
    types = [table.c[name].type.compile(connection.dialect) for name in column_names(kind)]
    arrays = ", ".join([f"${place}::{name}[]" for place, name in enumerate(types, start=1)])
    columns = tuple(map(list, zip(*batch, strict=True)))
    values = f"SELECT * FROM unnest({arrays})"  # noqa: S608 - the names of the columns' types
    connection.exec_driver_sql(_replacing(kind, values), columns)


def _count(connection: sa.Connection, kind: Kind, tenant: str) -> int:
    table = TABLES[kind]
    counted = sa.select(sa.func.count()).select_from(table).where(table.c.tenant == tenant)
    return connection.execute(counted).scalar_one()


def _replacing(kind: Kind, values: str) -> str:
    """Return the statement that writes rows; all of it are words of ours."""
    names = column_names(kind)
    changed = ", ".join([f"{name} = excluded.{name}" for name in names if name not in {"tenant", "id"}])
    listed = ", ".join(names)
    return f"INSERT INTO {kind} ({listed}) {values} ON CONFLICT (tenant, id) DO UPDATE SET {changed}"
