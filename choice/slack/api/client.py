"""Client for Slack's Web API, with retries, typed errors, and a token for each workspace."""

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
from choice.slack.render.limits import view_problems
from choice.slack.render.text import Block, Rendered


class Timer(Protocol):
    """Protocol for reading the clock and sleeping. Tests replace it."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        ...

    async def pause(self, seconds: float) -> None:
        """Sleep for this many seconds."""
        ...


class SystemTimer:
    """Timer that reads a clock and sleeps with `asyncio.sleep`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return self._clock.now()

    async def pause(self, seconds: float) -> None:
        """Sleep for this many seconds."""
        await asyncio.sleep(seconds)


NAME = "choice.slack.bolt"
_SENSITIVE = re.compile(r"[{\[\n]|https?:|xox|xapp-")
_MAX_LOG_CHARACTERS = 160


class RedactingFilter(logging.Filter):
    """Truncates a log record before the first payload, URL or token, and drops its traceback."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Truncate the record, and return True to log it."""
        message = record.getMessage()
        found = _SENSITIVE.search(message)
        kept = message[: found.start()] if found is not None else message
        kind = record.exc_info[0] if record.exc_info else None
        record.msg = f"{kept[:_MAX_LOG_CHARACTERS].strip()}{'' if kind is None else f' ({kind.__name__})'}"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def redacting_logger() -> logging.Logger:
    """Return the logger to pass to Bolt and the SDK. Their loggers copy its filter and level."""
    found = logging.getLogger(NAME)
    if not any(isinstance(one, RedactingFilter) for one in found.filters):
        found.addFilter(RedactingFilter())
        found.setLevel(logging.ERROR)
    return found


