"""Statements on SQLite's own connection: built by Core, compiled once, run without Core.

Core takes 25 µs for a statement that SQLite runs in five. Only what every answer needs is run this way.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from choice.answers import Outcome
from choice.desk.interaction import Interaction
from choice.desk.schema import interactions
from choice.desk.sql_rows import ENDED, interaction_of, outcome_of
from choice.desk.sqlite_library import sqlite3

_CONNECTIONS = 4
"""A process has one, seldom more; to ask Core for the driver's takes as long as a small statement."""

Often = Callable[[sa.Connection, Sequence[tuple[object, ...]]], list[tuple[Any, ...] | None]]
"""Runs one statement for each set of parameters and returns the one row, or none, that each gave."""

One = Callable[[sa.Connection, tuple[object, ...]], tuple[Any, ...] | None]
"""Runs one statement with its parameters and returns the one row, or none, that it gave."""

All = Callable[[sa.Connection, tuple[object, ...]], list[tuple[Any, ...]]]
"""Runs one statement with its parameters and returns all rows that it gave."""


Ordered = Callable[[Sequence[object]], Sequence[object]]


def direct(statement: sa.UpdateBase | sa.Select[Any], names: Sequence[str] = ()) -> Often:
    """Return how to run a statement; its parameters come in the order of the names and need no conversion."""
    text, ordered = compiled(statement, names)

    def rows(connection: sa.Connection, sets: Sequence[tuple[object, ...]]) -> list[tuple[Any, ...] | None]:
        execute = driver_of(connection).cursor().execute
        found = [execute(text, ordered(each)).fetchall() for each in sets]
        return [each[0] if each else None for each in found]

    return rows


def alone(statement: sa.UpdateBase | sa.Select[Any], names: Sequence[str] = ()) -> One:
    """Return how to run such a statement once, with fewer steps."""
    text, ordered = compiled(statement, names)

    def row(connection: sa.Connection, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        found = driver_of(connection).execute(text, ordered(values)).fetchall()
        return found[0] if found else None

    return row


def fetching(statement: sa.UpdateBase | sa.Select[Any], names: Sequence[str]) -> All:
    """Return how to run such a statement where it gives many rows."""
    text, ordered = compiled(statement, names)

    def rows(connection: sa.Connection, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return driver_of(connection).execute(text, ordered(values)).fetchall()

    return rows


def compiled(statement: sa.UpdateBase | sa.Select[Any], names: Sequence[str]) -> tuple[str, Ordered]:
    """Return the text of a statement, and how values in the order of the names become its parameters."""
    plain = {"literal_binds": not names}  # What is not a parameter is written into the statement.
    compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"), compile_kwargs=plain)
    given = {name: place for place, name in enumerate(names)}
    places = [given[name] for name in compiled.positiontup or ()]
    if len(places) > 1:
        return str(compiled), itemgetter(*places)
    return str(compiled), lambda values: [values[place] for place in places]


_names = [column.name for column in interactions.columns]
_by_id = sa.select(interactions).where(interactions.c.id == sa.bindparam("wanted_id", type_=sa.Text))
_one = direct(_by_id, ["wanted_id"])
_ended = direct(ENDED.where(interactions.c.id == sa.bindparam("wanted_id", type_=sa.Text)), ["wanted_id"])
_tenants = direct(
    _by_id.where(interactions.c.tenant == sa.bindparam("wanted_tenant", type_=sa.Text)),
    ["wanted_id", "wanted_tenant"],
)


def load_many(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[Interaction]:
    """Return those of the interactions that exist."""
    found = _one(connection, [(each,) for each in interaction_ids])
    return [interaction_of(dict(zip(_names, row, strict=True))) for row in found if row is not None]


def outcomes(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
    """Return those of the interactions that have ended, and how."""
    found = _ended(connection, [(each,) for each in interaction_ids])
    return [(row[0], outcome_of(row[1], row[2])) for row in found if row is not None]


def load(connection: sa.Connection, interaction_id: str, tenant: str) -> Interaction | None:
    """Return the interaction that a tenant has under an id, or None."""
    [row] = _tenants(connection, [(interaction_id, tenant)])
    return None if row is None else interaction_of(dict(zip(_names, row, strict=True)))


@lru_cache(_CONNECTIONS)
def driver_of(connection: sa.Connection) -> sqlite3.Connection:
    """Return the driver's own connection."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)
