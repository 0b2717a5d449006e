"""Statements on asyncpg's own connection: what every answer and everybody who waits for one needs.

Through Core each costs half a millisecond more than the trip to the server.
"""

from collections.abc import Sequence

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from choice.answers import Outcome, stamped
from choice.clock import moment
from choice.desk.interaction import Interaction
from choice.desk.postgres.tenant_wall import SERVING
from choice.desk.sql import reads as sql_reads
from choice.desk.sql.dialect import PostgresDialect
from choice.desk.sql.rows import ENDED, interaction_of, outcome_of, outcome_text
from choice.desk.sql.schema import interactions
from choice.desk.store import Change, Decided, Decision, News

_ids = sa.bindparam("ids", type_=postgresql.ARRAY(sa.Text))
_many = sa.select(interactions).where(interactions.c.id == sa.any_(_ids))
_dialect = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]
_MANY, _ENDED, _STATE, _CHANGES = (
    str(statement.compile(dialect=_dialect))
    for statement in (
        _many,
        ENDED.where(interactions.c.id == sa.any_(_ids)),
        sql_reads.state(PostgresDialect()),
        sql_reads.CHANGES,
    )
)
_DECIDE = f"SELECT * FROM desk_decide($1, {SERVING % 2}, $3, $4, $5, $6, $7, $8, $9)"  # noqa: S608 - our own words
_LOAD = f"SELECT * FROM desk_load($1, {SERVING % 2})"  # noqa: S608 - as before


async def decide(connection: asyncpg.Connection, decision: Decision) -> Decided | None:
    """Make a decision in one round trip; None if it cannot stand, or not in this way."""
    note = decision.note
    row = await connection.fetchrow(
        _DECIDE,
        decision.interaction_id,
        decision.tenant,
        decision.version,
        note.kind,
        decision.text or outcome_text(decision.outcome),
        decision.key,
        note.actor,
        note.surface,
        note.body,
    )
    at, deadline, shown_at, number = row
    if number is None:
        return None
    changes = [Change(number, note.kind, decision.interaction_id)]
    outcome = stamped(decision.outcome, moment(at))
    shown = None if shown_at is None else moment(shown_at)
    return Decided(moment(at), moment(deadline), shown, changes, outcome)


async def ended(connection: asyncpg.Connection, decision: Decision) -> Interaction | None:
    """Return what a decision came too late for; None if that is not why it cannot stand."""
    found = await load(connection, decision.interaction_id, decision.tenant)
    return None if found is None or found.outcome is None else found


async def load(connection: asyncpg.Connection, interaction_id: str, tenant: str) -> Interaction | None:
    """Return the interaction that a tenant has under an id, or None."""
    row = await connection.fetchrow(_LOAD, interaction_id, tenant)
    return None if row is None else interaction_of(row)


async def load_many(connection: asyncpg.Connection, interaction_ids: Sequence[str]) -> list[Interaction]:
    """Return those of the interactions that exist."""
    return [interaction_of(row) for row in await connection.fetch(_MANY, list(interaction_ids))]


async def outcomes(
    connection: asyncpg.Connection, interaction_ids: Sequence[str]
) -> list[tuple[str, Outcome]]:
    """Return those of the interactions that have ended, and how."""
    rows = await connection.fetch(_ENDED, list(interaction_ids))
    return [(row[0], outcome_of(row[1], row[2])) for row in rows]


async def news(connection: asyncpg.Connection, after: int) -> News:
    """Return what happened after a change, and what is to be done when."""
    found = await connection.fetchrow(_STATE)
    changes: list[Change] = []
    if found[0] is not None and found[0] > after:
        changes = [Change(*row) for row in await connection.fetch(_CHANGES, after)]
    return sql_reads.news_of(found, changes)
