"""Writing rows to the tables behind the answers: the same id again replaces the row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from choice.chat.sources.findings import Kind, Row
from choice.chat.sources.row_values import column_names, values_of
from choice.chat.sources.schema import TABLES
from choice.desk.sql_transaction import Transaction

# Each batch is one statement for the database, which gives up on those that take seconds.
_BATCH = 2000


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to be written, and the roles that may see it; without roles, everybody of the tenant may."""

    row: Row
    visible_to: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing rows."""

    added: int
    replaced: int


def write_rows(
    tx: Transaction,
    kind: Kind,
    tenant: str,
    rows: Sequence[NewRow],
    progress: Callable[[int], None] = lambda _written: None,
) -> Written:
    """Write rows of one tenant; `progress` hears how many are written by now."""
    before = _count(tx.connection, kind, tenant)
    write = _write_to_postgresql if tx.connection.dialect.name == "postgresql" else _write_to_sqlite
    for start in range(0, len(rows), _BATCH):
        batch = [values_of(kind, tenant, new.visible_to, new.row) for new in rows[start : start + _BATCH]]
        write(tx.connection, kind, batch)
        progress(start + len(batch))
    added = _count(tx.connection, kind, tenant) - before
    return Written(added, len(rows) - added)


def _write_to_sqlite(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    places = ", ".join("?" for _ in column_names(kind))
    connection.exec_driver_sql(_replacing(kind, f"VALUES ({places})"), batch)


def _write_to_postgresql(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    """Write a batch as one statement: each column is one array, which saves a trip for each row."""
    table = TABLES[kind]
    types = [table.c[name].type.compile(connection.dialect) for name in column_names(kind)]
    arrays = ", ".join([f"${place}::{name}[]" for place, name in enumerate(types, start=1)])
    columns = tuple(map(list, zip(*batch, strict=True)))
    values = f"SELECT * FROM unnest({arrays})"  # noqa: S608 - the names of the columns' types
    connection.exec_driver_sql(_replacing(kind, values), columns)


def _count(connection: sa.Connection, kind: Kind, tenant: str) -> int:
    table = TABLES[kind]
    counted = sa.select(sa.func.count()).select_from(table).where(table.c.tenant == tenant)
    return connection.execute(counted).scalar_one()


def _replacing(kind: Kind, values: str) -> str:
    """Return the statement that writes rows; all of it are words of ours."""
    names = column_names(kind)
    changed = ", ".join([f"{name} = excluded.{name}" for name in names if name not in {"tenant", "id"}])
    listed = ", ".join(names)
    return f"INSERT INTO {kind} ({listed}) {values} ON CONFLICT (tenant, id) DO UPDATE SET {changed}"
