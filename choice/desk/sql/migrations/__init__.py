"""The migrations of the store's schema, one module per revision in versions/."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from choice.errors import WrongSchema


def run(connection: sa.Connection, place: str, revision: str) -> None:
    """Migrate a database to a revision, in the current transaction.

    Raises:
        WrongSchema: The database has a revision that this version does not know.
    """
    config = Config()
    config.set_main_option("script_location", "choice.desk.sql:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise WrongSchema(
            place,
            f"a newer version of choicewire created this database; this one supports revision {revision}.",
        ) from error
