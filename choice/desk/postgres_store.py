"""Opens a store on a PostgreSQL database."""

import sqlalchemy as sa

from choice.desk.postgres_runner import PostgresRunner
from choice.desk.sql_store import SqlStore
from choice.desk.steps import Step, no_step


async def open_postgres_store(url: str, *, most_open: int | None = 5, step: Step = no_step) -> SqlStore:
    """Open the store in a database that exists; its tables are made or brought up to date.

    Raises:
        StoreError: The server cannot be reached, or the database is of another version.
    """
    runner = PostgresRunner(sa.make_url(url), most_open, step)
    await runner.start()
    return SqlStore(runner)
