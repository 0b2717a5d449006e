"""The route `POST /slack/events`: what Slack did not sign goes no further than here."""

from collections.abc import Callable, Sequence

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from choice.clock import Clock
from choice.slack.signatures import MOST_BYTES, is_signed, readable


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
