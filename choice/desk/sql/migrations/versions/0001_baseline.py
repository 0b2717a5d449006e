"""Create all tables, and on PostgreSQL the functions, the trigger and the row-level security.

The tables are those of choice/desk/sql/schema.py and of other packages that store
rows in the same database. Tests compare the migrations with the tables.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from choice.desk.sql.schema import seeing_all, wall_around

revision = "0001"
down_revision = None

_Column = sa.Column[Any]


def _key(*names: str) -> list[_Column]:
    return [sa.Column(name, sa.Text, primary_key=True) for name in names]


def _text(*names: str, nullable: bool = False) -> list[_Column]:
    return [sa.Column(name, sa.Text, nullable=nullable) for name in names]


def _big(*names: str, nullable: bool = False) -> list[_Column]:
    return [sa.Column(name, sa.BigInteger, nullable=nullable) for name in names]


def _double(*names: str) -> list[_Column]:
    return [sa.Column(name, sa.Double, nullable=False) for name in names]


def _number(name: str, **options: Any) -> _Column:  # noqa: ANN401 - the options of a column
    return sa.Column(name, sa.Integer, nullable=False, **options)


def _index(
    name: str, table: str, columns: Sequence[str], where: str | None = None, in_sqlite: str | None = None
) -> None:
    """Create an index. With `where`, it is a partial index."""
    given = None if where is None else sa.text(where)
    sqlite_where = given if in_sqlite is None else sa.text(in_sqlite)
    op.create_index(name, table, list(columns), sqlite_where=sqlite_where, postgresql_where=given)


def upgrade() -> None:
    """Create all tables; on PostgreSQL also the functions, the trigger and the row-level security."""
    _create_interactions()
    _create_log()
    _create_conversations()
    _create_sources()
    _create_slack()
    if op.get_bind().dialect.name == "postgresql":
        for table in _OF_TENANTS:
            for statement in wall_around(table):
                op.execute(statement)
        for statement in (_NOW, _HEAD, _DECIDE, _LOAD, _NOTIFY, _TRIGGER):
            op.execute(statement)


def _create_interactions() -> None:
    op.create_table(
        "interactions",
        *_key("id"),
        *_text("tenant", "agent"),
        *_text("project", "conversation", nullable=True),
        *_text("state", "version"),
        *_big("deadline", "asked_at"),
        *_text("ask_key", nullable=True),
        *_text("digest"),
        sa.Column("queued", sa.Boolean, nullable=False, server_default=sa.false()),
        *_text("policy", "urgency"),
        *_text("dialect", nullable=True),
        *_text("audience", "surfaces", "form", "draft", "if_unanswered"),
        *_big("shown_at", "snoozed_until", "typing_until", nullable=True),
        *_text("outcome", "decision_key", nullable=True),
        *_big("ended_at", "acknowledged_at", nullable=True),
        sa.UniqueConstraint("tenant", "agent", "ask_key", name="uq_interactions_tenant_agent_ask_key"),
    )
    is_open, asker = "state = 'open'", ("tenant", "agent")
    is_queued, is_uncollected = f"{is_open} AND queued", "state != 'open' AND acknowledged_at IS NULL"
    _index("ix_interactions_tenant_asked_at", "interactions", ("tenant", "asked_at"))
    _index("ix_interactions_open", "interactions", ("deadline",), is_open)
    # A partial index is used only if the query repeats its condition literally. SQLite has no booleans.
    _index("ix_interactions_queued", "interactions", asker, is_queued, in_sqlite=f"{is_queued} = 1")
    _index("ix_interactions_uncollected", "interactions", asker, is_uncollected)
    op.create_table("seats", *_key("tenant", "agent", "person", "interaction_id"))


def _create_log() -> None:
    seq = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "decision_log",
        sa.Column("seq", seq, primary_key=True, autoincrement=False),
        *_big("at"),
        *_text("tenant", "interaction_id", "kind"),
        *_text("actor", "surface", nullable=True),
        *_text("agent"),
        *_text("project", nullable=True),
        *_big("shown_ms", nullable=True),
        *_text("body"),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    start_hash: _Column = sa.Column("start_hash", sa.LargeBinary, nullable=False)
    op.create_table("chain", _number("id", primary_key=True), *_big("start_seq"), start_hash)
    op.create_table("facts", *_key("name"), *_text("value"))


def _create_conversations() -> None:
    op.create_table(
        "conversations",
        *_key("id"),
        *_text("tenant", "owner", "kind", "mode"),
        *_text("title", nullable=True),
        *_text("state"),
        *_text("lease", nullable=True),
        *_big("lease_until", nullable=True),
        *_big("created_at", "updated_at", "expires_at"),
        _number("messages", server_default="0"),
    )
    _index("ix_conversations_owner", "conversations", ("tenant", "owner", "updated_at"))
    _index("ix_conversations_expires_at", "conversations", ("expires_at",))
    _index("ix_conversations_waiting", "conversations", ("state",), "state <> 'idle'")
    op.create_table(
        "messages",
        *_key("conversation_id"),
        _number("seq", primary_key=True, autoincrement=False),
        *_text("tenant", "id", "role", "content", "details"),
        *_big("created_at"),
    )


def _create_sources() -> None:
    _create_source(
        "signals",
        *_text("title", "department"),
        _number("severity"),
        *_double("impact_score"),
        *_text("detected_on"),
        *_big("affected"),
        *_text("analysis"),
        *_text("risk", "action", nullable=True),
    )
    _create_source(
        "incidents",
        *_text("title", "category"),
        _number("severity"),
        *_text("status"),
        *_big("started_at"),
        *_big("resolved_at", nullable=True),
        *_big("users_affected"),
        *_text("root_cause", "resolution", "code", "code_language", nullable=True),
    )
    _create_source(
        "issues",
        *_text("title", "team"),
        _number("severity"),
        *_text("status"),
        *_big("opened_at"),
        *_text("due_on", "assignee", "summary", nullable=True),
    )
    figures = (*_text("name"), *_double("score", "previous"), *_text("measured_on", "unit"))
    _create_source("metrics", *figures, *_text("note", nullable=True))
    for name, when in (("signals", "detected_on"), ("incidents", "started_at"), ("issues", "opened_at")):
        _index(f"ix_{name}_worst", name, ("tenant", "severity", when))
        _index(f"ix_{name}_lately", name, ("tenant", when))


def _create_source(name: str, *columns: _Column) -> None:
    """Create the table of a data source. Each row lists the roles that may see it."""
    roles: _Column = sa.Column("visible_to", sa.Text, nullable=False, server_default="[]")
    op.create_table(name, *_key("tenant", "id"), roles, *columns)


def _create_slack() -> None:
    op.create_table(
        "slack_threads",
        *_key("conversation_id"),
        *_text("tenant", "team", "channel", "thread_ts", "owner"),
        *_text("delivered", "stream_ts", nullable=True),
        *_big("stream_at", nullable=True),
        *_big("created_at"),
    )
    place = ["tenant", "team", "channel", "thread_ts"]
    op.create_index("ix_slack_threads_place", "slack_threads", place, unique=True)
    op.create_table(
        "slack_cards",
        *_key("handle"),
        *_text("tenant", "interaction_id", "team", "channel"),
        *_text("thread_ts", nullable=True),
        *_text("language", "parts"),
        *_text("shown", nullable=True),
        *_text("state"),
        *_big("created_at"),
    )
    op.create_index("ix_slack_cards_interaction", "slack_cards", ["tenant", "interaction_id"], unique=True)
    _index("ix_slack_cards_place", "slack_cards", place)
    op.create_table(
        "slack_outbox",
        *_key("id"),
        *_big("seq"),
        *_text("tenant", "team", "lane", "kind", "body"),
        *_big("due_at"),
        _number("attempts"),
        *_text("lease", nullable=True),
        *_big("lease_until"),
    )
    _index("ix_slack_outbox_seq", "slack_outbox", ("seq",))
    op.create_table("slack_seen", *_key("key"), *_text("tenant"), *_big("seen_at"))
    _index("ix_slack_seen_at", "slack_seen", ("seen_at",))
    op.create_table("slack_homes", *_key("team", "user"), *_text("tenant"), *_big("opened_at"))


_OF_TENANTS = (
    *("interactions", "seats", "decision_log", "conversations", "messages"),
    *("signals", "incidents", "issues", "metrics"),
    *("slack_threads", "slack_cards", "slack_outbox", "slack_seen", "slack_homes"),
)
"""The tables with a column `tenant`, which row-level security protects."""

# The clock of the store: microseconds since 1970.
_NOW = """
    CREATE FUNCTION desk_now() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$
