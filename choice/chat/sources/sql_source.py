"""The source that answers from the tables beside the desk's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from choice.chat.intent import read_intent
from choice.chat.principal import Principal
from choice.chat.sources.context import TOKEN_BUDGET, within_budget
from choice.chat.sources.findings import KINDS, Findings, Intent, Kind
from choice.chat.sources.source import Look
from choice.chat.sources.wanted_rows import rows_wanted
from choice.desk.database import Database

MOST_ROWS = 50
"""How many rows of one kind are fetched at most."""


class SqlSource:
    """Finds rows by the intent of a message, and cuts them to what fits into the prompt."""

    def __init__(
        self, database: Database, token_budget: int = TOKEN_BUDGET, most_rows: int = MOST_ROWS
    ) -> None:
        self.database = database
        self._token_budget = token_budget
        self._most_rows = most_rows

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the rows that matter, and that the person may see.

        Raises:
            StoreError: The data cannot be read now.
        """
        look = self.look(message, principal, now)
        return await self.database.read(look, principal.tenant)

    def look(self, message: str, principal: Principal, now: datetime) -> Look:
        """Return how to find what `find` does."""
        intent = read_intent(message, now)
        kinds = KINDS if intent.ids else intent.topics
        wanted = [rows_wanted(kind, intent, principal, self._most_rows) for kind in kinds]

        def found(connection: sa.Connection) -> Findings:
            rows = {each.kind: each.rows(connection) for each in wanted}
            return within_budget(_findings(rows, intent, now), self._token_budget)

        return found


def _findings(rows: Mapping[Kind, list[Any]], intent: Intent, now: datetime) -> Findings:
    return Findings(
        intent=intent,
        signals=tuple(rows.get("signals", ())),
        incidents=tuple(rows.get("incidents", ())),
        issues=tuple(rows.get("issues", ())),
        metrics=tuple(rows.get("metrics", ())),
        asked_at=now,
    )
