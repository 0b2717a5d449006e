"""Tasks that belong to a desk: none outlives it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Some that run until they are stopped, and some that are to be finished first."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._finishing: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Do work until it is stopped."""
        _start(work, self._running)

    def finish(self, work: Coroutine[Any, Any, object]) -> None:
        """Do work that nobody waits for, and that is not to be broken off."""
        _start(work, self._finishing)

    async def stop(self) -> None:
        """Let what is to be finished finish, then stop the rest."""
        await asyncio.gather(*self._finishing, return_exceptions=True)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _start(work: Coroutine[Any, Any, object], owner: set[asyncio.Task[Any]]) -> None:
    task = asyncio.get_running_loop().create_task(work)
    owner.add(task)
    task.add_done_callback(owner.discard)
