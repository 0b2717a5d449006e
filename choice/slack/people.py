"""Slack users: who may answer, who answered, and which language they read."""

import logging
import re
from datetime import datetime, timedelta

from choice.catalogues.catalogue import closest
from choice.desk.interaction import Interaction
from choice.desk.people import Audience, Person
from choice.errors import ChoiceError
from choice.slack.api.client import Timer, WebApi, Workspace

_USER = re.compile(r"[UW][A-Z0-9]{5,20}")


def user_of(interaction: Interaction) -> str | None:
    """Return the Slack user who decided, if it was one."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and _USER.fullmatch(name) else None


def name_of(interaction: Interaction) -> str | None:
    """Return the name of whoever decided, if it was no Slack user."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and user_of(interaction) is None else None


ASKER, CHANNEL = "asker", "channel"
_GROUP = "S"
_REMEMBERED = timedelta(minutes=5)

logger = logging.getLogger(__name__)


class Answerers:
    """Decides by the settings. Who somebody is comes from what Slack signed, never from a button."""

    def __init__(self, names: tuple[str, ...], api: WebApi, timer: Timer) -> None:
        self._api, self._timer = api, timer
        self._with_channel = CHANNEL in names
        listed = [name for name in names if name not in {ASKER, CHANNEL}]
        self._groups = tuple([name for name in listed if name.startswith(_GROUP) and name.isupper()])
        self._users = tuple([name for name in listed if name not in self._groups])
        self._members: dict[tuple[str, str], tuple[datetime, frozenset[str]]] = {}

    def audience(self, owner: str, channel: str) -> Audience:
        """Return who may answer what is asked in a conversation; its owner always may."""
        roles = [_group_role(group) for group in self._groups]
        if self._with_channel:
            roles.append(channel_role(channel))
        return Audience(users=(owner, *self._users), roles=tuple(roles))

    async def person(self, workspace: Workspace, user: str, team: str | None, channel: str) -> Person | None:
        """Return somebody who writes or clicks in a channel; None for people of other workspaces."""
        if team is not None and team not in {workspace.team, workspace.enterprise}:
            return None
        roles = {channel_role(channel)}
        for group in self._groups:
            if user in await self._members_of(workspace, group):
                roles.add(_group_role(group))
        return Person(user, workspace.tenant, frozenset(roles))

    async def _members_of(self, workspace: Workspace, group: str) -> frozenset[str]:
        key, now = (workspace.team, group), self._timer.now()
        known = self._members.get(key)
        if known is not None and now - known[0] < _REMEMBERED:
            return known[1]
        try:
            told = await self._api.call(workspace.team, "usergroups.users.list", usergroup=group)
        except ChoiceError as error:
            # Whoever cannot be looked up is let in by what was known, or not at all.
            logger.warning("The members of %s cannot be read: %s", group, error)
            return known[1] if known is not None else frozenset()
        members = frozenset(map(str, told.get("users", ())))
        self._members[key] = (now, members)
        return members


def channel_role(channel: str) -> str:
    """Return the role of those who can see a channel."""
    return f"slack-channel:{channel}"


def _group_role(group: str) -> str:
    return f"slack-group:{group}"


_REMEMBERED_LOCALES = timedelta(hours=12)
_MOST = 10_000


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
        if known is not None and now - known[0] < _REMEMBERED_LOCALES:
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
