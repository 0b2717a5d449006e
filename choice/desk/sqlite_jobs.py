"""What is to be done on the store's thread: a queue that is emptied in batches, and results that go back."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Literal

Kind = Literal["read", "write", "decide"]


@dataclass(slots=True)
class Job:
    """Something to be done on the thread, and who waits for it."""

    kind: Kind
    work: Any
    done: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Jobs:
    """Jobs between a loop, which puts them in, and a thread, which does them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._gathered: list[Job] = []
        self._handed_over: SimpleQueue[list[Job] | None] = SimpleQueue()

    # --- On the loop ---

    def put(self, kind: Kind, work: object) -> asyncio.Future[Any]:
        """Return a future that is done when the job is."""
        done: asyncio.Future[Any] = self._loop.create_future()
        if not self._gathered:
            # All of one turn of the loop at once: a thread that wakes for the first would take it alone.
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Job(kind, work, done))
        return done

    def end(self) -> None:
        """Say that nothing comes after what was put in."""
        self._hand_over()
        self._handed_over.put(None)

    def _hand_over(self) -> None:
        if self._gathered:
            self._handed_over.put(self._gathered)
            self._gathered = []

    # --- On the thread ---

    def next_batch(self) -> list[Job]:
        """Return all jobs that wait, at least one; none once all is done that was put in."""
        while (batch := self._handed_over.get()) is not None:
            with suppress(Empty):
                while (more := self._handed_over.get_nowait()) is not None:
                    batch += more
                self._handed_over.put(None)
            wanted = [job for job in batch if not job.done.cancelled()]
            if wanted:
                return wanted
        return []

    def hand_back(self, jobs: Sequence[Job]) -> None:
        """Hand results to the loop, all in one go; if it is gone, so is everybody who waited."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_settle, jobs)


def _settle(jobs: Sequence[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is not None:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(job.result)
