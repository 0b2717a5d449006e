"""Every call to Slack's Web API: one session, one way to fail, and no previews of links."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from choice.slack.discreet_logs import discreet_logger
from choice.slack.patience import AgainSoon, AgainWhenAllowed
from choice.slack.refusals import AWAY, GONE, SlackAway, SlackRefused, WorkspaceClosed
from choice.slack.rendered import Rendered
from choice.slack.timing import Timer
from choice.slack.workspaces import Workspaces

SECONDS = 20
"""How long one call may take."""
_SERVER_FAULT = 500
_TOO_MANY = 429
_NO_PREVIEWS = {"unfurl_links": False, "unfurl_media": False, "parse": "none"}
_WITHOUT_PREVIEWS = frozenset({"chat.postMessage", "chat.postEphemeral", "chat.update"})

_READS = frozenset({"chat.getPermalink", "conversations.replies", "usergroups.users.list", "users.info"})
"""Methods that do not read JSON."""

logger = logging.getLogger(__name__)


Session = aiohttp.ClientSession
"""The connections that all calls share."""


def open_session() -> Session:
    """Return connections to be shared, and to be closed in the end."""
    return aiohttp.ClientSession()


class WebApi:
    """Calls Slack for the workspaces that let us in."""

    def __init__(
        self, session: aiohttp.ClientSession, base_url: str, timer: Timer, workspaces: Workspaces
    ) -> None:
        self._session, self._base_url, self._timer = session, base_url, timer
        self.workspaces = workspaces
        self._clients: dict[str, AsyncWebClient] = {}

    def client(self, token: str | None = None) -> AsyncWebClient:
        """Return a client that shares the session and tries again where that makes sense."""
        handlers: list[AsyncRetryHandler] = [AgainWhenAllowed(self._timer), AgainSoon(self._timer)]
        return AsyncWebClient(
            token=token,
            base_url=self._base_url,
            session=self._session,
            timeout=SECONDS,
            retry_handlers=handlers,
            logger=discreet_logger(),
        )

    async def call(self, team: str, method: str, **arguments: Any) -> Mapping[str, Any]:  # noqa: ANN401 - Slack's
        """Call a method in a workspace.

        Raises:
            SlackAway: It may work later.
            SlackRefused: It will not.
            WorkspaceClosed: Nothing works there any more.
        """
        workspace = await self.workspaces.find(team)
        if workspace is None:
            raise WorkspaceClosed(team, self.workspaces.why_closed(team))
        client = self._clients.get(workspace.token)
        if client is None:
            client = self._clients[workspace.token] = self.client(workspace.token)
        if method in _WITHOUT_PREVIEWS:
            arguments |= _NO_PREVIEWS
        given = {name: value for name, value in arguments.items() if value is not None}
        try:
            return await called(client, method, given)
        except SlackRefused as refused:
            if refused.code not in GONE:
                raise
            self.workspaces.close(team, refused.code)
            self._clients.pop(workspace.token, None)
            logger.warning("%s", WorkspaceClosed(team, refused.code))
            raise WorkspaceClosed(team, refused.code) from refused

    async def post(self, team: str, channel: str, thread_ts: str | None, message: Rendered) -> str:
        """Post a message; return its timestamp."""
        blocks = list(message.blocks) or None
        told = await self.call(
            team, "chat.postMessage", channel=channel, thread_ts=thread_ts, text=message.text, blocks=blocks
        )
        return str(told["ts"])

    async def update(self, team: str, channel: str, ts: str, message: Rendered) -> None:
        """Change a message; without blocks it loses those it had."""
        blocks = list(message.blocks)
        await self.call(team, "chat.update", channel=channel, ts=ts, text=message.text, blocks=blocks)


async def called(client: AsyncWebClient, method: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Call a method with a client of one's own.

    Raises:
        SlackAway: It may work later.
        SlackRefused: It will not.
    """
    try:
        if method in _READS:
            response = await client.api_call(method, http_verb="GET", params=dict(given))
        else:
            response = await client.api_call(method, json=dict(given))
    except SlackApiError as error:
        raise _meaning(method, error) from error
    except (TimeoutError, aiohttp.ClientError, SlackClientError, OSError) as error:
        raise SlackAway(method, type(error).__name__) from error
    data = response.data
    if not isinstance(data, dict):
        raise SlackAway(method, "no JSON")
    return data


def _meaning(method: str, error: SlackApiError) -> SlackAway | SlackRefused:
    response = error.response
    status = getattr(response, "status_code", 200)
    data = getattr(response, "data", response)
    code = str(data.get("error", "unknown")) if isinstance(data, dict) else "unknown"
    if status == _TOO_MANY or status >= _SERVER_FAULT or code in AWAY:
        return SlackAway(method, code, _seconds(getattr(response, "headers", {})))
    metadata = data.get("response_metadata") if isinstance(data, dict) else None
    said = metadata.get("messages", ()) if isinstance(metadata, dict) else ()
    return SlackRefused(method, code, _pointers(said))


def _pointers(said: Sequence[object]) -> tuple[str, ...]:
    """Return what Slack says of blocks; it names places and rules, never what was written."""
    return tuple([str(one)[:200] for one in said[:5]])


def _seconds(headers: Mapping[str, str]) -> float | None:
    for name, value in headers.items():
        if name.lower() == "retry-after":
            return float(value) if str(value).isdigit() else None
    return None
