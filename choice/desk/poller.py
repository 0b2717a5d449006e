"""Poll the store for changes made by other processes, and expire overdue interactions."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any

from choice.desk.log import ENDINGS
from choice.desk.store import MAX_CHANGES, Change, News, Store, Swept
from choice.errors import StoreError

POLL_SECONDS = 0.25
"""Poll interval. If a wake-up is lost, a change of another process is applied after at most this time."""
_POLL = timedelta(seconds=POLL_SECONDS)
_SHORTEST_PAUSE = 0.005
_SWEEP_BATCH = 1000
_POLLS_BETWEEN_ADMISSIONS = 4

logger = logging.getLogger(__name__)


class Poller:
    """Background task that applies remote changes and expires interactions at their deadline."""

    def __init__(
        self,
        store: Store,
        apply_remote: Callable[[Sequence[Change]], Awaitable[None]],
        resolve_ended: Callable[[Collection[str]], Awaitable[None]],
        publish_swept: Callable[[Swept], None],
        after_poll: Callable[[], None],
    ) -> None:
        self._store = store
        self._apply_remote = apply_remote
        self._resolve_ended = resolve_ended
        self._publish_swept = publish_swept
        self._after_poll = after_poll
        self._woken = asyncio.Event()
        self._seen = 0
        """Number of the last change that was applied."""
        self._local: set[int] = set()
        """Numbers of changes made by this process that are greater than `_seen`."""
        self._ended: list[str] = []
        self._some_ended_remotely = asyncio.Event()
        self._next_deadline: datetime | None = None
        self._polls = 0
        self._some_ended = False
        self._polling = asyncio.Lock()
        self.last_error: StoreError | None = None
        """Error of the last poll, or None if it succeeded."""

    async def start(self) -> None:
        """Skip the changes that are in the store already, and expire overdue interactions."""
        self._seen = (await self._store.news(after=2**62)).latest
        await self.poll()

    def wake(self) -> None:
        """Schedule a poll now instead of waiting for the next interval."""
        self._woken.set()

    def load_outcome(self, interaction_id: str) -> None:
        """Load the outcome of an interaction that another process ended, without waiting for a poll."""
        self._ended.append(interaction_id)
        self._some_ended_remotely.set()

    def skip_local(self, changes: Sequence[Change]) -> None:
        """Mark changes committed by this process as already applied."""
        for seq, kind, _interaction_id in changes:
            if kind in ENDINGS:
                self._some_ended = True
            if seq == self._seen + 1:
                self._seen = seq
            elif seq > self._seen:
                self._local.add(seq)
                self._woken.set()

    def schedule_expiry(self, deadline: datetime) -> None:
        """Wake up no later than this deadline."""
        if self._next_deadline is None or deadline < self._next_deadline:
            self._next_deadline = deadline
            # Later deadlines are handled by the next poll.
            if deadline - self._store.now() < _POLL:
                self._woken.set()

    async def run(self) -> None:
        """Poll until cancelled. Store errors are logged once and retried."""
        while True:
            try:
                await self.poll()
            except StoreError as error:
                if self.last_error is None:
                    logger.warning("Polling the store failed: %s", error)
                self.last_error = error
            except Exception:
                logger.exception("Polling the store failed unexpectedly")
            else:
                if self.last_error is not None:
                    logger.warning("Polling the store works again.")
                self.last_error = None
            await self._pause()

    async def load_outcomes(self) -> None:
        """Load the outcomes requested by `load_outcome` until cancelled. Polls load those that fail."""
        while True:
            await self._some_ended_remotely.wait()
            self._some_ended_remotely.clear()
            ended, self._ended = self._ended, []
            try:
                await self._resolve_ended(ended)
            except StoreError as error:
                logger.warning("Outcomes of other processes are delayed: %s", error)

    async def poll(self) -> None:
        """Read and apply the changes since the last poll, and expire overdue interactions."""
        async with self._polling:
            news = await self._store.news(self._seen)
            remote = [one for one in news.changes if one.seq > self._seen and one.seq not in self._local]
            self._next_deadline = news.next_deadline
            if remote:
                # If this fails, the next poll reads the same changes again.
                await self._apply_remote(remote)
            self._seen = max(self._seen, news.latest)
            self._local = {seq for seq in self._local if seq > self._seen}
            if len(news.changes) >= MAX_CHANGES:
                self._woken.set()
            if self._admission_due(news, remote) or (
                news.next_deadline is not None and news.next_deadline <= news.now
            ):
                await self._sweep()
            self._after_poll()

    def _admission_due(self, news: News, remote: Sequence[Change]) -> bool:
        """Return whether to admit queued interactions: after one has ended, and every few polls.

        Usually the transaction that ends an interaction admits the next one. It cannot if another
        transaction has locked the queue.
        """
        some_ended = self._some_ended or any(change.kind in ENDINGS for change in remote)
        self._some_ended = False
        self._polls += 1
        return news.some_queued and (some_ended or self._polls % _POLLS_BETWEEN_ADMISSIONS == 0)

    async def _sweep(self) -> None:
        swept_all = False
        while not swept_all:
            swept = await self._store.sweep(_SWEEP_BATCH)
            self._publish_swept(swept)
            swept_all = len(swept.ended) < _SWEEP_BATCH

    async def _pause(self) -> None:
        """Wait for a wake-up, the next deadline, or the end of the poll interval."""
        delay = POLL_SECONDS
        if self._next_deadline is not None:
            left = (self._next_deadline - self._store.now()).total_seconds()
            delay = min(delay, max(left, _SHORTEST_PAUSE))
        timer = asyncio.get_running_loop().call_later(delay, self._woken.set)
        try:
            await self._woken.wait()
        finally:
            timer.cancel()
        self._woken.clear()


class Tasks:
    """The background tasks of a desk."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._finishing: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Start a task that `stop` cancels."""
        _start(work, self._running)

    def finish(self, work: Coroutine[Any, Any, object]) -> None:
        """Start a task that `stop` waits for."""
        _start(work, self._finishing)

    async def stop(self) -> None:
        """Wait for the tasks started by `finish`, then cancel the others."""
        await asyncio.gather(*self._finishing, return_exceptions=True)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _start(work: Coroutine[Any, Any, object], owner: set[asyncio.Task[Any]]) -> None:
    task = asyncio.get_running_loop().create_task(work)
    owner.add(task)
    task.add_done_callback(owner.discard)
