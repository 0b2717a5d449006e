"""Keep conversations with a model: what was said, by whom, and which questions belong to it."""

import sqlalchemy as sa
from alembic import op

from choice.desk.tenant_wall import wall_around

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Keep conversations and their messages."""
    op.create_table(
        "conversations",
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
    op.create_index("ix_conversations_owner", "conversations", ["tenant", "owner", "updated_at"])
    op.create_index("ix_conversations_expires_at", "conversations", ["expires_at"])
    op.create_index(
        "ix_conversations_waiting",
        "conversations",
        ["state"],
        sqlite_where=sa.text("state <> 'idle'"),
        postgresql_where=sa.text("state <> 'idle'"),
    )
    op.create_table(
        "messages",
        sa.Column("conversation_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("tenant", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in ("conversations", "messages"):
            for statement in wall_around(table):
                op.execute(statement)
