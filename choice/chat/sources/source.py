"""The seam to the data behind the answers."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol, runtime_checkable

import sqlalchemy as sa

from choice.chat.principal import Principal
from choice.chat.sources.findings import Findings
from choice.desk.database import Database

Look = Callable[[sa.Connection], Findings]
"""Finds what matters in any unit of work that serves the person's tenant."""


class Source(Protocol):
    """Finds what matters to a message. Use your own to answer from your own data."""

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the rows that matter, and that the person may see; all before the first word is written.

        Raises:
            StoreError: The data cannot be read now.
        """
        ...


@runtime_checkable
class DatabaseSource(Source, Protocol):
    """A source that reads from a database: what matters can be found while something else is kept there."""

    database: Database

    def look(self, message: str, principal: Principal, now: datetime) -> Look:
        """Return how to find what `find` does."""
        ...
