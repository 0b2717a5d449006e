"""Client for Slack's Web API: one session, retries, rate limits, errors, and the workspaces' tokens."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from slack_sdk.web.async_client import AsyncWebClient
from typing_extensions import override

from choice.clock import Clock
from choice.errors import ChoiceError
from choice.slack.render.kit import Rendered


class Timer(Protocol):
    """Tells the time and lets it pass."""

    def now(self) -> datetime:
        """Return the moment it is, in UTC."""
        ...

    async def pause(self, seconds: float) -> None:
        """Return after so many seconds."""
        ...


class SystemTimer:
    """The time of a clock, and real waiting."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        """Return the moment it is, in UTC."""
        return self._clock.now()

    async def pause(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)


NAME = "choice.slack.bolt"
_FROM_HERE_ON = re.compile(r"[{\[\n]|https?:|xox|xapp-")
_LONGEST = 160


class Discreet(logging.Filter):
    """Cuts a record where a payload, an address or a token begins, and leaves out its traceback."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Let a record pass, cut."""
        said = record.getMessage()
        found = _FROM_HERE_ON.search(said)
        kept = said[: found.start()] if found is not None else said
        kind = record.exc_info[0] if record.exc_info else None
        record.msg = f"{kept[:_LONGEST].strip()}{'' if kind is None else f' ({kind.__name__})'}"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def discreet_logger() -> logging.Logger:
    """Return the logger that Bolt and the SDK are given; theirs take over its filter and level."""
    found = logging.getLogger(NAME)
    if not any(isinstance(one, Discreet) for one in found.filters):
        found.addFilter(Discreet())
        found.setLevel(logging.ERROR)
    return found


GONE = frozenset(
    {
        "account_inactive",
        "app_uninstalled",
        "invalid_auth",
        "not_authed",
        "org_login_required",
        "team_access_not_granted",
        "token_expired",
        "token_revoked",
        "two_factor_setup_required",
    }
)
"""Codes that mean that our token opens nothing any more."""
AWAY = frozenset(
    {
        "fatal_error",
        "internal_error",
        "ratelimited",
        "rate_limited",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
        "timeout",
    }
)
"""Codes that mean that the same call may work later."""
BAD_BLOCKS = frozenset(
    {"block_mismatch", "invalid_arguments", "invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"}
)
"""Codes that mean that the message would do without its blocks."""
UNWELCOME = frozenset(
    {
        "channel_is_limited_access",
        "channel_not_found",
        "ekm_access_denied",
        "is_archived",
        "is_inactive",
        "not_in_channel",
        "restricted_action",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
    }
)
"""Codes that mean that nothing can be said in a channel."""


class SlackRefused(ChoiceError):
    """Slack refused a call, and would refuse it again."""

    def __init__(self, method: str, code: str, pointers: tuple[str, ...] = ()) -> None:
        where = f" ({'; '.join(pointers)})" if pointers else ""
        super().__init__(f"{method}: {code}{where}")
        self.method = method
        self.code = code


class SlackAway(ChoiceError):
    """Slack cannot be reached, or wants to be asked later."""

    def __init__(self, method: str, code: str, retry_after: float | None = None) -> None:
        super().__init__(f"{method}: {code}")
        self.code = code
        self.retry_after = retry_after


class WorkspaceClosed(ChoiceError):
    """A workspace has shut us out: the app was removed, or the token was revoked."""

    def __init__(self, team: str, code: str) -> None:
        super().__init__(f"The workspace {team} does not let us in ({code}); install the app again.")
        self.team = team
        self.code = code


LONGEST_WAIT = 5
"""Whoever must wait longer comes back later, and holds nobody up meanwhile."""
_TOO_MANY = 429
_STUMBLED = frozenset({500, 502, 503, 504})


class AgainWhenAllowed(AsyncRetryHandler):
    """Waits as long as Slack wants, where that is not long."""

    def __init__(self, timer: Timer) -> None:
        super().__init__(max_retry_count=2)
        self._timer = timer

    @override
    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if response is None or response.status_code != _TOO_MANY:
            return False
        return wanted_wait(response) <= LONGEST_WAIT

    @override
    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        state.next_attempt_requested = True
        await self._timer.pause(1 if response is None else wanted_wait(response))
        state.increment_current_attempt()


class AgainSoon(AsyncRetryHandler):
    """Tries once more after half a second where Slack's servers stumbled."""

    def __init__(self, timer: Timer) -> None:
        super().__init__(max_retry_count=1)
        self._timer = timer

    @override
    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        return response is not None and response.status_code in _STUMBLED

    @override
    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        state.next_attempt_requested = True
        await self._timer.pause(0.5)
        state.increment_current_attempt()


def wanted_wait(response: HttpResponse) -> int:
    """Return how many seconds Slack wants to be left alone."""
    for name, values in response.headers.items():
        if name.lower() == "retry-after":
            value = values if isinstance(values, str) else values[0]
            return int(value) if value.isdigit() else 1
    return 1


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


SECONDS = 20
"""How long one call may take."""
_SERVER_FAULT = 500
_RATE_LIMITED = 429
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
    if status == _RATE_LIMITED or status >= _SERVER_FAULT or code in AWAY:
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
