"""The seam to the database itself, for others who keep their tables beside the desk's."""

from collections.abc import Callable
from enum import Enum
from typing import Protocol, TypeVar

import sqlalchemy as sa

from choice.clock import Clock
from choice.desk.sql_transaction import Transaction

Result = TypeVar("Result")


class EveryTenant(Enum):
    """Says that a unit of work looks after all tenants alike: expiry, wakeups, start-up."""

    EVERY_TENANT = "every tenant"


EVERY_TENANT = EveryTenant.EVERY_TENANT
Whose = str | EveryTenant | None
"""The tenant that a unit of work serves. With None it sees nobody's rows, where the database has a wall."""


class Database(Protocol):
    """Runs units of work: plain functions, the same for SQLite and PostgreSQL.

    PostgreSQL has a wall around each tenant (`tenant_wall`): a unit sees the rows of the tenant it serves and
    no others, whatever it forgets to ask for. SQLite has none, so every statement must name the tenant too.
    """

    clock: Clock

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None) -> Result:
        """Run a unit that changes something; when this returns, the change is durable."""
        ...

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:
        """Run a unit that only looks."""
        ...
