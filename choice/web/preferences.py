"""Preferences of signed-in users: in the file of the local user, and in the store for all others."""

import json
from collections.abc import Mapping

import sqlalchemy as sa
from pydantic import JsonValue

from choice.desk import Principal
from choice.desk.sql.transaction import Database, Transaction
from choice.preferences import Preferences, PreferencesFile, check_changes, parse_preferences
from choice.web.tables import user_preferences

_c = user_preferences.c


class UserPreferences:
    """Reads and changes the preferences of one user at a time. Call `open` before the first use."""

    def __init__(self, file: PreferencesFile, local: tuple[str, str]) -> None:
        """Create the preferences. `local` is the tenant and name of the user of this machine."""
        self._file, self._local = file, local
        self._database: Database | None = None

    def open(self, database: Database) -> None:
        """Use a database for users other than the local one."""
        self._database = database

    async def read(self, principal: Principal) -> Preferences:
        """Return the preferences of a user."""
        if self.is_local(principal) or self._database is None:
            return self._file.read()
        kept = await self._database.read(lambda connection: _load(connection, principal), principal.tenant)
        return parse_preferences(kept)

    async def change(self, principal: Principal, changed: Mapping[str, JsonValue]) -> Preferences:
        """Save the given preferences of a user and keep the others.

        Raises:
            InvalidPreference: A preference is unknown or invalid. Nothing was saved.
        """
        if self.is_local(principal) or self._database is None:
            return self._file.change(changed)
        check_changes(changed)

        def unit(tx: Transaction) -> dict[str, JsonValue]:
            kept = _load(tx.connection, principal) | dict(changed)
            mine = sa.and_(_c.tenant == principal.tenant, _c.subject == principal.subject)
            tx.connection.execute(sa.delete(user_preferences).where(mine))
            row = {"tenant": principal.tenant, "subject": principal.subject, "content": json.dumps(kept)}
            tx.connection.execute(sa.insert(user_preferences), row)
            return kept

        return parse_preferences(await self._database.write(unit, principal.tenant))

    def is_local(self, principal: Principal) -> bool:
        """Return whether a principal is the user of this machine."""
        return (principal.tenant, principal.subject) == self._local


def _load(connection: sa.Connection, principal: Principal) -> dict[str, JsonValue]:
    mine = sa.and_(_c.tenant == principal.tenant, _c.subject == principal.subject)
    content = connection.execute(sa.select(_c.content).where(mine)).scalar()
    kept: dict[str, JsonValue] = {} if content is None else json.loads(content)
    return kept
