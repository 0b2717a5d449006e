"""Let PostgreSQL find an interaction by its id, whatever it planned when, and say how it ended."""

from alembic import op

from choice.desk.tenant_wall import seeing_all

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Let PostgreSQL find an interaction by its id, whatever it planned when, and say how it ended."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in (*_WIRE, _HEAD, _DECIDE, _LOAD, _NOTIFY):
            op.execute(statement)


# Only its owner sees a row of a table with row-level security and no policy, not even who may read all data.
_WIRE = (
    "CREATE TABLE desk_wire (name text NOT NULL)",
    "ALTER TABLE desk_wire ENABLE ROW LEVEL SECURITY",
    """
    INSERT INTO desk_wire SELECT 'choicewire_' || left(encode(sha256(
        convert_to(concat(gen_random_uuid(), gen_random_uuid()), 'UTF8')
    ), 'hex'), 40)
    """,
)

# The functions do what they did, and `desk_decide` says on the wire how it ended, if that is short enough
# for a message. The one without a wire stays, for programs that run while a newer one is started.
# A plan is made once for each connection, perhaps while there is but one
# interaction; then the index of a tenant, or of what is open, looks as good as that of ids, and is gone
# through as a whole from then on. `IS NOT DISTINCT FROM` is served by no index. And what is an expression
# is not run as a query, which takes PL/pgSQL several times as long.

_END_OF_THE_LOG = """
            SELECT log.seq, log.hash INTO seq, hash FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
            some_queued := EXISTS (SELECT FROM interactions WHERE state = 'open' AND queued);
"""

_HEAD = f"""
    CREATE OR REPLACE FUNCTION desk_head(OUT seq bigint, OUT hash bytea, OUT some_queued boolean)
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

_DECIDE = f"""
    CREATE FUNCTION desk_decide(
        wanted_id text, wanted_tenant text, wanted_version text, new_state text, new_outcome text,
        new_key text, actor text, surface text, body text, wire text,
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
        IF wire IS NOT NULL AND octet_length(new_outcome) + octet_length(wanted_id) < 7900 THEN
            locked := pg_notify(wire, concat(decided_at, E'\\n', new_outcome, E'\\n', wanted_id));
        END IF;
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

_LOAD = """
    CREATE OR REPLACE FUNCTION desk_load(wanted_id text, wanted_tenant text) RETURNS SETOF interactions
    LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
    BEGIN
        RETURN QUERY SELECT * FROM interactions
        WHERE id = wanted_id AND tenant IS NOT DISTINCT FROM wanted_tenant;
    END $$
"""

_NOTIFY = """
    CREATE OR REPLACE FUNCTION desk_notify() RETURNS trigger LANGUAGE plpgsql AS $$
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
