"""The tables of Slack. Times are microseconds since 1970, UTC; structured values are JSON text."""

import sqlalchemy as sa

metadata = sa.MetaData()

threads = sa.Table(
    "slack_threads",
    metadata,
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

cards = sa.Table(
    "slack_cards",
    metadata,
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

outbox = sa.Table(
    "slack_outbox",
    metadata,
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

seen = sa.Table(
    "slack_seen",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)

homes = sa.Table(
    "slack_homes",
    metadata,
    sa.Column("team", sa.Text, primary_key=True),
    sa.Column("user", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
)
