"""Bringing a database to the schema that this program reads and writes."""

import sqlalchemy as sa

from choice.desk.sql.schema import HEAD
from choice.errors import WrongSchema

_LOCK = sa.text("SELECT pg_advisory_xact_lock(5249112601174223012)")


def revision_of(connection: sa.Connection, place: str) -> str | None:
    """Return the revision of a database's schema, or None for an empty database.

    Raises:
        WrongSchema: It holds something else than a desk.
    """
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" in tables:
        revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        return revision
    if "decision_log" in tables or (tables and connection.dialect.name == "sqlite"):
        raise WrongSchema(place, "this database holds other tables, and was not made by choicewire.")
    return None


def upgrade(connection: sa.Connection, place: str) -> None:
    """Bring a database to the newest revision, in the transaction that the caller began and will commit.

    Raises:
        WrongSchema: A newer program made it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    if revision_of(connection, place) == HEAD:
        return
    # Alembic is slow to load, and a database that is up to date does not need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "choice.desk.sql:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError as error:
        raise WrongSchema(
            place, f"a newer choicewire made this database; this one knows it up to {HEAD}."
        ) from error
