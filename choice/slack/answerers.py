"""Who may answer in Slack: whoever talks to the model, the channel, listed users and groups."""

import logging
from datetime import datetime, timedelta

from choice.desk.people import Audience, Person
from choice.errors import ChoiceError
from choice.slack.timing import Timer
from choice.slack.web_api import WebApi
from choice.slack.workspaces import Workspace

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
