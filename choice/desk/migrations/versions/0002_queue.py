"""Let questions wait in a queue: mark them, and count whose are open."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# A partial index is used only where the query says the same in the same words, and SQLite has no booleans.
_queued = sa.text("state = 'open' AND queued")
_queued_in_sqlite = sa.text("state = 'open' AND queued = 1")


def upgrade() -> None:
    """Let questions wait in a queue: mark them, and count whose are open."""
    op.add_column("interactions", sa.Column("queued", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_interactions_queued",
        "interactions",
        ["tenant", "agent"],
        sqlite_where=_queued_in_sqlite,
        postgresql_where=_queued,
    )
    names = ("tenant", "agent", "person", "interaction_id")
    op.create_table("seats", *[sa.Column(name, sa.Text, primary_key=True) for name in names])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION desk_head()")
        op.execute(_HEAD)


_HEAD = """
    CREATE FUNCTION desk_head(OUT seq bigint, OUT hash bytea, OUT some_queued boolean)
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(5249112601174223011);
        SELECT log.seq, log.hash INTO seq, hash FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
        IF seq IS NULL THEN
            seq := 0;
            hash := decode(repeat('00', 32), 'hex');
        END IF;
        some_queued := EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued);
    END $$
"""
