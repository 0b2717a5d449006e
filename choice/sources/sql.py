"""Source that queries rows from the application's database."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

import sqlalchemy as sa

from choice.clock import micros
from choice.desk.sql.transaction import Database
from choice.sources.protocol import COUNTED_FIELDS, Found, Kind, Query
from choice.sources.schema import EVERYBODY, ROLE, SEVERITIES, TABLES, field_names, rank_of, row_of

MAX_WORDS = 8
"""Maximum number of words in the text of a query. Others are ignored."""
MAX_GROUPS = 10
"""Maximum number of departments, categories or teams whose rows are counted."""

_TIME_COLUMNS: dict[Kind, str] = {"signals": "detected_on", "incidents": "started_at", "issues": "opened_at"}
_IMPACT_COLUMNS: dict[Kind, str] = {"signals": "impact_score", "incidents": "users_affected"}
_WITH_STATUS = frozenset({"incidents", "issues"})
_NAME_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "signals": ("title", "department"),
    "incidents": ("title", "category"),
    "issues": ("title", "team", "assignee"),
    "metrics": ("name",),
}
_PROSE_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "signals": ("analysis", "risk", "action"),
    "incidents": ("root_cause", "resolution"),
    "issues": ("summary",),
    "metrics": ("note",),
}
_EMPTY: sa.ColumnElement[str] = sa.literal_column("''")
_SPACE: sa.ColumnElement[str] = sa.literal_column("' '")
_HYPHEN: sa.ColumnElement[str] = sa.literal_column("'-'")
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
_STATEMENT_CACHE_SIZE = 256


class SqlSource:
    """Finds rows in the tables of `choice.sources.schema`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, query: Query) -> Mapping[Kind, Found]:
        """Return the matching rows of each kind.

        Raises:
            StoreError: The data is unavailable.
        """
        return await self.database.read(partial(self.find_on, query=query), query.tenant)

    def find_on(self, connection: sa.Connection, query: Query) -> Mapping[Kind, Found]:
        """Do what `find` does on a connection, whose transaction belongs to the tenant of the query."""
        return {kind: _find(connection, kind, query) for kind in query.kinds}


def _find(connection: sa.Connection, kind: Kind, query: Query) -> Found:
    statement, parameters = rows_query(kind, query)
    rows = tuple([row_of(kind, values) for values in connection.execute(statement, parameters)])
    if len(rows) < query.limit:
        return Found(rows, len(rows))
    counted = connection.execute(*rows_query(kind, query, is_counting=True)).all()
    return Found(rows, sum([numbers[-1] for numbers in counted]), _totals(kind, counted))


def _totals(kind: Kind, counted: Sequence[Sequence[Any]]) -> dict[str, dict[str, int]]:
    """Return the number of rows by each field, the largest numbers first."""
    totals: dict[str, dict[str, int]] = {}
    for at, name in enumerate(COUNTED_FIELDS[kind]):
        numbers: Counter[str] = Counter()
        for values in counted:
            numbers[SEVERITIES[values[at]] if name == "severity" else values[at]] += values[-1]
        totals[name] = dict(numbers.most_common(MAX_GROUPS))
    return totals


def rows_query(
    kind: Kind, query: Query, *, is_counting: bool = False
) -> tuple[sa.Select[Any], dict[str, object]]:
    """Return the statement for the rows of one kind, and its parameters.

    With `is_counting`, it counts all matching rows by the fields in `COUNTED_FIELDS`.
    """
    roles = [json.dumps(role) for role in sorted(query.roles) if ROLE.fullmatch(role)]
    parameters: dict[str, object] = {"own_tenant": query.tenant}
    parameters |= {f"role_{number}": role for number, role in enumerate(roles)}
    if query.ids:
        parameters["ids"] = sorted({spelling for each in query.ids for spelling in (each, each.lower())})
    else:
        parameters |= _filters(kind, query)
    return _statement(kind, tuple(parameters), 0 if is_counting else query.limit), parameters


def _filters(kind: Kind, query: Query) -> dict[str, object]:
    """Return the parameters of the filters that apply to a kind."""
    place = "name" if query.in_names else "text"
    words = [_pattern(word) for word in query.text[:MAX_WORDS]]
    parameters: dict[str, object] = {f"{place}_{number}": word for number, word in enumerate(words)}
    if kind == "metrics":
        return parameters
    parameters |= {f"severity_{severity}": rank_of(severity) for severity in query.severities}
    if kind in _WITH_STATUS:
        parameters |= {f"status_{status}": status for status in query.statuses}
    if query.since is not None:
        parameters["since"] = _column_value(kind, query.since)
    if query.until is not None:
        parameters["until"] = _column_value(kind, query.until)
    for number, gap in enumerate(query.gaps):
        parameters[f"gap_{number}_since"] = _column_value(kind, gap.since)
        parameters[f"gap_{number}_until"] = _column_value(kind, gap.until)
    return parameters


