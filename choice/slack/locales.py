"""In which language somebody is spoken to: their own in private, the workspace's in channels."""

import logging
from datetime import datetime, timedelta

from choice.catalogues.catalogue import closest
from choice.errors import ChoiceError
from choice.slack.timing import Timer
from choice.slack.web_api import WebApi

_REMEMBERED = timedelta(hours=12)
_MOST = 10_000

logger = logging.getLogger(__name__)


class Locales:
    """Asks Slack for the language of a person, and remembers it."""

    def __init__(self, api: WebApi, timer: Timer, channels: str) -> None:
        self._api, self._timer = api, timer
        self.channels = channels
        """The language of channels."""
        self._known: dict[tuple[str, str], tuple[datetime, str]] = {}

    async def of(self, team: str, user: str) -> str:
        """Return somebody's language; that of channels where Slack does not say."""
        now = self._timer.now()
        known = self._known.get((team, user))
        if known is not None and now - known[0] < _REMEMBERED:
            return known[1]
        try:
            told = await self._api.call(team, "users.info", user=user, include_locale=True)
        except ChoiceError as error:
            logger.warning("A language is not known: %s", error)
            return self.channels
        locale = told.get("user", {}).get("locale")
        language = closest(locale) if isinstance(locale, str) else self.channels
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[team, user] = (now, language)
        return language

    async def at(self, team: str, channel: str, user: str) -> str:
        """Return the language of what somebody reads in a channel or in a direct message."""
        return await self.of(team, user) if channel.startswith("D") else self.channels

    def known(self, team: str, user: str) -> str:
        """Return somebody's language without asking; that of channels where it is not known yet."""
        found = self._known.get((team, user))
        return self.channels if found is None else found[1]
