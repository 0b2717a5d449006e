"""The SQL store, on SQLAlchemy Core."""
