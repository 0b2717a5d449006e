"""Workspaces that installed the app: kept by Slack's own store, in our database, with sealed tokens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.oauth.state_store.sqlalchemy import SQLAlchemyOAuthStateStore
from typing_extensions import override

from choice.desk.database import EVERY_TENANT, Database
from choice.slack.discreet_logs import discreet_logger
from choice.slack.token_vault import TokenVault

_TOKENS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
_STATE_SECONDS = 600

Result = TypeVar("Result")


class _WideStore(SQLAlchemyInstallationStore):
    """Slack's store with room for sealed tokens, which are longer."""

    @classmethod
    @override
    def build_installations_table(cls, metadata: sa.MetaData, table_name: str) -> sa.Table:
        return _widened(super().build_installations_table(metadata, table_name))

    @classmethod
    @override
    def build_bots_table(cls, metadata: sa.MetaData, table_name: str) -> sa.Table:
        return _widened(super().build_bots_table(metadata, table_name))


def _widened(table: sa.Table) -> sa.Table:
    for name in _TOKENS:
        if name in table.c:
            table.c[name].type = sa.Text()
    return table


class _Here:
    """Stands for an engine where there is a connection already: the one of a unit of work."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """Return the connection; whoever runs the unit commits."""
        yield self._connection

    connect = begin


class Installations(AsyncInstallationStore, AsyncOAuthStateStore):
    """Keeps installations, and the states of those that are on their way."""

    def __init__(self, database: Database, client_id: str, vault: TokenVault) -> None:
        self._database, self._client_id, self._vault = database, client_id, vault

    async def make_tables(self) -> None:
        """Make Slack's tables where they are missing."""

        def unit(connection: sa.Connection) -> None:
            here: Any = _Here(connection)
            _WideStore(self._client_id, here).metadata.create_all(connection)
            SQLAlchemyOAuthStateStore(_STATE_SECONDS, here).metadata.create_all(connection)

        await self._write(unit)

    @override
    async def async_save(self, installation: Installation) -> None:
        """Keep an installation."""
        sealed = Installation(**self._sealed(installation.to_dict_for_copying()))
        await self._store(lambda store: store.save(sealed))

    @override
    async def async_save_bot(self, bot: Bot) -> None:
        """Keep what a rotation gave."""
        sealed = Bot(**self._sealed(bot.to_dict_for_copying()))
        await self._store(lambda store: store.save_bot(sealed))

    @override
    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """Return the newest bot of a workspace."""
        found = await self._store(
            lambda store: store.find_bot(
                enterprise_id=enterprise_id, team_id=team_id, is_enterprise_install=is_enterprise_install
            )
        )
        return None if found is None else Bot(**self._opened(found.to_dict_for_copying()))

    @override
    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Forget a workspace."""
        await self._store(lambda store: store.delete_all(enterprise_id=enterprise_id, team_id=team_id))

    @override
    async def async_issue(self, *_arguments: Any, **_more: Any) -> str:
        """Return a state that can be used once, within ten minutes."""
        return await self._write(lambda connection: _states(connection).issue())

    @override
    async def async_consume(self, state: str) -> bool:
        """Use a state; False where it is unknown, old or used."""
        return await self._write(lambda connection: _states(connection).consume(state))

    async def _store(self, use: Callable[[SQLAlchemyInstallationStore], Result]) -> Result:
        def unit(connection: sa.Connection) -> Result:
            here: Any = _Here(connection)
            return use(_WideStore(self._client_id, here, logger=discreet_logger()))

        return await self._write(unit)

    async def _write(self, unit: Callable[[sa.Connection], Result]) -> Result:
        return await self._database.write(lambda tx: unit(tx.connection), EVERY_TENANT)

    def _sealed(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {name: self._vault.sealed(values[name]) for name in _TOKENS if name in values}

    def _opened(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {name: self._vault.opened(values[name]) for name in _TOKENS if name in values}


def _states(connection: sa.Connection) -> SQLAlchemyOAuthStateStore:
    here: Any = _Here(connection)
    return SQLAlchemyOAuthStateStore(_STATE_SECONDS, here, logger=discreet_logger())
