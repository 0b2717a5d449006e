"""A limit on how long nothing may happen, at the price of one timer for all of it."""

import asyncio
from types import TracebackType
from typing import Any, Self


class IdleLimit:
    """Ends the block it surrounds with TimeoutError when `alive` was not called for so many seconds."""

    __slots__ = ("_alive_at", "_expired", "_loop", "_seconds", "_task", "_timer")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._alive_at = self._loop.time()
        self._expired = False
        self._task: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def alive(self) -> None:
        """Say that something happened."""
        self._alive_at = self._loop.time()

    async def __aenter__(self) -> Self:
        self._task = asyncio.current_task()
        self._watch()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        ended_here = self._expired and kind is asyncio.CancelledError
        # Somebody else may have cancelled the task as well: then that stands.
        if ended_here and self._task is not None and not self._task.uncancel():
            raise TimeoutError from error

    def _watch(self) -> None:
        ends_at = self._alive_at + self._seconds
        if self._loop.time() < ends_at:
            self._timer = self._loop.call_at(ends_at, self._watch)
        elif self._task is not None:
            self._expired = True
            self._task.cancel()
