"""OAuth installation: scopes, encrypted token storage, and the workspaces that installed the app."""

import logging
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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

from choice.desk.database import EVERY_TENANT, Database
from choice.errors import InvalidSetting
from choice.slack.api.client import Workspace, discreet_logger
from choice.slack.api.requests import response_of
from choice.slack_settings import SlackSettings

SCOPES = {
    "app_mentions:read": "hear mentions",
    "channels:history": "read typed replies in threads of public channels",
    "chat:write": "post questions, answers and notes",
    "groups:history": "read typed replies in threads of private channels",
    "im:history": "read direct messages",
    "im:write": "ask in a direct message where a channel is closed",
    "mpim:history": "read typed replies in group messages",
    "usergroups:read": "know who belongs to a group that may answer",
    "users:read": "speak the language of the reader",
}
"""The scopes of the bot, each with its reason."""
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
_KEY = "CHOICE_SLACK_TOKEN_KEY"
_DATA_DIR = "CHOICE_DATA_DIR"


class TokenVault:
    """Seals and opens tokens with one key."""

    def __init__(self, key: str) -> None:
        try:
            self._fernet = Fernet(key)
        except ValueError as error:
            raise InvalidSetting(
                _KEY, "must be 32 bytes in URL-safe base64, as Fernet makes them."
            ) from error

    def sealed(self, token: str | None) -> str | None:
        """Return a token as it may be written down."""
        return None if token is None else self._fernet.encrypt(token.encode()).decode("ascii")

    def opened(self, sealed: str | None) -> str | None:
        """Return the token that was sealed; none where another key did it."""
        if sealed is None:
            return None
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            return None


def key_in(folder: Path) -> str:
    """Return the key kept in a folder; where there is none, make one that its owner alone can read.

    Raises:
        InvalidSetting: The file cannot be used, or others could read it.
    """
    path = folder / FILE
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise InvalidSetting(_DATA_DIR, f"{path} can be read by others; chmod 600 {path}")
        return path.read_text("ascii").strip()
    except OSError as error:
        raise InvalidSetting(_DATA_DIR, f"{path} cannot be used ({error.strerror}).") from error


def _make(path: Path) -> None:
    """Put a whole file in place, or leave the one that somebody else was faster to put there."""
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


_REMEMBERED = 300.0
_EARLY_MINUTES = 120

logger = logging.getLogger(__name__)


class InstalledWorkspaces:
    """Finds installations; what was found lately is remembered, so that a click asks nobody."""

    def __init__(self, installations: Installations) -> None:
        self._installations = installations
        self.rotator: AsyncTokenRotator | None = None
        """Renews tokens that end soon, where the app has such."""
        self._known: dict[tuple[str | None, str | None], tuple[float, Workspace]] = {}
        self._closed: dict[str, str] = {}

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return a workspace that installed the app, by itself or with its organisation."""
        if team is None and enterprise is None:
            return None
        if team in self._closed:
            return None
        known = self._known.get((enterprise, team))
        if known is not None and time.monotonic() - known[0] < _REMEMBERED:
            return known[1]
        bot = await self._bot(team, enterprise)
        if bot is None or bot.bot_token is None:
            return None
        name = team or bot.team_id or str(enterprise)
        found = Workspace(name, name, bot.bot_token, bot.bot_user_id, bot.bot_id, bot.enterprise_id)
        self._known[enterprise, team] = (time.monotonic(), found)
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
                return await self._renewed(bot)
        return None

    async def _renewed(self, bot: Bot) -> Bot:
        """Return a bot whose token does not end soon."""
        if self.rotator is None or bot.bot_token_expires_at is None:
            return bot
        try:
            renewed = await self.rotator.perform_bot_token_rotation(
                bot=bot, minutes_before_expiration=_EARLY_MINUTES
            )
        except (SlackApiError, SlackTokenRotationError) as error:
            logger.warning("A token could not be renewed: %s", type(error).__name__)
            return bot
        if renewed is None:
            return bot
        await self._installations.async_save_bot(renewed)
        return renewed

    def reopen(self) -> None:
        """Learn that some workspace installed the app: those that shut us out are tried anew."""
        self._closed.clear()
        self._known.clear()

    def close(self, team: str, code: str) -> None:
        """Remember that a workspace shut us out, until it installs the app again."""
        self._closed[team] = code
        self._known.clear()

    def why_closed(self, team: str) -> str:
        """Return the code with which it did."""
        return self._closed.get(team, "not_installed")

    async def forget(self, team: str | None, enterprise: str | None) -> None:
        """Forget a workspace that removed the app, with its tokens."""
        await self._installations.async_delete_all(enterprise_id=enterprise, team_id=team)
        self._known.clear()


INSTALL, REDIRECT = "/slack/install", "/slack/oauth_redirect"


class Installing:
    """Serves the two pages of an installation."""

    def __init__(self) -> None:
        self.flow: AsyncOAuthFlow | None = None
        """None while the service behind it is not open."""
        self.workspaces: InstalledWorkspaces | None = None

    def open(
        self,
        settings: SlackSettings,
        client: AsyncWebClient,
        installations: Installations,
        workspaces: InstalledWorkspaces,
    ) -> None:
        """Begin to serve."""
        client_id, secret = settings.client_id or "", settings.client_secret or ""
        self.workspaces = workspaces
        workspaces.rotator = AsyncTokenRotator(client_id=client_id, client_secret=secret, client=client)
        self.flow = AsyncOAuthFlow(
            client=client,
            logger=discreet_logger(),
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

    async def leave(self, request: Request) -> Response:
        """Send somebody to Slack to choose a workspace."""
        if self.flow is None:
            return Response(status_code=503)
        return response_of(await self.flow.handle_installation(_asked(request)))

    async def come_back(self, request: Request) -> Response:
        """Take the token of a workspace that was chosen."""
        if self.flow is None or self.workspaces is None:
            return Response(status_code=503)
        answer = await self.flow.handle_callback(_asked(request))
        self.workspaces.reopen()
        return response_of(answer)


def _asked(request: Request) -> AsyncBoltRequest:
    query: dict[str, Sequence[str]] = {
        name: request.query_params.getlist(name) for name in request.query_params
    }
    headers: dict[str, str | Sequence[str]] = {**request.headers}
    return AsyncBoltRequest(body="", query=query, headers=headers)
