"""Run the migrations in the transaction of the given connection."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
