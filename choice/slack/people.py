"""Authorize Slack users, identify who answered, and look up languages."""

import logging
import re
from datetime import datetime, timedelta
from typing import get_args

from choice.auth import check_declared, may, principal_for
from choice.auth.principal import DEFAULT_ROLE
from choice.desk import Audience, Interaction, Person
from choice.errors import ChoiceError
from choice.i18n import closest
from choice.slack.api.client import Timer, WebApi, Workspace
from choice.slack.events.actions import EVENT_ACTIONS, HOME, MESSAGE, Action, FreeText

_USER = re.compile(r"[UW][A-Z0-9]{5,20}")


def user_of(interaction: Interaction) -> str | None:
    """Return the id of the Slack user who answered or cancelled, or None."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and _USER.fullmatch(name) else None


def name_of(interaction: Interaction) -> str | None:
    """Return the name of the person who answered or cancelled, or None for a Slack user."""
    name = getattr(interaction.outcome, "answered_by", None)
    return name if isinstance(name, str) and user_of(interaction) is None else None


ASKER, CHANNEL = "asker", "channel"
_GROUP = "S"
_MEMBERS_CACHE = timedelta(minutes=5)

logger = logging.getLogger(__name__)


class Answerers:
    """Determines from the settings who may answer. User ids come only from signed payloads."""

    def __init__(self, names: tuple[str, ...], api: WebApi, timer: Timer) -> None:
        self._api, self._timer = api, timer
        self._with_channel = CHANNEL in names
        listed = [name for name in names if name not in {ASKER, CHANNEL}]
        self._groups = tuple([name for name in listed if name.startswith(_GROUP) and name.isupper()])
        self._users = tuple([name for name in listed if name not in self._groups])
        events = (*(kind.__name__ for kind in get_args(Action)), FreeText.__name__, MESSAGE, HOME)
        check_declared("The Slack event", events, EVENT_ACTIONS)
        self._members: dict[tuple[str, str], tuple[datetime, frozenset[str]]] = {}

    def audience(self, owner: str, channel: str) -> Audience:
        """Return the audience of a conversation's questions, which always includes the owner."""
        roles = [_group_role(group) for group in self._groups]
        if self._with_channel:
            roles.append(channel_role(channel))
        return Audience(users=(owner, *self._users), roles=tuple(roles))

    async def person(
        self, workspace: Workspace, user: str, team: str | None, channel: str, event: str
    ) -> Person | None:
        """Return a Slack user as a person with roles, or None for users who may not do this.

        Every user of the workspace is a member. `event` is one of `EVENT_ACTIONS`.
        """
        if team is not None and team not in {workspace.team, workspace.enterprise}:
            return None
        roles = {channel_role(channel)}
        for group in self._groups:
            if user in await self._members_of(workspace, group):
                roles.add(_group_role(group))
        member = principal_for(user, workspace.tenant, frozenset({*roles, DEFAULT_ROLE}))
        return Person(user, workspace.tenant, frozenset(roles)) if may(member, EVENT_ACTIONS[event]) else None

    async def _members_of(self, workspace: Workspace, group: str) -> frozenset[str]:
        key, now = (workspace.team, group), self._timer.now()
        cached = self._members.get(key)
        if cached is not None and now - cached[0] < _MEMBERS_CACHE:
            return cached[1]
        try:
            response = await self._api.call(workspace.team, "usergroups.users.list", usergroup=group)
        except ChoiceError as error:
            # Fall back to the expired cache. Without a cache, nobody has the role.
            logger.warning("Cannot read the members of user group %s: %s", group, error)
            return cached[1] if cached is not None else frozenset()
        members = frozenset(map(str, response.get("users", ())))
        self._members[key] = (now, members)
        return members


def channel_role(channel: str) -> str:
    """Return the role of a channel's members."""
    return f"slack-channel:{channel}"


def _group_role(group: str) -> str:
    return f"slack-group:{group}"


_LOCALE_CACHE = timedelta(hours=12)
_MAX_CACHED = 10_000


class Locales:
    """Looks up the languages of users in Slack, with a cache."""

    def __init__(self, api: WebApi, timer: Timer, channels: str) -> None:
        self._api, self._timer = api, timer
        self.channels = channels
        """The language used in channels."""
        self._cache: dict[tuple[str, str], tuple[datetime, str]] = {}

    async def of(self, team: str, user: str) -> str:
        """Return a user's language, or the channel language if it is unknown."""
        now = self._timer.now()
        cached = self._cache.get((team, user))
        if cached is not None and now - cached[0] < _LOCALE_CACHE:
            return cached[1]
        try:
            response = await self._api.call(team, "users.info", user=user, include_locale=True)
        except ChoiceError as error:
            logger.warning("Cannot read a user's locale: %s", error)
            return self.channels
        locale = response.get("user", {}).get("locale")
        language = closest(locale) if isinstance(locale, str) else self.channels
        if len(self._cache) >= _MAX_CACHED:
            self._cache.clear()
        self._cache[team, user] = (now, language)
        return language

    async def at(self, team: str, channel: str, user: str) -> str:
        """Return the user's language in direct messages, and the channel language elsewhere."""
        return await self.of(team, user) if channel.startswith("D") else self.channels

    def cached(self, team: str, user: str) -> str:
        """Return the cached language of a user, or the channel language."""
        found = self._cache.get((team, user))
        return self.channels if found is None else found[1]
