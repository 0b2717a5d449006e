"""Let PostgreSQL decide and record in one trip to the server."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Let PostgreSQL decide and record in one trip to the server."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_DECIDE)


# The same statement and the same record as in sql_statements and sql_units; the store's contract checks
# that the hashes agree. Where somebody of the tenant waits in the queue it leaves the work to those.
_DECIDE = """
    CREATE FUNCTION desk_decide(
        wanted_id text, wanted_tenant text, wanted_version text, new_state text, new_outcome text,
        new_key text, actor text, surface text, body text,
        OUT decided_at bigint, OUT decided_deadline bigint, OUT first_shown bigint, OUT number bigint
    ) LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        ended interactions%ROWTYPE;
        head record;
        shown_for bigint;
        facts text;
    BEGIN
        IF EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued AND tenant = wanted_tenant) THEN
            RETURN;
        END IF;
        UPDATE interactions
        SET state = new_state, outcome = new_outcome, decision_key = new_key, ended_at = desk_now(),
            queued = false
        WHERE id = wanted_id AND tenant = wanted_tenant AND state = 'open' AND deadline > desk_now()
            AND version = coalesce(wanted_version, version)
        RETURNING * INTO ended;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        SELECT * INTO head FROM desk_head();
        number := head.seq + 1;
        shown_for := (ended.ended_at - ended.shown_at) / 1000;
        facts := '[' || number || ',' || ended.ended_at
            || ',' || to_json(ended.tenant) || ',' || to_json(ended.id)
            || ',' || to_json(new_state) || ',' || coalesce(to_json(actor)::text, 'null')
            || ',' || coalesce(to_json(surface)::text, 'null') || ',' || to_json(ended.agent)
            || ',' || coalesce(to_json(ended.project)::text, 'null')
            || ',' || coalesce(shown_for::text, 'null') || ',' || to_json(body) || ']';
        INSERT INTO decision_log VALUES (
            number, ended.ended_at, ended.tenant, ended.id, new_state, actor, surface, ended.agent,
            ended.project, shown_for, body, sha256(head.hash || convert_to(facts, 'UTF8'))
        );
        decided_at := ended.ended_at;
        decided_deadline := ended.deadline;
        first_shown := ended.shown_at;
    END $$
"""
