"""Which results a client has really got: they count when they are written, unless it gives up meanwhile."""

import asyncio
import json
from collections import OrderedDict
from typing import Any, Protocol
from uuid import uuid4
from weakref import WeakValueDictionary

from mcp_types import CancelledNotificationParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from choice.mcp.questions import Context

GRACE_SECONDS = 2.0
"""Whoever gave up before they read a result has said so by then."""
_MOST_EXPECTED = 1000

RequestId = str | int


class Arrival(Protocol):
    """An answer on its way to whoever asked."""

    def sent(self) -> None:
        """Learn that it is on the wire."""
        ...

    def confirmed(self) -> None:
        """Learn that it arrived, as far as anybody can know."""
        ...

    def missed(self) -> None:
        """Learn that nobody read it."""
        ...


class Deliveries:
    """The answers that go to one client, by the requests that they answer."""

    def __init__(self, grace: float = GRACE_SECONDS) -> None:
        self._grace = grace
        self._expected: OrderedDict[RequestId, Arrival] = OrderedDict()
        self._sent: dict[RequestId, tuple[Arrival, asyncio.TimerHandle]] = {}

    def expect(self, request_id: RequestId, arrival: Arrival) -> None:
        """Learn that the result of a request will be an answer, if it is written at all."""
        self._expected[request_id] = arrival
        if len(self._expected) > _MOST_EXPECTED:
            self._expected.popitem(last=False)

    @property
    def is_expecting(self) -> bool:
        """Whether any answer is about to be written."""
        return bool(self._expected)

    def written(self, request_id: RequestId) -> None:
        """Learn that the result of a request is on the wire."""
        arrival = self._expected.pop(request_id, None)
        if arrival is not None:
            arrival.sent()
            timer = asyncio.get_running_loop().call_later(self._grace, self._confirm, request_id)
            self._sent[request_id] = (arrival, timer)

    def given_up(self, request_id: RequestId) -> None:
        """Learn that the client does not wait for a request any more: what it was sent it has not read."""
        self._expected.pop(request_id, None)
        arrival, timer = self._sent.pop(request_id, (None, None))
        if arrival is not None and timer is not None:
            timer.cancel()
            arrival.missed()

    def close(self) -> None:
        """Learn that the client has left: it has read what it was sent."""
        for request_id in list(self._sent):
            self._confirm(request_id)

    def _confirm(self, request_id: RequestId) -> None:
        arrival, timer = self._sent.pop(request_id)
        timer.cancel()
        arrival.confirmed()


_DELIVERIES = "choicewire.deliveries"
_SESSION = b"mcp-session-id"
_MOMENTS = 2
"""Within so many steps of the loop whoever watches a connection hears that it is gone."""


def deliveries_of(context: Context) -> Deliveries | None:
    """Return the deliveries to the client that a call came from; None if it did not come over HTTP."""
    return None if context.request is None else context.request.scope.get(_DELIVERIES)


async def give_up(context: Context, params: CancelledNotificationParams) -> None:
    """Learn that a client does not wait for a request of its session any more."""
    deliveries = deliveries_of(context)
    if deliveries is not None and params.request_id is not None:
        deliveries.given_up(params.request_id)


class HttpDeliveries:
    """An application that speaks MCP, and an eye on what leaves it."""

    def __init__(self, app: ASGIApp, grace: float = GRACE_SECONDS) -> None:
        self._app, self._grace = app, grace
        self._clients: WeakValueDictionary[str, Deliveries] = WeakValueDictionary()
        """By session. An open request keeps its client's alive, and so does what was sent of late."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        deliveries = scope[_DELIVERIES] = self._deliveries(dict(scope["headers"]).get(_SESSION))
        reply = _Reply(deliveries, receive, send)
        await self._app(scope, reply.receive, reply.send)

    def close(self) -> None:
        """Learn that nothing more can be heard of any client: it has read what it was sent."""
        for deliveries in list(self._clients.values()):
            deliveries.close()

    def _deliveries(self, session: bytes | None) -> Deliveries:
        name = uuid4().hex if session is None else session.decode("latin-1")
        found = self._clients.get(name)
        if found is None:
            found = self._clients[name] = Deliveries(0 if session is None else self._grace)  # See 2.
        return found


class _Reply:
    """The way back of one request."""

    def __init__(self, deliveries: Deliveries, receive: Receive, send: Send) -> None:
        self._deliveries, self._receive, self._send = deliveries, receive, send
        self._is_cut = False

    async def receive(self) -> Message:
        message = await self._receive()
        self._is_cut = self._is_cut or message["type"] == "http.disconnect"
        return message

    async def send(self, message: Message) -> None:
        answered = _answered(message.get("body", b"")) if self._deliveries.is_expecting else None
        if answered is None:
            await self._send(message)
            return
        for _ in range(_MOMENTS):
            await asyncio.sleep(0)  # See 1.
        await self._send(message)
        if not self._is_cut:
            self._deliveries.written(answered)


def _answered(body: bytes) -> RequestId | None:
    """Return the request that a piece of a response has the result of: JSON as such, or in an event."""
    for line in body.splitlines():
        said = line.removeprefix(b"data: ")
        if said.startswith(b"{"):
            message: dict[str, Any] = json.loads(said)
            if "result" in message:
                request_id: RequestId = message["id"]
                return request_id
    return None
