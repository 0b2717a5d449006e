"""The second wall between tenants, in PostgreSQL: row-level security around every table that has a tenant.

The first is the tenant in every statement. Behind this one, a statement that forgets it finds nothing: a row
is seen only by those who serve its tenant, or who say that they serve all. Superusers see through it.
"""

import sqlalchemy as sa

_TENANT = "choice.tenant"
_EVERY_TENANT = "choice.every_tenant"

SERVING = f"set_config('{_TENANT}', $%d, true)"
"""An argument of a function: the tenant that the transaction serves from now on, before the call."""
SERVING_EVERY_TENANT = {_EVERY_TENANT: "on"}
"""Settings of a connection for the work that the desk does for all."""

_serve = sa.select(sa.func.set_config(_TENANT, sa.bindparam("served", type_=sa.Text), sa.true()))


def serve(connection: sa.Connection, tenant: str) -> None:
    """Serve a tenant, until the transaction ends."""
    connection.execute(_serve, {"served": tenant})


def wall_around(table: str) -> tuple[str, ...]:
    """Return the statements that put the wall around a table, which has a column `tenant`; for migrations.

    It holds for the owner of the table as well. What was set in a transaction is empty after it, not absent.
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
    """Return statements of a PL/pgSQL function that see all tenants, however it is called; for migrations.

    The function must declare `seen_before text`. An ordinary user cannot set this for a function as a whole.
    An expression takes PL/pgSQL a fraction of what `PERFORM` takes, which is a query.
    """
    return f"""
        seen_before := coalesce(current_setting('{_EVERY_TENANT}', true), '');
        IF set_config('{_EVERY_TENANT}', 'on', true) = 'on' THEN
            {statements}
            seen_before := set_config('{_EVERY_TENANT}', seen_before, true);
        END IF;
    """
