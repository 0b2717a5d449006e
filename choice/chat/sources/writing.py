"""Writing rows to the tables behind the answers: the same id again replaces the row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from choice.chat.sources.findings import Kind
from choice.chat.sources.row_values import Row, column_names, values_of
from choice.chat.sources.schema import TABLES
from choice.desk.sql_transaction import Transaction

# Each batch is one statement for the database, which gives up on those that take seconds.
_BATCH = 1000


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
    statement = _replacing(kind, tx.connection.dialect)
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        tx.connection.exec_driver_sql(
            statement, [values_of(kind, tenant, new.visible_to, new.row) for new in batch]
        )
        progress(start + len(batch))
    added = _count(tx.connection, kind, tenant) - before
    return Written(added, len(rows) - added)


def _count(connection: sa.Connection, kind: Kind, tenant: str) -> int:
    table = TABLES[kind]
    counted = sa.select(sa.func.count()).select_from(table).where(table.c.tenant == tenant)
    return connection.execute(counted).scalar_one()


@cache
def _replacing(kind: Kind, dialect: sa.Dialect) -> str:
    """Return the statement that writes one row, compiled once for a connection's dialect."""
    table = TABLES[kind]
    insert = postgresql.insert(table) if dialect.name == "postgresql" else sqlite.insert(table)
    names = column_names(kind)
    adding = insert.values({name: sa.bindparam(name) for name in names})
    replacing = adding.on_conflict_do_update(
        index_elements=[table.c.tenant, table.c.id],
        set_={name: adding.excluded[name] for name in names if name not in {"tenant", "id"}},
    )
    compiled = replacing.compile(dialect=dialect)
    return str(compiled)
