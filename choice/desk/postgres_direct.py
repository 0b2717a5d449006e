"""Statements on asyncpg's own connection: what every answer and everybody who waits for one needs.

Through Core each costs half a millisecond more than the trip to the server.
"""

from collections.abc import Sequence

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from choice.clock import moment
from choice.desk.interaction import Interaction
from choice.desk.schema import interactions
from choice.desk.sql_rows import interaction_of, outcome_text
from choice.desk.store import Change, Decided, Decision
from choice.desk.tenant_wall import SERVING

_ids = sa.bindparam("ids", type_=postgresql.ARRAY(sa.Text))
_many = sa.select(interactions).where(interactions.c.id == sa.any_(_ids))
_MANY = str(_many.compile(dialect=postgresql.asyncpg.dialect()))  # type: ignore[no-untyped-call]
_DECIDE = f"SELECT * FROM desk_decide($1, {SERVING % 2}, $3, $4, $5, $6, $7, $8, $9)"  # noqa: S608 - our own words
_LOAD = f"SELECT * FROM desk_load($1, {SERVING % 2})"  # noqa: S608 - as before


async def decide(connection: asyncpg.Connection, decision: Decision) -> Decided | None:
    """Make a decision in one trip; None if it cannot stand, or not in this way."""
    note = decision.note
    row = await connection.fetchrow(
        _DECIDE,
        decision.interaction_id,
        decision.tenant,
        decision.version,
        note.kind,
        outcome_text(decision.outcome),
        decision.key,
        note.actor,
        note.surface,
        note.body,
    )
    at, deadline, shown_at, number = row
    if number is None:
        return None
    changes = [Change(number, note.kind, decision.interaction_id)]
    return Decided(moment(at), moment(deadline), None if shown_at is None else moment(shown_at), changes)


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
