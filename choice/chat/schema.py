"""The tables of conversations. Times are microseconds since 1970, UTC; structured values are JSON text."""

import sqlalchemy as sa

metadata = sa.MetaData()

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("lease", sa.Text),
    sa.Column("lease_until", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("updated_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("messages", sa.Integer, nullable=False, server_default="0"),
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("conversation_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("details", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)
