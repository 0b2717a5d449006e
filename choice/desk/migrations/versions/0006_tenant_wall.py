"""Put a wall around each tenant in PostgreSQL."""

from alembic import op

from choice.desk.tenant_wall import seeing_all, wall_around

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Put a wall around each tenant in PostgreSQL."""
    if op.get_bind().dialect.name == "postgresql":
        for table in ("interactions", "seats", "decision_log"):
            for statement in wall_around(table):
                op.execute(statement)
        op.execute(_HEAD)
        op.execute(_DECIDE)
        op.execute(_LOAD)


_END_OF_THE_LOG = """
        SELECT log.seq, log.hash INTO seq, hash FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
        some_queued := EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued);
"""

# The log is one chain for all tenants: whoever adds to it must see its end.
_HEAD = f"""
    CREATE OR REPLACE FUNCTION desk_head(OUT seq bigint, OUT hash bytea, OUT some_queued boolean)
    LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        seen_before text;
    BEGIN
        PERFORM pg_advisory_xact_lock(5249112601174223011);
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

# As before, but for the look at the end of the log.
_DECIDE = f"""
    CREATE OR REPLACE FUNCTION desk_decide(
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
        seen_before text;
    BEGIN
        IF EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued AND tenant = wanted_tenant) THEN
            RETURN;
        END IF;
        UPDATE interactions
        SET state = new_state, outcome = new_outcome, decision_key = new_key, ended_at = desk_now(),
            queued = false
        WHERE id = wanted_id AND tenant = wanted_tenant AND state = 'open' AND deadline > desk_now()
            AND version = coalesce(wanted_version, version)
        RETURNING agent, project, ended_at, deadline, shown_at
        INTO asked_by, works_on, decided_at, decided_deadline, first_shown;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        PERFORM pg_advisory_xact_lock(5249112601174223011);
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
"""  # noqa: S608 - our own words

# A function, so that serving the tenant and looking is one trip: its arguments are evaluated before it looks.
_LOAD = """
    CREATE OR REPLACE FUNCTION desk_load(wanted_id text, wanted_tenant text) RETURNS SETOF interactions
    LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
    BEGIN
        RETURN QUERY SELECT * FROM interactions WHERE id = wanted_id AND tenant = wanted_tenant;
    END $$
"""
