"""Store askers in separate columns, key conversations by tenant, and add page sessions and preferences.

Questions that were asked over MCP have the asker `CLIENT of USER`. It is split where this is unambiguous.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from choice.desk.sql.schema import wall_around

revision = "0002"
down_revision = "0001"

_OLD_KEY = "uq_interactions_tenant_agent_ask_key"
_NEW_KEY = "uq_interactions_asker_key"
_MCP = " of "
_ASKER = ("asker_kind", "asker_subject", "asker_client")


def upgrade() -> None:
    """Add the columns and tables, and fill the columns of existing questions."""
    with op.batch_alter_table("interactions") as interactions:
        interactions.add_column(sa.Column("asker_kind", sa.Text, nullable=False, server_default="local"))
        interactions.add_column(sa.Column("asker_subject", sa.Text, nullable=False, server_default=""))
        interactions.add_column(sa.Column("asker_client", sa.Text, nullable=False, server_default=""))
    _fill_askers(op.get_bind())
    with op.batch_alter_table("interactions") as interactions:
        interactions.drop_constraint(_OLD_KEY, type_="unique")
        interactions.create_unique_constraint(_NEW_KEY, ["tenant", *_ASKER, "ask_key"])
    _change_key("conversations", ("tenant", "id"))
    _change_key("messages", ("tenant", "conversation_id", "seq"))
    op.create_table(
        "page_sessions",
        sa.Column("tenant", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_page_sessions_subject", "page_sessions", ["tenant", "subject"])
    op.create_table(
        "user_preferences",
        sa.Column("tenant", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in ("page_sessions", "user_preferences"):
            for statement in wall_around(table):
                op.execute(statement)


def _change_key(table: str, columns: Sequence[str]) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey")
        op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {table}_pkey PRIMARY KEY ({', '.join(columns)})")
        return
    # SQLite cannot change a primary key: copy the rows to a new table.
    old = sa.Table(table, sa.MetaData(), autoload_with=op.get_bind())
    indexes = [sa.schema.CreateIndex(index) for index in old.indexes]
    for index in old.indexes:
        op.drop_index(str(index.name), table)
    op.rename_table(table, f"{table}_0001")
    op.create_table(
        table,
        *(
            sa.Column(
                *(one.name, one.type),
                nullable=one.nullable,
                server_default=one.server_default,
            )
            for one in old.columns
        ),
        sa.PrimaryKeyConstraint(*columns),
    )
    names = ", ".join(one.name for one in old.columns)
    op.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM {table}_0001")  # noqa: S608 - constants
    op.drop_table(f"{table}_0001")
    for statement in indexes:
        op.execute(statement)


def _fill_askers(connection: sa.Connection) -> None:
    """Fill the columns of existing questions. On PostgreSQL, migrations see the rows of all tenants."""
    names = ("tenant", "agent", "project", "conversation", "ask_key", "audience", *_ASKER)
    table = sa.table("interactions", *map(sa.column, names))
    columns = table.c
    is_chat = sa.and_(columns.agent == "chat assistant", columns.conversation.is_not(None))
    has_token = sa.and_(columns.tenant != "local", columns.project.is_(None), columns.conversation.is_(None))
    kind = sa.case((is_chat, "assistant"), (has_token, "agent"), else_="local")
    connection.execute(sa.update(table).values(asker_kind=kind, asker_subject=columns.agent))
    by_mcp = sa.and_(columns.ask_key.like("mcp:%"), columns.project.is_(None), columns.agent.contains(_MCP))
    asks_anyone = columns.audience == "[[],[]]"
    for agent in connection.execute(sa.select(columns.agent).where(by_mcp).distinct()).scalars().all():
        client, *subjects = agent.split(_MCP)
        if len(subjects) == 1:
            values = {
                "asker_kind": sa.case((asks_anyone, "agent"), else_="person"),
                "asker_subject": subjects[0],
                "asker_client": client,
            }
            connection.execute(sa.update(table).where(by_mcp, columns.agent == agent).values(values))
