"""Tables of the pages: sessions of signed-in users, and their preferences."""

import sqlalchemy as sa

metadata = sa.MetaData()

page_sessions = sa.Table(
    "page_sessions",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("roles", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("used_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Index("ix_page_sessions_subject", "tenant", "subject"),
)

user_preferences = sa.Table(
    "user_preferences",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
)
