"""Which results a client has really got: they count when they are written, unless it gives up meanwhile."""

import asyncio
from collections import OrderedDict
from typing import Protocol

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
