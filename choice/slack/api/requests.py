"""Receive requests from Slack, verify their signatures, and dispatch them through Bolt.

Requests are verified before they reach Bolt, because Bolt raises on malformed ones.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from choice.clock import Clock
from choice.slack.api.client import Workspace, Workspaces, redacting_logger

MAX_BODY_BYTES = 256 * 1024
"""Maximum size of a request. Slack's payloads are far smaller."""
MAX_CLOCK_SKEW_SECONDS = 300
_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


def is_recent(headers: Mapping[str, str], now: datetime) -> bool:
    """Return whether a request has a signature and a recent timestamp, which is known before its body."""
    timestamp = headers.get("x-slack-request-timestamp", "")
    signature = headers.get("x-slack-signature", "")
    if _TIMESTAMP.fullmatch(timestamp) is None or _SIGNATURE.fullmatch(signature) is None:
        return False
    return abs(now.timestamp() - int(timestamp)) <= MAX_CLOCK_SKEW_SECONDS


def verify_signature(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Return whether the signature is valid and the timestamp is recent. Never raises."""
    if not is_recent(headers, now):
        return False
    timestamp, signature = headers["x-slack-request-timestamp"], headers["x-slack-signature"]
    expected = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256)
    return hmac.compare_digest(f"v0={expected.hexdigest()}", signature)


def decode_body(body: bytes, content_type: str) -> str | None:
    """Return the body as text, or None if it is not UTF-8, not JSON, or has fields of unexpected types."""
    try:
        text = body.decode("utf-8")
        found = _payload(text, content_type.partition(";")[0])
        json.dumps(found, ensure_ascii=False).encode()  # A lone surrogate cannot be stored or sent.
    except (ValueError, RecursionError):
        return None
    return text if _is_well_formed(found) else None


def _payload(text: str, content_type: str) -> object:
    """Return the payload of a request: JSON, or JSON in the form field `payload`."""
    if content_type == "application/json" or text.startswith("{"):
        return json.loads(text)
    fields = dict(parse_qsl(text, keep_blank_values=True))
    return json.loads(fields["payload"]) if "payload" in fields else fields


_TEXTS = (
    *(
        "type",
        "team_id",
        "enterprise_id",
        "user_id",
        "channel_id",
        "event_id",
        "api_app_id",
        "event_ts",
        "ts",
    ),
    *("thread_ts", "subtype", "bot_id", "channel_type", "tab", "trigger_id", "response_url", "hash"),
    *("action_id", "block_id", "value", "command"),
)
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(_TEXTS, str),
    "id": (str, int),
    **dict.fromkeys(("event", "container", "view", "state", "enterprise", "message"), dict),
    **dict.fromkeys(("team", "user", "channel", "text"), (str, dict)),
    **dict.fromkeys(("actions", "authorizations"), list),
}
"""Types of the fields that Bolt and we read, in the payload and in its objects. Each may also be null."""
_DEPTH = 3


def _is_well_formed(payload: object) -> bool:
    if not isinstance(payload, dict) or not _has_types(payload, _DEPTH):
        return False
    if payload.get("type") == "event_callback":
        event = payload.get("event")
        return isinstance(event, dict) and isinstance(event.get("type"), str)
    if payload.get("type") != "block_actions":
        return True
    actions = payload.get("actions")
    return isinstance(actions, list) and bool(actions) and all(map(_is_action, actions))


def _has_types(fields: Mapping[str, object], depth: int) -> bool:
    for name, value in fields.items():
        expected = _TYPES.get(name)
        if value is not None and expected is not None and not isinstance(value, expected):
            return False
        if depth and isinstance(value, dict) and not _has_types(value, depth - 1):
            return False
    return True


def _is_action(action: object) -> bool:
    return isinstance(action, dict) and isinstance(action.get("action_id"), str)


class EventsEndpoint:
    """Verifies requests and dispatches them to Bolt."""

    def __init__(self, secret: str, clock: Clock) -> None:
        self._secret, self._clock = secret, clock
        self.app: AsyncApp | None = None
        """The Bolt app, or None until the service has started."""
        self.is_ready: Callable[[], bool] = lambda: True
        """Returns whether requests are accepted. Otherwise they get a 503, and Slack retries them."""

    async def handle(self, request: Request) -> Response:
        """Handle one request."""
        if self.app is None or not self.is_ready():
            return Response(status_code=503)
        headers = {name.lower(): value for name, value in request.headers.items()}
        if not is_recent(headers, self._clock.now()):
            return PlainTextResponse("Invalid signature.", status_code=401)
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        if not verify_signature(self._secret, headers, body, self._clock.now()):
            return PlainTextResponse("Invalid signature.", status_code=401)
        text = decode_body(body, headers.get("content-type", ""))
        if text is None:
            return PlainTextResponse("Malformed request.", status_code=400)
        bolt_headers: dict[str, str | Sequence[str]] = {**headers}
        answer = await self.app.async_dispatch(AsyncBoltRequest(body=text, headers=bolt_headers))
        return response_of(answer)


async def _body(request: Request) -> bytes | None:
    """Return the body, or None if it is too large or the client disconnected."""
    found = bytearray()
    try:
        async for chunk in request.stream():
            found += chunk
            if len(found) > MAX_BODY_BYTES:
                return None
    except ClientDisconnect:
        return None
    return bytes(found)


def response_of(answer: BoltResponse) -> Response:
    """Convert Bolt's response to a Starlette response."""
    response = Response(content=answer.body, status_code=answer.status)
    for name, values in answer.first_headers_without_set_cookie().items():
        response.headers[name] = values
    for cookie in answer.cookies():
        for morsel in cookie.values():
            response.headers.append("set-cookie", morsel.OutputString())
    return response


# --- The Bolt app ---

_ANYTHING = re.compile(".*", re.DOTALL)

Payload = dict[str, Any]
Handler = Callable[[Workspace, Payload], Awaitable[None]]
ViewHandler = Callable[[Workspace, Payload], Awaitable[dict[str, Any] | None]]


def build_bolt_app(  # noqa: PLR0913 - one per dependency
    client: AsyncWebClient,
    signing_secret: str,
    workspaces: Workspaces,
    *,
    on_event: Handler,
    on_click: Handler,
    on_view: ViewHandler,
) -> AsyncApp:
    """Return the Bolt app. Listeners finish before the response, since Bolt does not track later work."""

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        found = await workspaces.find(team_id, enterprise_id)
        if found is None:
            # With None instead of an empty result, Bolt would reply to the user through the response_url.
            return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id)
        return AuthorizeResult(
            enterprise_id=found.enterprise,
            team_id=found.team,
            bot_user_id=found.bot_user,
            bot_id=found.bot_id,
            bot_token=found.token,
        )

    app = AsyncApp(
        name="choicewire",
        client=client,
        signing_secret=signing_secret,
        authorize=authorize,
        process_before_response=True,
        logger=redacting_logger(),
    )

    async def find_workspace(body: Payload) -> Workspace | None:
        team, enterprise = _team_of(body), body.get("enterprise_id")
        return await workspaces.find(team, enterprise if isinstance(enterprise, str) else None)

    async def event(ack: AsyncAck, body: Payload) -> None:
        workspace = await find_workspace(body)
        if workspace is not None:
            await on_event(workspace, body)
        await ack()

    async def click(ack: AsyncAck, body: Payload) -> None:
        workspace = await find_workspace(body)
        if workspace is not None:
            await on_click(workspace, body)
        await ack()

    async def view(ack: AsyncAck, body: Payload) -> None:
        workspace = await find_workspace(body)
        shown = None if workspace is None else await on_view(workspace, body)
        await ack(**(shown or {}))

    app.event(_ANYTHING)(event)
    app.action(_ANYTHING)(click)
    app.view(_ANYTHING)(view)
    app.view_closed(_ANYTHING)(_acknowledge)
    app.options(_ANYTHING)(_acknowledge)
    app.shortcut(_ANYTHING)(_acknowledge)
    app.command(_ANYTHING)(_acknowledge)
    return app


async def _acknowledge(ack: AsyncAck) -> None:
    """Acknowledge an unknown request, so that Slack shows no error to the user."""
    await ack()


def _team_of(body: Payload) -> str | None:
    team = body.get("team")
    named = team.get("id") if isinstance(team, dict) else body.get("team_id")
    return named if isinstance(named, str) else None
