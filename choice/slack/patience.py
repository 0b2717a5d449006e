"""When a call to Slack is made again at once: it said how long to wait, or it stumbled."""

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from typing_extensions import override

from choice.slack.timing import Timer

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
