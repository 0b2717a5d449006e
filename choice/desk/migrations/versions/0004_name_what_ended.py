"""Let PostgreSQL name the interaction that ended when it tells of a change."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Let PostgreSQL name the interaction that ended when it tells of a change."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in _POSTGRESQL:
            op.execute(statement)


# Whoever waits for that one interaction reads it at once. Of several records in one statement none is named:
# who listens looks at the log, as before.
_POSTGRESQL = (
    "DROP TRIGGER desk_notify ON decision_log",
    """
    CREATE OR REPLACE FUNCTION desk_notify() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        ended text;
    BEGIN
        SELECT string_agg(interaction_id, '') INTO ended FROM written
        HAVING count(*) = 1 AND bool_and(kind IN ('answered', 'cancelled', 'timed_out', 'superseded'))
            AND max(octet_length(interaction_id)) < 1000;
        PERFORM pg_notify('choicewire', coalesce(ended, ''));
        RETURN NULL;
    END $$
    """,
    """
    CREATE TRIGGER desk_notify AFTER INSERT ON decision_log
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION desk_notify()
    """,
)
