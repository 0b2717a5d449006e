"""What is to be done on the store's thread: a queue that is emptied in batches, and results that go back."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Literal

from choice.desk.store import Decided, Decision

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
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()

    # --- On the loop ---

    def put(self, kind: Kind, work: object) -> asyncio.Future[Any]:
        """Return a future that is done when the job is."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.put(Job(kind, work, done))
        return done

    def end(self) -> None:
        """Say that nothing comes after what was put in."""
        self._waiting.put(None)

    # --- On the thread ---

    def next_batch(self) -> list[Job]:
        """Return all jobs that wait, at least one; none once all is done that was put in."""
        while (first := self._waiting.get()) is not None:
            batch = [first]
            for _ in range(self._waiting.qsize()):  # Nobody else takes any, so there are as many.
                job = self._waiting.get_nowait()
                if job is None:
                    self.end()
                    break
                batch.append(job)
            wanted = [job for job in batch if not job.done.cancelled()]
            if wanted:
                return wanted
        return []

    def hand_back(self, jobs: Sequence[Job]) -> None:
        """Hand results to the loop, all in one go."""
        try:
            self._loop.call_soon_threadsafe(_settle, jobs)
        except RuntimeError:
            return  # The loop is gone, and so is everybody who waited.


def _settle(jobs: Sequence[Job]) -> None:
    for job in jobs:
        done, result = job.done, job.result
        if job.kind == "decide" and isinstance(result, Decided) and job.error is None:
            _tell(job.work, result)
        if done.done():
            continue
        if job.error is not None:
            done.set_exception(job.error)
        else:
            done.set_result(result)


def _tell(decision: Decision, decided: Decided) -> None:
    """Tell of a decision at once: who decided goes on a turn of the loop later, or is gone."""
    if decision.told is not None:
        decision.told(decision.interaction_id, decided.outcome)