REVOKED_CODES = frozenset(
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
"""Error codes that mean the token is no longer valid."""
RETRYABLE_CODES = frozenset(
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
"""Error codes after which the same call may succeed later."""
INVALID_BLOCKS_CODES = frozenset(
    {"block_mismatch", "invalid_arguments", "invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"}
)
"""Error codes after which the message may succeed without its blocks."""
CHANNEL_CODES = frozenset(
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
"""Error codes that mean the app cannot post to the channel."""


class SlackRejected(ChoiceError):
    """Slack rejected a call, and would reject it again."""

    def __init__(self, method: str, code: str, pointers: tuple[str, ...] = ()) -> None:
        where = f" ({'; '.join(pointers)})" if pointers else ""
        super().__init__(f"{method}: {code}{where}")
        self.method = method
        self.code = code


class SlackUnavailable(ChoiceError):
    """Slack is unreachable or has rate-limited the call. The call can be retried."""

    def __init__(self, method: str, code: str, retry_after: float | None = None) -> None:
        super().__init__(f"{method}: {code}")
        self.code = code
        self.retry_after = retry_after


class AccessRevoked(ChoiceError):
    """A workspace uninstalled the app or revoked its token."""

    def __init__(self, team: str, code: str) -> None:
        super().__init__(f"Workspace {team} has revoked access ({code}). Install the app again.")
        self.team = team
        self.code = code


MAX_RETRY_AFTER = 5
"""Maximum seconds to wait within a call. After a longer rate limit, the outbox retries the job."""
_RATE_LIMITED = 429
_SERVER_ERRORS = frozenset({500, 502, 503, 504})


class RetryHandler(AsyncRetryHandler):
    """Retries a call twice after a short rate limit, and once after a server error."""

    def __init__(self, timer: Timer) -> None:
        super().__init__(max_retry_count=2)
        self._timer = timer

    @override
    async def can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        """Return whether to retry the call."""
        if response is None or state.current_attempt >= self.max_retry_count:
            return False
        if response.status_code == _RATE_LIMITED:
            return retry_after_seconds(response) <= MAX_RETRY_AFTER
        return response.status_code in _SERVER_ERRORS and state.current_attempt == 0

    @override
    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        """Wait for the seconds in Retry-After, or half a second after a server error."""
        state.next_attempt_requested = True
        limited = response is not None and response.status_code == _RATE_LIMITED
        await self._timer.pause(retry_after_seconds(response) if response and limited else 0.5)
        state.increment_current_attempt()


def retry_after_seconds(response: HttpResponse) -> int:
    """Return the seconds in the Retry-After header, or 1 if it is missing or invalid."""
    for name, values in response.headers.items():
        if name.lower() == "retry-after":
            value = values if isinstance(values, str) else values[0]
            return int(value) if value.isdigit() else 1
    return 1


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace, its tenant, and the bot's identity in it."""

    team: str
    tenant: str
    token: str
    bot_user: str | None = None
    bot_id: str | None = None
    enterprise: str | None = None


class Workspaces(Protocol):
    """Protocol for looking up workspaces. A revoked workspace is not found until it reinstalls the app."""

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return a workspace, or None if it is unknown or revoked.

        Without a team, return the workspace of the organisation, or the single configured one.
        """
        ...

    def revoke(self, team: str, code: str) -> None:
        """Mark a workspace as revoked."""
        ...

    def revoked_code(self, team: str) -> str:
        """Return the error code with which access was revoked."""
        ...

    async def delete(self, team: str | None, enterprise: str | None) -> None:
        """Delete the tokens of a workspace that uninstalled the app."""
        ...


class SingleWorkspace:
    """The workspace of a single bot token. It is unknown until `identify` is called."""

    def __init__(self, token: str, tenant: str) -> None:
        self._token, self._tenant = token, tenant
        self._found: Workspace | None = None
        self._revoked: str | None = None

    @property
    def token(self) -> str:
        """The bot token."""
        return self._token

    @property
    def known(self) -> Workspace | None:
        """The workspace, or None before it is identified."""
        return None if self._revoked else self._found

    def identify(self, team: str, bot_user: str | None, bot_id: str | None, enterprise: str | None) -> None:
        """Store the identity that Slack returned for the token."""
        self._found = Workspace(team, self._tenant, self._token, bot_user, bot_id, enterprise)
        self._revoked = None

    async def find(self, team: str | None, enterprise: str | None = None) -> Workspace | None:
        """Return the workspace if the team or the organisation matches."""
        found = self.known
        if found is None or team in {None, found.team}:
            return found
        is_of_organisation = found.enterprise is not None and found.enterprise == enterprise
        return found if is_of_organisation else None

    def revoke(self, team: str, code: str) -> None:  # noqa: ARG002 - part of the protocol
        """Mark the workspace as revoked."""
        self._revoked = code

    def revoked_code(self, team: str) -> str:  # noqa: ARG002 - part of the protocol
        """Return the error code with which access was revoked."""
        return self._revoked or "unknown"

    async def delete(self, team: str | None, enterprise: str | None) -> None:  # noqa: ARG002 - part of the protocol
        """Stop using the token."""
        self._revoked = "app_uninstalled"


TIMEOUT_SECONDS = 20
"""Timeout of one call."""
_SERVER_ERROR = 500
_NO_PREVIEWS = {"unfurl_links": False, "unfurl_media": False, "parse": "none"}
_WITHOUT_PREVIEWS = frozenset({"chat.postMessage", "chat.postEphemeral", "chat.update"})

_READS = frozenset({"chat.getPermalink", "conversations.replies", "usergroups.users.list", "users.info"})
"""Methods that are called with GET and query parameters instead of JSON."""

logger = logging.getLogger(__name__)


Session = aiohttp.ClientSession
"""The HTTP session that all calls share."""


def open_session() -> Session:
    """Return a new session; the caller closes it."""
    return aiohttp.ClientSession()


class WebApi:
    """Calls Slack's Web API on behalf of a workspace."""

    def __init__(
        self, session: aiohttp.ClientSession, base_url: str, timer: Timer, workspaces: Workspaces
    ) -> None:
        self._session, self._base_url, self._timer = session, base_url, timer
        self.workspaces = workspaces
        self._clients: dict[str, AsyncWebClient] = {}

    def client(self, token: str | None = None) -> AsyncWebClient:
        """Return an SDK client with the shared session and our retry handler."""
        return AsyncWebClient(
            token=token,
            base_url=self._base_url,
            session=self._session,
            timeout=TIMEOUT_SECONDS,
            retry_handlers=[RetryHandler(self._timer)],
            logger=redacting_logger(),
        )

    async def call(self, team: str, method: str, **arguments: Any) -> Mapping[str, Any]:  # noqa: ANN401 - any argument of any method
        """Call a method in a workspace.

        Raises:
            SlackUnavailable: The call can be retried.
            SlackRejected: Slack rejected the call.
            AccessRevoked: The workspace uninstalled the app or revoked the token.
        """
        workspace = await self.workspaces.find(team)
        if workspace is None:
            raise AccessRevoked(team, self.workspaces.revoked_code(team))
        client = self._clients.get(workspace.token)
        if client is None:
            client = self._clients[workspace.token] = self.client(workspace.token)
        if method in _WITHOUT_PREVIEWS:
            arguments |= _NO_PREVIEWS
        present = {name: value for name, value in arguments.items() if value is not None}
        try:
            return await call_method(client, method, present)
        except SlackRejected as error:
            if error.code not in REVOKED_CODES:
                raise
            self.workspaces.revoke(team, error.code)
            self._clients.pop(workspace.token, None)
            logger.warning("%s", AccessRevoked(team, error.code))
            raise AccessRevoked(team, error.code) from error

    async def post(self, team: str, channel: str, thread_ts: str | None, message: Rendered) -> str:
        """Post a message; return its timestamp."""
        blocks = list(message.blocks) or None
        response = await self.call(
            team, "chat.postMessage", channel=channel, thread_ts=thread_ts, text=message.text, blocks=blocks
        )
        return str(response["ts"])

    async def update(self, team: str, channel: str, ts: str, message: Rendered) -> None:
        """Replace the text and blocks of a message. Without blocks, the old blocks are removed."""
        blocks = list(message.blocks)
        await self.call(team, "chat.update", channel=channel, ts=ts, text=message.text, blocks=blocks)

    async def open_modal(self, team: str, trigger_id: str | None, view: Block) -> None:
        """Validate a modal and open it."""
        _check_view("views.open", view)
        await self.call(team, "views.open", trigger_id=trigger_id, view=view)

    async def publish_home(self, team: str, user: str, view: Block) -> None:
        """Validate a user's home tab and publish it."""
        _check_view("views.publish", view)
        await self.call(team, "views.publish", user_id=user, view=view)


def _check_view(method: str, view: Block) -> None:
    if broken := view_problems(view):
        pointers = [f"{problem.message} [json-pointer:{problem.pointer}]" for problem in broken]
        raise SlackRejected(method, "invalid_arguments", tuple(pointers[:5]))


async def call_method(client: AsyncWebClient, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Call a method with this client, and map the SDK's errors to ours.

    Raises:
        SlackUnavailable: The call can be retried.
        SlackRejected: Slack rejected the call.
    """
    try:
        if method in _READS:
            response = await client.api_call(method, http_verb="GET", params=dict(arguments))
        else:
            response = await client.api_call(method, json=dict(arguments))
    except SlackApiError as error:
        raise _map_error(method, error) from error
    except (TimeoutError, aiohttp.ClientError, SlackClientError, OSError) as error:
        raise SlackUnavailable(method, type(error).__name__) from error
    data = response.data
    if not isinstance(data, dict):
        raise SlackUnavailable(method, "invalid JSON")
    return data


def _map_error(method: str, error: SlackApiError) -> SlackUnavailable | SlackRejected:
    response = error.response
    status = getattr(response, "status_code", 200)
    data = getattr(response, "data", response)
    code = str(data.get("error", "unknown")) if isinstance(data, dict) else "unknown"
    if status == _RATE_LIMITED or status >= _SERVER_ERROR or code in RETRYABLE_CODES:
        return SlackUnavailable(method, code, _seconds(getattr(response, "headers", {})))
    metadata = data.get("response_metadata") if isinstance(data, dict) else None
    messages = metadata.get("messages", ()) if isinstance(metadata, dict) else ()
    return SlackRejected(method, code, _pointers(messages))


def _pointers(messages: Sequence[object]) -> tuple[str, ...]:
    """Return Slack's messages about invalid blocks. They contain JSON pointers but no user text."""
    return tuple([str(one)[:200] for one in messages[:5]])


def _seconds(headers: Mapping[str, str]) -> float | None:
    for name, value in headers.items():
        if name.lower() == "retry-after":
            return float(value) if str(value).isdigit() else None
    return None
