"""Installation through OAuth: the scopes, encrypted storage of tokens, and lookup of workspaces."""

import logging
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from cryptography.fernet import Fernet, InvalidToken
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.oauth.state_store.sqlalchemy import SQLAlchemyOAuthStateStore
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient
from starlette.requests import Request
from starlette.responses import Response
from typing_extensions import override

from choice.desk.sql.transaction import EVERY_TENANT, Database
from choice.errors import InvalidSetting
from choice.settings import SlackSettings
from choice.slack.api.client import Workspace, redacting_logger
from choice.slack.api.requests import response_of

SCOPES = {
    "app_mentions:read": "receive mentions",
    "channels:history": "read typed replies in threads of public channels",
    "chat:write": "post questions, answers and notes",
    "groups:history": "read typed replies in threads of private channels",
    "im:history": "read direct messages",
    "im:write": "ask in a direct message when a channel is unavailable",
    "mpim:history": "read typed replies in group messages",
    "usergroups:read": "resolve user groups that may answer",
    "users:read": "read the user's locale",
}
"""The bot's scopes, each with its reason."""
EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
"""The events that the bot subscribes to."""


FILE = "slack_token_key"
_KEY_SETTING = "CHOICE_SLACK_TOKEN_KEY"
_DATA_DIR_SETTING = "CHOICE_DATA_DIR"


class TokenCipher:
    """Encrypts and decrypts tokens with one Fernet key."""

    def __init__(self, key: str) -> None:
        try:
            self._fernet = Fernet(key)
        except ValueError as error:
            raise InvalidSetting(
                _KEY_SETTING, "must be a Fernet key: 32 bytes in URL-safe base64."
            ) from error

    def encrypt(self, token: str | None) -> str | None:
        """Encrypt a token."""
        return None if token is None else self._fernet.encrypt(token.encode()).decode("ascii")

    def decrypt(self, encrypted: str | None) -> str | None:
        """Decrypt a token. Returns None if it was encrypted with another key."""
        if encrypted is None:
            return None
        try:
            return self._fernet.decrypt(encrypted.encode()).decode()
        except InvalidToken:
            return None


def load_or_create_key(folder: Path) -> str:
    """Return the key stored in a folder. Creates the key file if it does not exist.

    Raises:
        InvalidSetting: The key file cannot be read or created, or other users can read it.
    """
    path = folder / FILE
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _create_key_file(path)
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise InvalidSetting(
                _DATA_DIR_SETTING, f"{path} is readable by other users. Run: chmod 600 {path}"
            )
        return path.read_text("ascii").strip()
    except OSError as error:
        raise InvalidSetting(_DATA_DIR_SETTING, f"{path} cannot be used ({error.strerror}).") from error


