"""The queue: how many questions of one asker a person has open, and which may come next."""

import sqlalchemy as sa

from choice.desk.interaction import Interaction
from choice.desk.schema import interactions, is_queued, is_still_open, is_the_one, seats
from choice.desk.sql_rows import interaction_of
from choice.desk.sql_transaction import Transaction

_c = interactions.c
_by_urgency = sa.case((_c.urgency == "high", 0), (_c.urgency == "normal", 1), else_=2)
_is_mine = sa.and_(
    seats.c.tenant == sa.bindparam("asker_tenant"),
    seats.c.agent == sa.bindparam("asker_agent"),
    seats.c.person.in_(sa.bindparam("people", expanding=True)),
)
_still_open = sa.select(_c.id).where(_c.id == seats.c.interaction_id, is_still_open)
_leave = sa.delete(seats).where(_is_mine, ~sa.exists(_still_open))
_taken = (
    sa.select(sa.func.count())
    .select_from(seats.join(interactions, _c.id == seats.c.interaction_id))
    .where(_is_mine, is_still_open, ~_c.queued)
    .group_by(seats.c.person)
)
WAITING = (
    sa.select(interactions)
    .where(is_queued, _c.tenant == sa.bindparam("asker_tenant"), _c.agent == sa.bindparam("asker_agent"))
    .order_by(_by_urgency, _c.asked_at)
    .with_for_update(skip_locked=True)
)
_let_in = (
    sa.update(interactions)
    .where(is_the_one(sa.bindparam("admitted_id"), sa.bindparam("asker_tenant")))
    .values(queued=sa.false())
)
ASKERS = sa.select(_c.tenant, _c.agent).where(is_queued, _c.tenant >= sa.literal_column("''")).distinct()


def is_full(tx: Transaction, interaction: Interaction, most_open: int) -> bool:
    """Tell whether one of the people asked has as many open questions of this asker as anybody may have."""
    asker = interaction.asked_by
    mine = {
        "asker_tenant": asker.tenant,
        "asker_agent": asker.agent,
        "people": list(interaction.audience.seats),
    }
    tx.connection.execute(_leave, mine)
    return max(tx.connection.execute(_taken, mine).scalars().all(), default=0) >= most_open


def take_seats(tx: Transaction, interaction: Interaction) -> None:
    """Count an interaction for each of the people asked."""
    asker = interaction.asked_by
    rows = [
        {"tenant": asker.tenant, "agent": asker.agent, "person": person, "interaction_id": interaction.id}
        for person in interaction.audience.seats
    ]
    tx.connection.execute(sa.insert(seats), rows)


def let_in(tx: Transaction, tenant: str, agent: str, most_open: int) -> list[Interaction]:
    """Open what an asker has in the queue and people have room for: the urgent first, then the oldest."""
    waiting = tx.connection.execute(WAITING, {"asker_tenant": tenant, "asker_agent": agent})
    admitted: list[Interaction] = []
    for row in waiting.mappings().all():
        interaction = interaction_of(row)
        if not is_full(tx, interaction, most_open):
            tx.connection.execute(_let_in, {"admitted_id": interaction.id, "asker_tenant": tenant})
            admitted.append(interaction.admitted())
    return admitted


def waiting_askers(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return those who have questions in the queue, as tenant and agent."""
    return [(tenant, agent) for tenant, agent in connection.execute(ASKERS)]
