"""The route `POST /slack/events`: verify the signature of a request, then hand it to Bolt.

Verification runs before Bolt, which raises on malformed requests.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.request.internals import parse_body
from slack_bolt.response import BoltResponse
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from choice.clock import Clock

MOST_BYTES = 1024 * 1024
"""Slack's own payloads stay far below."""
MOST_SECONDS_OFF = 300
_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Tell whether a body was signed with the secret, and not long ago. Never raises."""
    timestamp = headers.get("x-slack-request-timestamp", "")
    signature = headers.get("x-slack-signature", "")
    if _TIMESTAMP.fullmatch(timestamp) is None or _SIGNATURE.fullmatch(signature) is None:
        return False
    if abs(now.timestamp() - int(timestamp)) > MOST_SECONDS_OFF:
        return False
    expected = hmac.new(secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256)
    return hmac.compare_digest(f"v0={expected.hexdigest()}", signature)


def readable(body: bytes, content_type: str) -> str | None:
    """Return a body as text that Bolt can read; None where it cannot: no UTF-8, no JSON, no actions."""
    try:
        text = body.decode("utf-8")
        found = parse_body(text, content_type.partition(";")[0])
    except (ValueError, RecursionError):
        return None
    return text if _is_well_formed(found) else None


def _is_well_formed(payload: object) -> bool:
    if not isinstance(payload, dict):
        return False
    if payload.get("type") != "block_actions":
        return True
    actions = payload.get("actions")
    return isinstance(actions, list) and bool(actions) and all(map(_is_action, actions))


def _is_action(action: object) -> bool:
    return isinstance(action, dict) and isinstance(action.get("action_id"), str)


class FrontDoor:
    """Hands to Bolt what Slack signed."""

    def __init__(self, secret: str, clock: Clock) -> None:
        self._secret, self._clock = secret, clock
        self.app: AsyncApp | None = None
        """None while the service behind it is not open."""
        self.is_ready: Callable[[], bool] = lambda: True
        """Whether it can take requests now; Slack sends again what it cannot."""

    async def take(self, request: Request) -> Response:
        """Answer one request."""
        if self.app is None or not self.is_ready():
            return Response(status_code=503)
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        headers = {name.lower(): value for name, value in request.headers.items()}
        text = readable(body, headers.get("content-type", ""))
        if text is None or not is_signed(self._secret, headers, body, self._clock.now()):
            return PlainTextResponse("This did not come from Slack.", status_code=401)
        given: dict[str, str | Sequence[str]] = {**headers}
        answer = await self.app.async_dispatch(AsyncBoltRequest(body=text, headers=given))
        return response_of(answer)


async def _body(request: Request) -> bytes | None:
    """Return the body; None where it is larger than any of Slack's."""
    found = bytearray()
    try:
        async for chunk in request.stream():
            found += chunk
            if len(found) > MOST_BYTES:
                return None
    except ClientDisconnect:
        return None
    return bytes(found)


def response_of(answer: BoltResponse) -> Response:
    """Return what Bolt answers as a response of this server."""
    response = Response(content=answer.body, status_code=answer.status)
    for name, values in answer.first_headers_without_set_cookie().items():
        response.headers[name] = values
    for cookie in answer.cookies():
        for morsel in cookie.values():
            response.headers.append("set-cookie", morsel.OutputString())
    return response
