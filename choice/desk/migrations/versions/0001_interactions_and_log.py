"""Make the tables for interactions and the decision log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_open = "state = 'open'"


def upgrade() -> None:
    """Make the tables for interactions and the decision log."""
    _interactions()
    _decision_log()
    op.create_table(
        "facts", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in _POSTGRESQL:
            op.execute(statement)


def _interactions() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("project", sa.Text),
        sa.Column("conversation", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("ask_key", sa.Text),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("policy", sa.Text, nullable=False),
        sa.Column("urgency", sa.Text, nullable=False),
        sa.Column("dialect", sa.Text),
        sa.Column("audience", sa.Text, nullable=False),
        sa.Column("surfaces", sa.Text, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("if_unanswered", sa.Text, nullable=False),
        sa.Column("shown_at", sa.BigInteger),
        sa.Column("snoozed_until", sa.BigInteger),
        sa.Column("typing_until", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("decision_key", sa.Text),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("acknowledged_at", sa.BigInteger),
        sa.UniqueConstraint("tenant", "agent", "ask_key", name="uq_interactions_tenant_agent_ask_key"),
    )
    op.create_index("ix_interactions_tenant_asked_at", "interactions", ["tenant", "asked_at"])
    for name, columns, where in (
        ("ix_interactions_open", ["deadline"], _open),
        ("ix_interactions_uncollected", ["tenant", "agent"], "state != 'open' AND acknowledged_at IS NULL"),
    ):
        op.create_index(
            name, "interactions", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
        )


def _decision_log() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "decision_log",
        sa.Column("seq", number, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("actor", sa.Text),
        sa.Column("surface", sa.Text),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("project", sa.Text),
        sa.Column("shown_ms", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chain",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("start_seq", sa.BigInteger, nullable=False),
        sa.Column("start_hash", sa.LargeBinary, nullable=False),
    )


# desk_now is a function so that one place says what time it is. desk_head takes the lock before it looks:
# each query in a volatile function sees what was committed until then. The lock's number is arbitrary.
_POSTGRESQL = (
    """
    CREATE FUNCTION desk_now() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$
    """,
    """
    CREATE FUNCTION desk_head(OUT seq bigint, OUT hash bytea) LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(5249112601174223011);
        SELECT log.seq, log.hash INTO seq, hash FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
        IF seq IS NULL THEN
            seq := 0;
            hash := decode(repeat('00', 32), 'hex');
        END IF;
    END $$
    """,
    """
    CREATE FUNCTION desk_notify() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('choicewire', '');
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER desk_notify AFTER INSERT ON decision_log
    FOR EACH STATEMENT EXECUTE FUNCTION desk_notify()
    """,
)
