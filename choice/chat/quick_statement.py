"""Statements that every turn needs: built once, and on SQLite run on its own connection."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from choice.desk.sqlite_direct import Often, direct


class QuickStatement:
    """A statement with named parameters that come in one order, and that gives one row or none."""

    def __init__(
        self,
        statement: sa.UpdateBase | sa.Select[Any],
        names: Sequence[str],
        on_postgresql: sa.UpdateBase | None = None,
    ) -> None:
        self._statement = statement
        self._on_postgresql = statement if on_postgresql is None else on_postgresql
        self._names = tuple(names)
        self._on_sqlite: Often | None = None

    def __call__(self, connection: sa.Connection, *values: object) -> Sequence[Any] | None:
        """Run it and return its row."""
        if connection.dialect.name == "sqlite":
            if self._on_sqlite is None:
                self._on_sqlite = direct(self._statement, self._names)
            return self._on_sqlite(connection, [values])[0]
        result = connection.execute(self._on_postgresql, dict(zip(self._names, values, strict=True)))
        return result.first() if result.returns_rows else None
