"""The tables of the store. Times are whole microseconds since 1970, UTC; structured values are JSON text."""

import sqlalchemy as sa

HEAD = "0001"
"""The newest revision in migrations/versions: what this program reads and writes."""

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
    sa.UniqueConstraint("tenant", "agent", "ask_key"),
)
is_open = interactions.c.state == sa.literal_column("'open'")
is_queued = sa.and_(is_open, interactions.c.queued)
some_queued = sa.exists().where(is_queued, interactions.c.tenant >= sa.literal_column("''"))
"""Whether anything is queued. Naming the tenant makes SQLite take the index of the queue, the short one."""
is_uncollected = sa.and_(
    interactions.c.state != sa.literal_column("'open'"), interactions.c.acknowledged_at.is_(None)
)

# Said like this, no index serves them. PostgreSQL plans a statement once, perhaps while the tables are empty,
# and would go through all of a tenant, or all that are open, as long as it believes that there are few.
is_still_open = interactions.c.state.is_not_distinct_from(sa.literal_column("'open'"))
"""Whether an interaction that is found by its id is open."""


def is_the_one(
    interaction_id: sa.ColumnElement[str] | str, tenant: sa.ColumnElement[str] | str
) -> sa.ColumnElement[bool]:
    """Return the condition to be a tenant's interaction with an id, by which alone it is found."""
    return sa.and_(interactions.c.id == interaction_id, interactions.c.tenant.is_not_distinct_from(tenant))


seats = sa.Table(
    "seats",
    metadata,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("agent", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("interaction_id", sa.Text, primary_key=True),
)
"""Whose open questions are counted; rows of ended ones are removed when the next is opened."""

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
"""One row: the last record that was purged, so that the rest can still be verified."""

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What a database must know of itself: its identity, and the origin of its clock in each boot."""
