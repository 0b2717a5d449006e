"""A timer that only moves when a test advances it."""

import asyncio
from datetime import datetime, timedelta

from choice.testing.manual_clock import ManualClock


class ManualTimer:
    """A timer on a manual clock: pauses end when the clock is advanced past them."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._waiting: list[tuple[datetime, asyncio.Future[None]]] = []
        self._came = asyncio.Condition()

    def now(self) -> datetime:
        """Return the current time of the clock."""
        return self._clock.now()

    async def pause(self, seconds: float) -> None:
        """Sleep until the clock has advanced by this many seconds."""
        future = asyncio.get_running_loop().create_future()
        async with self._came:
            self._waiting.append((self.now() + timedelta(seconds=seconds), future))
            self._came.notify_all()
        await future

    async def wait_for_pauses(self, count: int = 1) -> None:
        """Wait until this many pauses are pending."""
        async with asyncio.timeout(20), self._came:
            await self._came.wait_for(lambda: len(self._pending()) >= count)

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self._clock.advance(seconds)
        for until, future in self._pending():
            if until <= self.now() and not future.done():
                future.set_result(None)

    def _pending(self) -> list[tuple[datetime, asyncio.Future[None]]]:
        self._waiting = [each for each in self._waiting if not each[1].done()]
        return self._waiting
