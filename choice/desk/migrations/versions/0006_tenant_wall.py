"""Put a wall around each tenant in PostgreSQL."""

from alembic import op

from choice.desk.tenant_wall import seeing_all, wall_around

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    """Put a wall around each tenant in PostgreSQL."""
    if op.get_bind().dialect.name == "postgresql":
        for table in ("interactions", "seats", "decision_log"):
            for statement in wall_around(table):
                op.execute(statement)
        op.execute(_HEAD)
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

# A function, so that serving the tenant and looking is one trip: its arguments are evaluated before it looks.
_LOAD = """
    CREATE OR REPLACE FUNCTION desk_load(wanted_id text, wanted_tenant text) RETURNS SETOF interactions
    LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
    BEGIN
        RETURN QUERY SELECT * FROM interactions WHERE id = wanted_id AND tenant = wanted_tenant;
    END $$
"""
