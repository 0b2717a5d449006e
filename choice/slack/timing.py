"""What time it is, and how to wait: both can be taken over by a test."""

import asyncio
from datetime import datetime
from typing import Protocol

from choice.clock import Clock


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
