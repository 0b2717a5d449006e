"""Source that queries rows from the application's database, within a token budget."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from choice.auth import Principal
from choice.clock import micros
from choice.desk.sql.transaction import Database
from choice.sources.intent import parse_intent
from choice.sources.protocol import (
    KINDS,
    Findings,
    FindQuery,
    Incident,
    Intent,
    Issue,
    Kind,
    Metric,
    Row,
    Signal,
    row_line,
)
from choice.sources.schema import EVERYBODY, ROLE, TABLES, field_names, rank_of, row_of

MAX_ROWS = 50
"""Maximum number of rows of one kind that a query returns."""
TOKEN_BUDGET = 6000
"""Maximum number of tokens that the rows may take in the prompt."""

_TIME_COLUMNS: dict[Kind, str] = {"signals": "detected_on", "incidents": "started_at", "issues": "opened_at"}
_IMPACT_COLUMNS: dict[Kind, str] = {"signals": "impact_score", "incidents": "users_affected"}
_EMPTY: sa.ColumnElement[str] = sa.literal_column("''")
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
_CHARACTERS_PER_TOKEN = 4
_TOKENS_PER_BLOCK = 25
_STATEMENT_CACHE_SIZE = 256
_EPOCH = datetime(1, 1, 1, tzinfo=UTC)


class SqlSource:
    """Finds rows by the intent of a message, and trims them to the token budget."""

    def __init__(
        self, database: Database, token_budget: int = TOKEN_BUDGET, max_rows: int = MAX_ROWS
    ) -> None:
        self.database = database
        self._token_budget = token_budget
        self._max_rows = max_rows

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the matching rows that the principal may see.

        Raises:
            StoreError: The data is unavailable.
        """
        return await self.database.read(self.find_query(message, principal, now), principal.tenant)

    def find_query(self, message: str, principal: Principal, now: datetime) -> FindQuery:
        """Return the query that `find` runs."""
        intent = parse_intent(message, now)
        kinds = KINDS if intent.ids else intent.topics
        queries = [(kind, *rows_query(kind, intent, principal, self._max_rows)) for kind in kinds]

        def run(connection: sa.Connection) -> Findings:
            rows: dict[str, Any] = {
                kind: tuple([row_of(kind, values) for values in connection.execute(query, parameters)])
                for kind, query, parameters in queries
            }
            return within_budget(Findings(intent=intent, asked_at=now, **rows), self._token_budget)

        return run


def rows_query(
    kind: Kind, intent: Intent, principal: Principal, max_rows: int
) -> tuple[sa.Select[Any], dict[str, object]]:
    """Return the query for rows of one kind that the principal may see, and its parameters."""
    roles = [f'"{role}"' for role in sorted(principal.roles) if ROLE.fullmatch(role)]
    parameters: dict[str, object] = {"own_tenant": principal.tenant}
    parameters |= {f"role_{number}": role for number, role in enumerate(roles)}
    if intent.ids:
        parameters["ids"] = sorted({spelling for each in intent.ids for spelling in (each, each.lower())})
    elif kind != "metrics":
        for severity in intent.severities:
            parameters[f"severity_{severity}"] = rank_of(severity)
        if intent.since is not None:
            parameters["since"] = _column_value(kind, intent.since)
        if intent.until is not None:
            parameters["until"] = _column_value(kind, intent.until)
        for number, gap in enumerate(intent.gaps):
            parameters[f"gap_{number}_since"] = _column_value(kind, gap.since)
            parameters[f"gap_{number}_until"] = _column_value(kind, gap.until)
    return _statement(kind, tuple(parameters), max_rows), parameters


