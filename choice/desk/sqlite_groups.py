"""Many of the same in one statement of SQLite, which takes it half as long as one statement for each."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeVar

import sqlalchemy as sa

from choice.desk.sqlite_direct import Ordered, alone, compiled, direct, driver_of

_SIZES = (64, 16, 4)
"""Few sizes, so that every statement is prepared once; what is left over is done one by one."""

Each = TypeVar("Each")
Row = tuple[Any, ...]
Deciding = Callable[[sa.Connection, Sequence[Row], int], list[Row | None]]
"""Makes decisions at a moment, each from its parameters; returns the row that each ended, or None."""


def deciding(many: Callable[[int], sa.UpdateBase], one: sa.UpdateBase, names: Sequence[str]) -> Deciding:
    """Return how to make decisions; the statements give the id of what each ended first."""
    singly = direct(one, [*names, "now"])
    single = alone(one, [*names, "now"])
    wanted_id = names.index("wanted_id")

    @cache
    def statement(count: int) -> tuple[str, Ordered]:
        each = [f"{name}_{number}" for number in range(count) for name in names]
        return compiled(many(count), [*each, "now"])

    def together(connection: sa.Connection, group: Sequence[Row], now: int) -> list[Row | None]:
        text, ordered = statement(len(group))
        rows = driver_of(connection).execute(text, ordered([*chain.from_iterable(group), now])).fetchall()
        ended = {row[0]: row for row in rows}
        return [ended.get(each[wanted_id]) for each in group]

    def decide(connection: sa.Connection, decisions: Sequence[Row], now: int) -> list[Row | None]:
        if len(decisions) == 1:
            return [single(connection, (*decisions[0], now))]
        # Of two decisions on one interaction the first stands: one statement would take any of them.
        if len({each[wanted_id] for each in decisions}) < len(decisions):
            return singly(connection, [(*each, now) for each in decisions])
        found: list[Row | None] = []
        for group in _groups(decisions):
            if len(group) == 1:
                found += singly(connection, [(*group[0], now)])
            else:
                found += together(connection, group, now)
        return found

    return decide


def inserting(table: sa.Table) -> Callable[[sa.Connection, Sequence[Row]], None]:
    """Return how to write rows to a table, each a tuple of the columns in their order."""
    text, _ordered = compiled(sa.insert(table), [column.name for column in table.columns])
    head, values = text.split(" VALUES ")

    def insert(connection: sa.Connection, rows: Sequence[Row]) -> None:
        execute = driver_of(connection).execute
        if len(rows) == 1:
            execute(text, rows[0])
            return
        for group in _groups(rows):
            execute(f"{head} VALUES {', '.join([values] * len(group))}", [*chain.from_iterable(group)])

    return insert


def _groups(items: Sequence[Each]) -> Iterator[Sequence[Each]]:
    at = 0
    for size in (*_SIZES, 1):
        while len(items) - at >= size:
            yield items[at : at + size]
            at += size
