"""The tables of the store, row-level security, and migrations.

Times are microseconds since 1970 (UTC), structured values are JSON text.
"""

import sqlalchemy as sa

from choice.errors import WrongSchema

HEAD = "0003"
"""The newest revision in migrations/versions."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

interactions = sa.Table(
    "interactions",
    metadata,
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
    sa.Column("queued", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("waits_for", sa.Text),  # a full seat; only while queued
    sa.Column("queue_place", sa.BigInteger),
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
    sa.Column("asker_kind", sa.Text, nullable=False, server_default="local"),
    sa.Column("asker_subject", sa.Text, nullable=False, server_default=""),
    sa.Column("asker_client", sa.Text, nullable=False, server_default=""),
    sa.UniqueConstraint(
        *("tenant", "asker_kind", "asker_subject", "asker_client", "ask_key"),
        name="uq_interactions_asker_key",
    ),
)
is_open = interactions.c.state == sa.literal_column("'open'")
is_queued = sa.and_(is_open, interactions.c.queued)
some_queued = sa.exists().where(is_queued, interactions.c.tenant >= sa.literal_column("''"))
"""Whether any interaction is queued. The condition on the tenant makes SQLite use the queue index."""
is_uncollected = sa.and_(
    interactions.c.state != sa.literal_column("'open'"), interactions.c.acknowledged_at.is_(None)
)

# `IS NOT DISTINCT FROM` prevents the use of an index on the column. PostgreSQL plans a statement once,
# perhaps while the tables are empty. With another index than that of the ids, it would scan many rows.
is_still_open = interactions.c.state.is_not_distinct_from(sa.literal_column("'open'"))
"""Whether an interaction is open, for statements that select it by id."""


def is_the_one(
    interaction_id: sa.ColumnElement[str] | str, tenant: sa.ColumnElement[str] | str
) -> sa.ColumnElement[bool]:
    """Return the condition for the interaction with this id and tenant. It uses only the index of ids."""
    return sa.and_(interactions.c.id == interaction_id, interactions.c.tenant.is_not_distinct_from(tenant))


seats = sa.Table(
    "seats",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("agent", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("interaction_id", sa.Text, primary_key=True),
)
"""One row per seat of each open interaction that is not queued. Rows of ended ones are deleted when the seats
of their agent are counted."""

decision_log = sa.Table(
    "decision_log",
    metadata,
    sa.Column(
        "seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False
    ),
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

chain = sa.Table(
    "chain",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("start_seq", sa.BigInteger, nullable=False),
    sa.Column("start_hash", sa.LargeBinary, nullable=False),
)
"""One row: the last purged record, so that the rest of the log can be verified."""

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Key-value pairs about the database itself: its identity, and the origin of its clock."""


# --- Row-level security on PostgreSQL ---
#
# Every statement filters by tenant. Row-level security is the second line of defence: a transaction sees only
# rows of the tenant that it has set, even if a statement has no filter. Superusers bypass row-level security.

_TENANT = "choice.tenant"
_EVERY_TENANT = "choice.every_tenant"

SERVING = f"set_config('{_TENANT}', $%d, true)"
"""Argument of a function call that sets the tenant of the transaction first."""
SERVING_EVERY_TENANT = {_EVERY_TENANT: "on"}
"""Connection settings for work on all tenants."""

_serve = sa.select(sa.func.set_config(_TENANT, sa.bindparam("served", type_=sa.Text), sa.true()))


def serve(connection: sa.Connection, tenant: str) -> None:
    """Set the tenant of the transaction."""
    connection.execute(_serve, {"served": tenant})


def wall_around(table: str) -> tuple[str, ...]:
    """Return the statements that enable row-level security for a table with a column `tenant`.

    The policy applies to the owner of the table too. `nullif` is needed because the setting is empty, not
    absent, after a transaction.
    """
    serves = f"tenant = nullif(current_setting('{_TENANT}', true), '')"
    serves_all = f"current_setting('{_EVERY_TENANT}', true) = 'on'"
    return (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS tenant_wall ON {table}",
        f"CREATE POLICY tenant_wall ON {table} USING ({serves} OR {serves_all})",
    )


def seeing_all(statements: str) -> str:
    """Wrap statements of a PL/pgSQL function so that they see the rows of all tenants.

    The function must declare `seen_before text`. Ordinary users cannot attach this setting to a function.
    Assignments are used instead of `PERFORM`, because `PERFORM` runs a query, which is much slower.
    """
    return f"""
        seen_before := coalesce(current_setting('{_EVERY_TENANT}', true), '');
        IF set_config('{_EVERY_TENANT}', 'on', true) = 'on' THEN
            {statements}
            seen_before := set_config('{_EVERY_TENANT}', seen_before, true);
        END IF;
    """


# --- Migrations ---

_LOCK = sa.text("SELECT pg_advisory_xact_lock(5249112601174223012)")


def revision_of(connection: sa.Connection, place: str) -> str | None:
    """Return the revision of a database, or None if it is empty.

    Raises:
        WrongSchema: The database has tables of another program.
    """
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" in tables:
        revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return revision
    if "decision_log" in tables or (tables and connection.dialect.name == "sqlite"):
        raise WrongSchema(place, "this database has tables that choicewire did not create.")
    return None


def upgrade(connection: sa.Connection, place: str) -> None:
    """Migrate a database to the newest revision, in the transaction of the caller.

    Raises:
        WrongSchema: A newer version of choicewire created the schema.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    if revision_of(connection, place) != HEAD:
        # Alembic is slow to import, and a database that is up to date does not need it.
        from choice.desk.sql.migrations import run  # noqa: PLC0415

        run(connection, place, HEAD)