def _pattern(word: str) -> str:
    """Return a LIKE pattern for a word. An ASCII word must begin where a word of the text begins."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"% {escaped}%" if word.isascii() else f"%{escaped}%"


@lru_cache(_STATEMENT_CACHE_SIZE)
def _statement(kind: Kind, parameters: tuple[str, ...], limit: int) -> sa.Select[Any]:
    """Return the statement with these parameters, each a restriction of the rows. Without a limit, it counts.

    Rows are ordered by severity, then impact, then newest first. Statements are cached, because building one
    takes longer than running it.
    """
    table = TABLES[kind]
    roles = [name for name in parameters if name.startswith("role_")]
    conditions = [
        table.c.tenant == sa.bindparam("own_tenant"),
        _is_visible(table, roles),
        *_conditions(kind, parameters),
    ]
    if not limit:
        counted = [table.c[name] for name in COUNTED_FIELDS[kind]]
        count = sa.select(*counted, sa.func.count()).select_from(table).where(*conditions)
        return count.group_by(*counted) if counted else count
    rows = sa.select(*[table.c[name] for name in field_names(kind)]).where(*conditions)
    # Literals: SQLite plans a query anew each time if its limit is a parameter, and SQLAlchemy adds a
    # parameter for a missing offset.
    return rows.order_by(*_order(kind)).limit(sa.literal_column(str(limit))).offset(_ZERO)


def _order(kind: Kind) -> list[sa.ColumnElement[Any]]:
    columns = TABLES[kind].c
    if kind == "metrics":
        return [columns.name, columns.id]
    impact = [columns[_IMPACT_COLUMNS[kind]].desc()] if kind in _IMPACT_COLUMNS else []
    return [columns.severity, *impact, columns[_TIME_COLUMNS[kind]].desc(), columns.id]


def _conditions(kind: Kind, parameters: tuple[str, ...]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions for ids, severities, status, time span and text."""
    columns = TABLES[kind].c
    if "ids" in parameters:
        return [columns.id.in_(sa.bindparam("ids", expanding=True))]
    names = (*_NAME_COLUMNS[kind], *_PROSE_COLUMNS[kind])
    conditions: list[sa.ColumnElement[bool]] = []
    for field in ("severity", "status"):
        allowed: list[sa.BindParameter[Any]] = [
            sa.bindparam(name) for name in parameters if name.startswith(f"{field}_")
        ]
        conditions += [columns[field].in_(allowed)] if allowed else []
    conditions += [_contains(kind, names, name) for name in parameters if name.startswith("text_")]
    conditions += [
        _contains(kind, _NAME_COLUMNS[kind], name) for name in parameters if name.startswith("name_")
    ]
    if kind in _TIME_COLUMNS:
        conditions += _in_span(columns[_TIME_COLUMNS[kind]], parameters)
    return conditions


def _in_span(time: sa.ColumnElement[Any], parameters: tuple[str, ...]) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if "since" in parameters:
        conditions.append(time >= sa.bindparam("since"))
    if "until" in parameters:
        conditions.append(time <= sa.bindparam("until"))
    for number in range(sum([name.startswith("gap_") for name in parameters]) // 2):
        before = time < sa.bindparam(f"gap_{number}_since")
        conditions.append(sa.or_(before, time > sa.bindparam(f"gap_{number}_until")))
    return conditions


def _contains(kind: Kind, names: Sequence[str], parameter: str) -> sa.ColumnElement[bool]:
    """Return the condition that one of the columns matches a pattern. Hyphens count as spaces."""
    columns = TABLES[kind].c
    pattern = sa.bindparam(parameter, type_=sa.Text)
    texts = [_SPACE.concat(sa.func.lower(sa.func.replace(columns[name], _HYPHEN, _SPACE))) for name in names]
    return sa.or_(*[text.like(pattern, escape="\\") for text in texts])


def _is_visible(table: sa.Table, roles: Sequence[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a row needs no role, or one of those in the parameters with these names.

    A JSON list contains a role if removing the quoted role changes the list. That works alike in SQLite and
    PostgreSQL and is case-sensitive; a role that matches `ROLE` contains no quotation mark.
    """
    visible_to = table.c.visible_to
    has_role = [
        sa.func.replace(visible_to, sa.bindparam(name, type_=sa.Text), _EMPTY) != visible_to for name in roles
    ]
    return sa.or_(visible_to == EVERYBODY, *has_role)


def _column_value(kind: Kind, at: datetime) -> object:
    """Convert a timestamp to a value of the time column of this kind. Signals store days."""
    return at.date().isoformat() if kind == "signals" else micros(at)
