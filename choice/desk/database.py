"""The seam to the database itself, for others who keep their tables beside the desk's."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import sqlalchemy as sa

from choice.clock import Clock
from choice.desk.sql_transaction import Transaction

Result = TypeVar("Result")


class Database(Protocol):
    """Runs units of work: plain functions, the same for SQLite and PostgreSQL."""

    clock: Clock

    async def write(self, unit: Callable[[Transaction], Result]) -> Result:
        """Run a unit that changes something; when this returns, the change is durable."""
        ...

    async def read(self, unit: Callable[[sa.Connection], Result]) -> Result:
        """Run a unit that only looks."""
        ...
