"""The workspaces that let us in: one by its token, or all that installed the app."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace, whose tenant it is, and who we are there."""

    team: str
    tenant: str
    token: str
    bot_user: str | None = None
    bot_id: str | None = None
    enterprise: str | None = None


class Workspaces(Protocol):
    """Finds workspaces. One that shut us out is not found, until it lets us in again."""

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return a workspace; with no team, the one of an organisation, or the only one there is."""
        ...

    def close(self, team: str, code: str) -> None:
        """Remember that a workspace shut us out."""
        ...

    def why_closed(self, team: str) -> str:
        """Return the code with which it did."""
        ...

    async def forget(self, team: str | None, enterprise: str | None) -> None:
        """Forget a workspace that removed the app, with its tokens."""
        ...


class OneWorkspace:
    """The workspace of one token. Slack is asked once whose it is."""

    def __init__(self, token: str, tenant: str) -> None:
        self._token, self._tenant = token, tenant
        self._found: Workspace | None = None
        self._closed: str | None = None

    @property
    def token(self) -> str:
        """The token of the bot."""
        return self._token

    @property
    def known(self) -> Workspace | None:
        """The workspace, once it is known."""
        return None if self._closed else self._found

    def learn(self, team: str, bot_user: str | None, bot_id: str | None, enterprise: str | None) -> None:
        """Take what Slack says the token is for."""
        self._found = Workspace(team, self._tenant, self._token, bot_user, bot_id, enterprise)
        self._closed = None

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return the workspace, if it is the one that is meant."""
        found = self.known
        if found is None or team in {None, found.team}:
            return found
        is_of_organisation = found.enterprise is not None and found.enterprise == enterprise
        return found if is_of_organisation else None

    def close(self, team: str, code: str) -> None:  # noqa: ARG002 - there is but one
        """Remember that the workspace shut us out."""
        self._closed = code

    def why_closed(self, team: str) -> str:  # noqa: ARG002 - the same
        """Return the code with which it did."""
        return self._closed or "unknown"

    async def forget(self, team: str | None, enterprise: str | None) -> None:  # noqa: ARG002 - the same
        """Use the token no more."""
        self._closed = "app_uninstalled"