"""

_END_OF_THE_LOG = """
            SELECT log.seq, log.hash INTO seq, hash FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
            some_queued := EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued);
"""

# The lock is taken before the log is read: each query in a volatile function sees all rows committed before
# the query. The log is one hash chain for all tenants, so its end is read across tenants. The number of the
# lock is arbitrary. Assignments replace queries, because they are several times as fast in PL/pgSQL.
_HEAD = f"""
    CREATE FUNCTION desk_head(OUT seq bigint, OUT hash bytea, OUT some_queued boolean)
    LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        locked text;
        seen_before text;
    BEGIN
        locked := pg_advisory_xact_lock(5249112601174223011);
        {seeing_all(_END_OF_THE_LOG)}
        IF seq IS NULL THEN
            seq := 0;
            hash := decode(repeat('00', 32), 'hex');
        END IF;
    END $$
"""

_LAST_RECORD = """
            SELECT log.seq, log.hash INTO number, last_hash
            FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
"""

# Commits an outcome and its record in one round trip, with the same statement and record as sql/units.py;
# tests compare the hashes. If the tenant has queued interactions, the function does nothing, and the unit of
# work decides instead. Each connection plans a statement once, perhaps while the table is nearly empty:
# `IS NOT DISTINCT FROM` prevents the use of any index except that of the ids.
_DECIDE = f"""
    CREATE FUNCTION desk_decide(
        wanted_id text, wanted_tenant text, wanted_version text, new_state text, new_outcome text,
        new_key text, actor text, surface text, body text,
        OUT decided_at bigint, OUT decided_deadline bigint, OUT first_shown bigint, OUT number bigint
    ) LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        asked_by text;
        works_on text;
        shown_for bigint;
        last_hash bytea;
        facts text;
        locked text;
        seen_before text;
    BEGIN
        IF EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued AND tenant = wanted_tenant) THEN
            RETURN;
        END IF;
        UPDATE interactions
        SET state = new_state, outcome = new_outcome, decision_key = new_key, ended_at = desk_now(),
            queued = false
        WHERE id = wanted_id AND tenant IS NOT DISTINCT FROM wanted_tenant
            AND state IS NOT DISTINCT FROM 'open' AND deadline > desk_now()
            AND version = coalesce(wanted_version, version)
        RETURNING agent, project, ended_at, deadline, shown_at
        INTO asked_by, works_on, decided_at, decided_deadline, first_shown;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        locked := pg_advisory_xact_lock(5249112601174223011);
        {seeing_all(_LAST_RECORD)}
        number := coalesce(number, 0) + 1;
        shown_for := (decided_at - first_shown) / 1000;
        facts := concat(
            '[', number, ',', decided_at, ',', to_json(wanted_tenant), ',', to_json(wanted_id),
            ',', to_json(new_state), ',', coalesce(to_json(actor)::text, 'null'),
            ',', coalesce(to_json(surface)::text, 'null'), ',', to_json(asked_by),
            ',', coalesce(to_json(works_on)::text, 'null'),
            ',', coalesce(shown_for::text, 'null'), ',', to_json(body), ']'
        );
        INSERT INTO decision_log VALUES (
            number, decided_at, wanted_tenant, wanted_id, new_state, actor, surface, asked_by, works_on,
            shown_for, body,
            sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex')) || convert_to(facts, 'UTF8'))
        );
    END $$
"""  # noqa: S608 - no text from outside

# A function sets the tenant and reads in one round trip: an argument of the call sets the tenant.
_LOAD = """
    CREATE FUNCTION desk_load(wanted_id text, wanted_tenant text) RETURNS SETOF interactions
    LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
    BEGIN
        RETURN QUERY SELECT * FROM interactions
        WHERE id = wanted_id AND tenant IS NOT DISTINCT FROM wanted_tenant;
    END $$
"""

# A notification contains the id of an ended interaction, so that waiting callers load the outcome at once.
# For other changes it is empty. PostgreSQL sends equal notifications of a transaction only once.
_NOTIFY = """
    CREATE FUNCTION desk_notify() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        ended text := '';
    BEGIN
        IF NEW.kind IN ('answered', 'cancelled', 'timed_out', 'superseded')
            AND octet_length(NEW.interaction_id) < 1000 THEN
            ended := NEW.interaction_id;
        END IF;
        ended := pg_notify('choicewire', ended);
        RETURN NULL;
    END $$
"""

_TRIGGER = """
    CREATE TRIGGER desk_notify AFTER INSERT ON decision_log
    FOR EACH ROW EXECUTE FUNCTION desk_notify()
"""
