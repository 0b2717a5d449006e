"""Let PostgreSQL decide with fewer queries, and name whatever ended as it is recorded."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Let PostgreSQL decide with fewer queries, and name whatever ended as it is recorded."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in _POSTGRESQL:
            op.execute(statement)


# The same decision and the same record as before. What an interaction looks like is not copied, the head of
# the log is read here, and one look at the queue is enough: who sees nobody in it lets nobody in.
# Each record is told as it is written. Equal messages of a transaction are sent once, so those that name
# nothing cost nothing, however many they are.
_POSTGRESQL = (
    """
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
        SELECT log.seq, log.hash INTO number, last_hash
        FROM decision_log AS log ORDER BY log.seq DESC LIMIT 1;
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
    """,
    "DROP TRIGGER desk_notify ON decision_log",
    """
    CREATE OR REPLACE FUNCTION desk_notify() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.kind IN ('answered', 'cancelled', 'timed_out', 'superseded')
            AND octet_length(NEW.interaction_id) < 1000 THEN
            PERFORM pg_notify('choicewire', NEW.interaction_id);
        ELSE
            PERFORM pg_notify('choicewire', '');
        END IF;
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER desk_notify AFTER INSERT ON decision_log
    FOR EACH ROW EXECUTE FUNCTION desk_notify()
    """,
)
