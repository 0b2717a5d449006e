"""Runs the migrations on the connection it is given, inside that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
