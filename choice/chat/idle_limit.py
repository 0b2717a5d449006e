"""A limit on how long nothing may happen, at the price of one timer, and of none for what ends at once."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

_LOOKS = 10
"""So many times within the limit somebody looks whether there was progress of which nobody spoke."""


class IdleLimit:
    """Ends the block it surrounds with TimeoutError when nothing happened for so many seconds.

    Something happened where `alive` was called; then the limit is exact. It also did where `progress`, a
    count, is another one than at the last look; then it may end a tenth late.
    """

    __slots__ = ("_alive_at", "_expired", "_loop", "_next_look", "_progress", "_seconds", "_seen", "_task")

    def __init__(self, seconds: float, progress: Callable[[], int] = lambda: 0) -> None:
        self._seconds = seconds
        self._progress = progress
        self._seen = progress()
        self._loop = asyncio.get_running_loop()
        self._alive_at = self._loop.time()
        self._expired = False
        self._task: asyncio.Task[Any] | None = None
        self._next_look: asyncio.Handle | None = None

    def alive(self) -> None:
        """Say that something happened."""
        self._alive_at = self._loop.time()
        self._seen = self._progress()

    def __enter__(self) -> Self:
        self._task = asyncio.current_task(self._loop)
        self._next_look = self._loop.call_soon(self._watch)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        ended_here = self._expired and kind is asyncio.CancelledError
        # Somebody else may have cancelled the task as well: then that stands.
        if ended_here and self._task is not None and not self._task.uncancel():
            raise TimeoutError from error

    def _watch(self) -> None:
        now, seen = self._loop.time(), self._progress()
        if seen != self._seen:
            self._seen, self._alive_at = seen, now
        ends_at = self._alive_at + self._seconds
        if now < ends_at:
            self._next_look = self._loop.call_at(min(ends_at, now + self._seconds / _LOOKS), self._watch)
        elif self._task is not None:
            self._expired = True
            self._task.cancel()