@lru_cache(_STATEMENT_CACHE_SIZE)
def _statement(kind: Kind, parameters: tuple[str, ...], max_rows: int) -> sa.Select[Any]:
    """Return the query with these parameters: each restricts the rows.

    Rows are ordered by severity, then newest first. Queries are cached, because building one takes longer
    than running it.
    """
    table = TABLES[kind]
    roles = [name for name in parameters if name.startswith("role_")]
    query: sa.Select[Any] = sa.select(*[table.c[name] for name in field_names(kind)])
    query = query.where(table.c.tenant == sa.bindparam("own_tenant"), _is_visible(table, roles))
    if "ids" in parameters:
        query = query.where(table.c.id.in_(sa.bindparam("ids", expanding=True))).order_by(table.c.id)
    elif kind == "metrics":
        query = query.order_by(table.c.name, table.c.id)
    else:
        query = _filtered(query, kind, parameters)
    # Literals: SQLite plans a query anew each time if its limit is a parameter, and SQLAlchemy adds a
    # parameter for a missing offset.
    return query.limit(sa.literal_column(str(max_rows))).offset(_ZERO)


def _filtered(query: sa.Select[Any], kind: Kind, parameters: tuple[str, ...]) -> sa.Select[Any]:
    """Add the severities and the time span of an intent to a query, and its order."""
    table = TABLES[kind]
    time = table.c[_TIME_COLUMNS[kind]]
    severities: list[sa.BindParameter[int]] = [
        sa.bindparam(name) for name in parameters if name.startswith("severity_")
    ]
    if severities:
        query = query.where(table.c.severity.in_(severities))
    if "since" in parameters:
        query = query.where(time >= sa.bindparam("since"))
    if "until" in parameters:
        query = query.where(time <= sa.bindparam("until"))
    for number in range(sum([name.startswith("gap_") for name in parameters]) // 2):
        before = time < sa.bindparam(f"gap_{number}_since")
        query = query.where(sa.or_(before, time > sa.bindparam(f"gap_{number}_until")))
    impact = [table.c[_IMPACT_COLUMNS[kind]].desc()] if kind in _IMPACT_COLUMNS else []
    return query.order_by(table.c.severity, time.desc(), *impact, table.c.id)


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


def within_budget(findings: Findings, token_budget: int) -> Findings:
    """Drop rows until `Findings.as_text` fits: metrics have priority, then severe rows, then recent ones."""
    if _tokens(findings) <= token_budget:
        return findings
    rows: list[tuple[Kind, Row]] = [(kind, row) for kind in KINDS for row in getattr(findings, kind)]
    kept: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
    remaining = token_budget
    for kind, row in sorted(rows, key=lambda each: _priority(each[1])):
        remaining -= tokens_in(row_line(row)) + (0 if kept[kind] else _TOKENS_PER_BLOCK)
        if remaining < 0:
            break
        kept[kind].add(row.id)
    return findings._replace(
        signals=tuple(row for row in findings.signals if row.id in kept["signals"]),
        incidents=tuple(row for row in findings.incidents if row.id in kept["incidents"]),
        issues=tuple(row for row in findings.issues if row.id in kept["issues"]),
        metrics=tuple(row for row in findings.metrics if row.id in kept["metrics"]),
    )


def _tokens(findings: Findings) -> int:
    groups = [getattr(findings, kind) for kind in KINDS]
    rows = sum([tokens_in(row_line(row)) for group in groups for row in group])
    return rows + _TOKENS_PER_BLOCK * sum([1 for group in groups if group])


def tokens_in(text: str) -> int:
    """Estimate the number of tokens in a text. The estimate is rather too high than too low."""
    if text.isascii():
        return len(text) // _CHARACTERS_PER_TOKEN + 1
    ascii_letters = sum(map(str.isascii, text))
    return ascii_letters // _CHARACTERS_PER_TOKEN + (len(text) - ascii_letters) + 1


def _priority(row: Row) -> tuple[int, float]:
    """Return a sort key: metrics first, then the most severe rows, then the newest."""
    if isinstance(row, Metric):
        return -1, 0.0
    return rank_of(row.severity), -(_time_of(row) - _EPOCH).total_seconds()


def _time_of(row: Signal | Incident | Issue) -> datetime:
    match row:
        case Signal(detected_on=day):
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        case Incident(started_at=at) | Issue(opened_at=at):
            return at