def _create_key_file(path: Path) -> None:
    """Create the key file atomically, readable by its owner only. Keeps a file that already exists."""
    draft = path.with_name(f"{FILE}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(Fernet.generate_key().decode("ascii"))
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


_TOKENS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
_STATE_SECONDS = 600
MAX_STATES = 10_000
"""Maximum number of OAuth states, of installations that have begun."""

Result = TypeVar("Result")


class _InstallationStore(SQLAlchemyInstallationStore):
    """The SDK's store with unlimited token columns, because encrypted tokens are longer."""

    @classmethod
    @override
    def build_installations_table(cls, metadata: sa.MetaData, table_name: str) -> sa.Table:
        return _with_wide_columns(super().build_installations_table(metadata, table_name))

    @classmethod
    @override
    def build_bots_table(cls, metadata: sa.MetaData, table_name: str) -> sa.Table:
        return _with_wide_columns(super().build_bots_table(metadata, table_name))


def _with_wide_columns(table: sa.Table) -> sa.Table:
    for name in _TOKENS:
        if name in table.c:
            table.c[name].type = sa.Text()
    return table


class _ConnectionAsEngine:
    """Stands in for an engine, and returns the connection of the current transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """Return the connection. The surrounding transaction commits it."""
        yield self._connection

    connect = begin


class Installations(AsyncInstallationStore, AsyncOAuthStateStore):
    """Stores installations with encrypted tokens, and OAuth states."""

    def __init__(self, database: Database, client_id: str, cipher: TokenCipher) -> None:
        self._database, self._client_id, self._cipher = database, client_id, cipher

    async def create_tables(self) -> None:
        """Create the SDK's tables if they do not exist."""

        def unit(connection: sa.Connection) -> None:
            here: Any = _ConnectionAsEngine(connection)
            _InstallationStore(self._client_id, here).metadata.create_all(connection)
            SQLAlchemyOAuthStateStore(_STATE_SECONDS, here).metadata.create_all(connection)

        await self._write(unit)

    @override
    async def async_save(self, installation: Installation) -> None:
        """Save an installation with encrypted tokens."""
        encrypted_copy = Installation(**self._encrypted(installation.to_dict_for_copying()))
        await self._store(lambda store: store.save(encrypted_copy))

    @override
    async def async_save_bot(self, bot: Bot) -> None:
        """Save a bot with encrypted tokens, after token rotation."""
        encrypted_copy = Bot(**self._encrypted(bot.to_dict_for_copying()))
        await self._store(lambda store: store.save_bot(encrypted_copy))

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
        return None if found is None else Bot(**self._decrypted(found.to_dict_for_copying()))

    @override
    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Delete all installations of a workspace."""
        await self._store(lambda store: store.delete_all(enterprise_id=enterprise_id, team_id=team_id))

    @override
    async def async_issue(self, *_arguments: Any, **_more: Any) -> str:
        """Issue an OAuth state that can be used once, within ten minutes.

        Anyone may start an installation, so expired states are deleted, and the oldest if there are too many.
        """

        def unit(connection: sa.Connection) -> str:
            states = _states(connection)
            _delete_old(connection, states.oauth_states)
            return states.issue()

        return await self._write(unit)

    @override
    async def async_consume(self, state: str) -> bool:
        """Consume an OAuth state. Returns False if it is unknown, expired or already used."""
        return await self._write(lambda connection: _states(connection).consume(state))

    async def _store(self, use: Callable[[SQLAlchemyInstallationStore], Result]) -> Result:
        def unit(connection: sa.Connection) -> Result:
            here: Any = _ConnectionAsEngine(connection)
            return use(_InstallationStore(self._client_id, here, logger=redacting_logger()))

        return await self._write(unit)

    async def _write(self, unit: Callable[[sa.Connection], Result]) -> Result:
        return await self._database.write(lambda tx: unit(tx.connection), EVERY_TENANT)

    def _encrypted(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {name: self._cipher.encrypt(values[name]) for name in _TOKENS if name in values}

    def _decrypted(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {name: self._cipher.decrypt(values[name]) for name in _TOKENS if name in values}


def _states(connection: sa.Connection) -> SQLAlchemyOAuthStateStore:
    here: Any = _ConnectionAsEngine(connection)
    return SQLAlchemyOAuthStateStore(_STATE_SECONDS, here, logger=redacting_logger())


def _delete_old(connection: sa.Connection, states: sa.Table) -> None:
    now = datetime.now(UTC).replace(tzinfo=None)
    connection.execute(sa.delete(states).where(states.c.expire_at < now))
    newest = sa.select(sa.func.max(states.c.id)).scalar_subquery()
    connection.execute(sa.delete(states).where(states.c.id <= newest - MAX_STATES))


_CACHE_SECONDS = 300.0
_ROTATE_MINUTES_BEFORE = 120

logger = logging.getLogger(__name__)


class InstalledWorkspaces:
    """Looks up workspaces by their installation, with a cache that saves a query for each click."""

    def __init__(self, installations: Installations) -> None:
        self._installations = installations
        self.rotator: AsyncTokenRotator | None = None
        """Rotates tokens that expire soon. Only used if the app has token rotation enabled."""
        self._cache: dict[tuple[str | None, str | None], tuple[float, Workspace]] = {}
        self._revoked: dict[str, str] = {}

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return a workspace where the app is installed, directly or for the whole organisation."""
        if team is None and enterprise is None:
            return None
        if team in self._revoked:
            return None
        known = self._cache.get((enterprise, team))
        if known is not None and time.monotonic() - known[0] < _CACHE_SECONDS:
            return known[1]
        bot = await self._bot(team, enterprise)
        if bot is None or bot.bot_token is None:
            return None
        name = team or bot.team_id or str(enterprise)
        found = Workspace(name, name, bot.bot_token, bot.bot_user_id, bot.bot_id, bot.enterprise_id)
        self._cache[enterprise, team] = (time.monotonic(), found)
        return found

    async def _bot(self, team: str | None, enterprise: str | None) -> Bot | None:
        for organisation, workspace, is_whole in (
            (enterprise, team, False),
            (None, team, False),
            (enterprise, None, True),
        ):
            bot = await self._installations.async_find_bot(
                enterprise_id=organisation, team_id=workspace, is_enterprise_install=is_whole
            )
            if bot is not None:
                return await self._rotated(bot)
        return None

    async def _rotated(self, bot: Bot) -> Bot:
        """Return the bot. A token that expires soon is rotated first."""
        if self.rotator is None or bot.bot_token_expires_at is None:
            return bot
        try:
            renewed = await self.rotator.perform_bot_token_rotation(
                bot=bot, minutes_before_expiration=_ROTATE_MINUTES_BEFORE
            )
        except (SlackApiError, SlackTokenRotationError) as error:
            logger.warning("Token rotation failed: %s", type(error).__name__)
            return bot
        if renewed is None:
            return bot
        await self._installations.async_save_bot(renewed)
        return renewed

    def reset(self) -> None:
        """Clear the cache and all revocations, after a new installation."""
        self._revoked.clear()
        self._cache.clear()

    def revoke(self, team: str, code: str) -> None:
        """Mark a workspace as revoked until the next installation."""
        self._revoked[team] = code
        self._cache.clear()

    def revoked_code(self, team: str) -> str:
        """Return the error code with which access was revoked."""
        return self._revoked.get(team, "not_installed")

    async def delete(self, team: str | None, enterprise: str | None) -> None:
        """Delete the tokens of a workspace that uninstalled the app."""
        await self._installations.async_delete_all(enterprise_id=enterprise, team_id=team)
        self._cache.clear()


INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"


class OAuthEndpoints:
    """The two routes of the OAuth flow."""

    def __init__(self) -> None:
        self.flow: AsyncOAuthFlow | None = None
        """The OAuth flow, or None until the service has started."""
        self.workspaces: InstalledWorkspaces | None = None

    def open(
        self,
        settings: SlackSettings,
        client: AsyncWebClient,
        installations: Installations,
        workspaces: InstalledWorkspaces,
    ) -> None:
        """Start serving the flow."""
        client_id, secret = settings.client_id or "", settings.client_secret or ""
        self.workspaces = workspaces
        workspaces.rotator = AsyncTokenRotator(client_id=client_id, client_secret=secret, client=client)
        self.flow = AsyncOAuthFlow(
            client=client,
            logger=redacting_logger(),
            settings=AsyncOAuthSettings(
                client_id=client_id,
                client_secret=secret,
                scopes=sorted(SCOPES),
                authorization_url=f"{settings.api_url.removesuffix('api/')}oauth/v2/authorize",
                installation_store=installations,
                state_store=installations,
                install_path=INSTALL,
                redirect_uri_path=REDIRECT,
                install_page_rendering_enabled=False,
            ),
        )

    async def install(self, request: Request) -> Response:
        """Redirect the user to Slack's authorization page."""
        if self.flow is None:
            return Response(status_code=503)
        return response_of(await self.flow.handle_installation(_bolt_request(request)))

    async def handle_redirect(self, request: Request) -> Response:
        """Exchange the code for a token and store the installation."""
        if self.flow is None or self.workspaces is None:
            return Response(status_code=503)
        answer = await self.flow.handle_callback(_bolt_request(request))
        self.workspaces.reset()
        return response_of(answer)


def _bolt_request(request: Request) -> AsyncBoltRequest:
    query: dict[str, Sequence[str]] = {
        name: request.query_params.getlist(name) for name in request.query_params
    }
    headers: dict[str, str | Sequence[str]] = {**request.headers}
    return AsyncBoltRequest(body="", query=query, headers=headers)
