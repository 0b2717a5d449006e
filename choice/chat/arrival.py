"""Waiting for whatever arrives next on a connection."""

import asyncio
import math

import httpx2

_SILENT = "The other side was silent for too long."


class Arrival:
    """Wakes the one who waits. One timer serves all waits: each moves the deadline, few move the timer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiter: asyncio.Future[None] | None = None
        self._deadline = math.inf
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, seconds: float | None) -> None:
        """Return when something is announced.

        Raises:
            httpx2.ReadTimeout: Nothing was, for so many seconds.
        """
        self._waiter = self._loop.create_future()
        if seconds is None:
            self._deadline = math.inf
        else:
            self._deadline = self._loop.time() + seconds
            if self._timer is None or self._timer.when() > self._deadline:
                self._set_timer()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def announce(self) -> None:
        """Say that something has arrived."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def forget(self) -> None:
        """Let go of the timer: nobody will wait any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        self.forget()
        self._timer = self._loop.call_at(self._deadline, self._look_at_the_time)

    def _look_at_the_time(self) -> None:
        self._timer = None
        if self._waiter is None or self._waiter.done() or self._deadline == math.inf:
            return
        if self._deadline > self._loop.time():
            self._set_timer()
        else:
            self._waiter.set_exception(httpx2.ReadTimeout(_SILENT))
