"""Statements that every turn needs: built once, and on SQLite run on its own connection."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from choice.desk.sqlite_direct import All, fetching


class QuickStatement:
    """A statement with named parameters that come in one order."""

    def __init__(
        self,
        statement: sa.UpdateBase | sa.Select[Any],
        names: Sequence[str],
        on_postgresql: sa.UpdateBase | None = None,
    ) -> None:
        self._statement = statement
        self._on_postgresql = statement if on_postgresql is None else on_postgresql
        self._names = tuple(names)
        self._on_sqlite: All | None = None

    def given(self, *values: object) -> sa.UpdateBase | sa.Select[Any]:
        """Return the statement with its values."""
        return self._statement.params(dict(zip(self._names, values, strict=True)))

    def __call__(self, connection: sa.Connection, *values: object) -> Sequence[Any] | None:
        """Run it and return its first row, if it gives one."""
        found = self.rows(connection, *values)
        return found[0] if found else None

    def rows(self, connection: sa.Connection, *values: object) -> Sequence[Sequence[Any]]:
        """Run it and return all its rows."""
        if connection.dialect.name == "sqlite":
            if self._on_sqlite is None:
                self._on_sqlite = fetching(self._statement, self._names)
            return self._on_sqlite(connection, values)
        result = connection.execute(self._on_postgresql, dict(zip(self._names, values, strict=True)))
        return result.all() if result.returns_rows else ()
