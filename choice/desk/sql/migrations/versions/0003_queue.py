"""Let each queued interaction wait for one full seat, so that an ending reads only the first of a queue."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_IS_QUEUED = "state = 'open' AND queued"
_INDEX = "ix_interactions_queued"

# Any seat will do: if it is not full, the next sweep admits the interaction or lets it wait for another one.
_FILL = """
    UPDATE interactions SET
        waits_for = (SELECT min(person) FROM seats WHERE interaction_id = interactions.id),
        queue_place = asked_at + CASE urgency WHEN 'high' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END
            * 100000000000000000
    WHERE state = 'open' AND queued
"""
_FREE = """
    DELETE FROM seats WHERE interaction_id IN (SELECT id FROM interactions WHERE state = 'open' AND queued)
"""


def upgrade() -> None:
    """Add the seat that an interaction waits for and its place, and index both."""
    op.add_column("interactions", sa.Column("waits_for", sa.Text))
    op.add_column("interactions", sa.Column("queue_place", sa.BigInteger))
    op.execute(_FILL)
    op.execute(_FREE)
    op.drop_index(_INDEX, "interactions")
    op.create_index(
        _INDEX,
        "interactions",
        ["tenant", "agent", "waits_for", "queue_place"],
        sqlite_where=sa.text(f"{_IS_QUEUED} = 1"),
        postgresql_where=sa.text(_IS_QUEUED),
    )
