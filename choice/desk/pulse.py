"""The pulse of a desk: it looks at the store when told to, at each deadline, and each quarter second."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any

from choice.desk.log import ENDINGS
from choice.desk.store import MOST_NEWS, Change, News, Store, Swept
from choice.errors import StoreError

POLL_SECONDS = 0.25
"""How late a change of another process is seen at most, if the hint was lost."""
_POLL = timedelta(seconds=POLL_SECONDS)
_SHORTEST_PAUSE = 0.005
_SWEPT_AT_ONCE = 1000
_BEATS_BETWEEN_ADMISSIONS = 4

logger = logging.getLogger(__name__)


class Pulse:
    """Brings what happened elsewhere and ends what is overdue: one task and one timer for all."""

    def __init__(
        self,
        store: Store,
        happened: Callable[[Sequence[Change]], Awaitable[None]],
        may_have_ended: Callable[[Collection[str]], Awaitable[None]],
        swept: Callable[[Swept], None],
        each_beat: Callable[[], None],
    ) -> None:
        self._store = store
        self._happened = happened
        self._may_have_ended = may_have_ended
        self._swept = swept
        self._each_beat = each_beat
        self._hinted = asyncio.Event()
        self._seen = 0
        self._own: set[int] = set()
        self._told: list[str] = []
        self._some_told = asyncio.Event()
        self._next_deadline: datetime | None = None
        self._beats = 0
        self._some_ended = False
        self._beating = asyncio.Lock()
        self.trouble: StoreError | None = None
        """Why the store could not be looked at, the last time it was tried."""

    async def start(self) -> None:
        """Begin with what is in the store now, and end what became overdue while nobody looked."""
        self._seen = (await self._store.news(after=2**62)).latest
        await self.beat()

    def hint(self) -> None:
        """Look at the store soon: something may have changed."""
        self._hinted.set()

    def ended(self, interaction_id: str) -> None:
        """Look at one interaction at once: somebody says that it has ended."""
        self._told.append(interaction_id)
        self._some_told.set()

    def own(self, changes: Sequence[Change]) -> None:
        """Learn of changes that this desk made and has dealt with."""
        for seq, kind, _interaction_id in changes:
            if kind in ENDINGS:
                self._some_ended = True
            if seq == self._seen + 1:
                self._seen = seq
            elif seq > self._seen:
                self._own.add(seq)
                self.hint()

    def expect(self, deadline: datetime) -> None:
        """Wake up no later than this deadline."""
        if self._next_deadline is None or deadline < self._next_deadline:
            self._next_deadline = deadline
            # Deadlines that are further away are noticed by the next poll.
            if deadline - self._store.now() < _POLL:
                self.hint()

    async def run(self) -> None:
        """Beat until cancelled; trouble with the store is reported once and outlived."""
        while True:
            try:
                await self.beat()
            except StoreError as error:
                if self.trouble is None:
                    logger.warning("The store cannot be looked at: %s", error)
                self.trouble = error
            except Exception:
                logger.exception("Looking after the store failed")
            else:
                if self.trouble is not None:
                    logger.warning("The store can be looked at again.")
                self.trouble = None
            await self._pause()

    async def look_at_what_ended(self) -> None:
        """Look at what is said to have ended, until cancelled; the news that follow are what counts."""
        while True:
            await self._some_told.wait()
            self._some_told.clear()
            told, self._told = self._told, []
            try:
                await self._may_have_ended(told)
            except StoreError as error:
                logger.warning("What ended elsewhere is seen late: %s", error)

    async def beat(self) -> None:
        """Look at the store once and do what is due."""
        async with self._beating:
            news = await self._store.news(self._seen)
            fresh = [one for one in news.changes if one.seq > self._seen and one.seq not in self._own]
            self._seen = max(self._seen, news.latest)
            self._own = {seq for seq in self._own if seq > self._seen}
            self._next_deadline = news.next_deadline
            if fresh:
                await self._happened(fresh)
            if len(news.changes) >= MOST_NEWS:
                self.hint()
            if self._admission_due(news, fresh) or (
                news.next_deadline is not None and news.next_deadline <= news.now
            ):
                await self._sweep()
            self._each_beat()

    def _admission_due(self, news: News, fresh: Sequence[Change]) -> bool:
        """Tell whether to look through the queue: now and then, and always after something has ended.

        Whoever ends a question lets in the next one at once, unless somebody else looks through the queue in
        that moment; then it is let in here.
        """
        some_ended = self._some_ended or any(change.kind in ENDINGS for change in fresh)
        self._some_ended = False
        self._beats += 1
        return news.some_queued and (some_ended or self._beats % _BEATS_BETWEEN_ADMISSIONS == 0)

    async def _sweep(self) -> None:
        swept_all = False
        while not swept_all:
            swept = await self._store.sweep(_SWEPT_AT_ONCE)
            self._swept(swept)
            swept_all = len(swept.ended) < _SWEPT_AT_ONCE

    async def _pause(self) -> None:
        """Wait for a hint, the next deadline, or the time to look anyway."""
        delay = POLL_SECONDS
        if self._next_deadline is not None:
            left = (self._next_deadline - self._store.now()).total_seconds()
            delay = min(delay, max(left, _SHORTEST_PAUSE))
        timer = asyncio.get_running_loop().call_later(delay, self._hinted.set)
        try:
            await self._hinted.wait()
        finally:
            timer.cancel()
        self._hinted.clear()


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
