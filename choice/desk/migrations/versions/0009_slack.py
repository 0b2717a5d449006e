"""Keep what is in Slack: threads, cards, what is still to be sent, and what was heard."""

import sqlalchemy as sa
from alembic import op

from choice.desk.tenant_wall import wall_around

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Keep what is in Slack: threads, cards, what is still to be sent, and what was heard."""
    _make_threads_and_cards()
    _make_outbox()
    if op.get_bind().dialect.name == "postgresql":
        for table in ("slack_threads", "slack_cards", "slack_outbox", "slack_seen", "slack_homes"):
            for statement in wall_around(table):
                op.execute(statement)


def _make_threads_and_cards() -> None:
    op.create_table(
        "slack_threads",
        sa.Column("conversation_id", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("thread_ts", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("told", sa.Text),
        sa.Column("stream_ts", sa.Text),
        sa.Column("stream_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    place = ["tenant", "team", "channel", "thread_ts"]
    op.create_index("ix_slack_threads_place", "slack_threads", place, unique=True)
    op.create_table(
        "slack_cards",
        sa.Column("handle", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("thread_ts", sa.Text),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.Column("shown", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_slack_cards_interaction", "slack_cards", ["tenant", "interaction_id"], unique=True)
    op.create_index("ix_slack_cards_place", "slack_cards", ["tenant", "team", "channel", "thread_ts"])


def _make_outbox() -> None:
    op.create_table(
        "slack_outbox",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("lane", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("lease", sa.Text),
        sa.Column("lease_until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_slack_outbox_seq", "slack_outbox", ["seq"])
    op.create_table(
        "slack_seen",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_slack_seen_at", "slack_seen", ["seen_at"])
    op.create_table(
        "slack_homes",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("user", sa.Text, primary_key=True),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
    )
