"""The workspaces that installed the app, each a tenant of its own."""

import logging
import time

from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator

from choice.slack.installations import Installations
from choice.slack.workspaces import Workspace

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
