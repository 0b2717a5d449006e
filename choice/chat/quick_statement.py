"""Statements that every turn needs: built once, and on SQLite run on its own connection."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from choice.desk.sqlite_direct import All, fetching
from choice.desk.sqlite_groups import inserting

Each = TypeVar("Each")

_SIZES: Final = (64, 16, 4, 1)


def in_sizes(items: Sequence[Each]) -> Iterator[Sequence[Each]]:
    """Yield items in groups of few sizes, so that the statements for them are prepared once."""
    at = 0
    for size in _SIZES:
        while len(items) - at >= size:
            yield items[at : at + size]
            at += size


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


class QuickRows:
    """Inserts rows into a table, many at a time."""

    def __init__(self, table: sa.Table) -> None:
        self._insert = sa.insert(table)
        self._names = [column.name for column in table.columns]
        self._on_sqlite = inserting(table)

    def __call__(self, connection: sa.Connection, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert rows, each a tuple of the columns in their order."""
        if connection.dialect.name == "sqlite":
            self._on_sqlite(connection, rows)
        elif rows:
            connection.execute(self._insert, [dict(zip(self._names, row, strict=True)) for row in rows])
