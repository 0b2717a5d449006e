"""Does what lies in the outbox: in order in each lane, again after a while where Slack is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from choice.clock import moment
from choice.errors import StoreError
from choice.slack.outbox import Job, Outbox
from choice.slack.refusals import SlackAway, SlackRefused, WorkspaceClosed
from choice.slack.timing import Timer

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
CLOSED_PAUSE = 600.0
"""How long nothing is tried in a workspace that has shut us out."""
_AT_ONCE = 16
_LOOK_AGAIN = 30.0
_MOST_FAILURES = 5
_RENEWING_SECONDS = 3.0

Handler = Callable[[Job], Awaitable[None]]

logger = logging.getLogger(__name__)


class Draining:
    """Takes jobs and hands each to whoever knows its kind, until it is stopped."""

    def __init__(self, outbox: Outbox, timer: Timer) -> None:
        self._outbox, self._timer = outbox, timer
        self.handlers: Mapping[str, Handler] = {}
        """Who does the jobs of each kind."""
        self._some = asyncio.Event()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._idle = asyncio.Event()

    def wake(self) -> None:
        """Say that there is something to do."""
        self._idle.clear()
        self._some.set()

    async def put(self, *jobs: Job, heard: tuple[str, ...] = ()) -> bool:
        """Keep jobs and begin with them; False if one of the names `heard` was heard before."""
        is_new = await self._outbox.put(*jobs, heard=heard)
        if is_new:
            self.wake()
        return is_new

    async def run(self) -> None:
        """Do what there is to do, until cancelled."""
        renewing = asyncio.ensure_future(self._renew())
        try:
            await self._run()
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self) -> None:
        """Keep other processes away from what is being done, until cancelled."""
        while True:
            await asyncio.sleep(_RENEWING_SECONDS)
            if self._busy:
                try:
                    await self._outbox.renew()
                except StoreError as error:
                    logger.warning("What is being done in Slack may be done twice: %s", error)

    async def _run(self) -> None:
        while True:
            self._some.clear()
            try:
                due = await self._begin()
            except StoreError as error:
                logger.warning("What is to be done in Slack cannot be read: %s", error)
                due = _LOOK_AGAIN
            await self._wait(due)

    async def quiet(self) -> None:
        """Return when nothing is being done, and nothing is due."""
        await self._idle.wait()

    async def stop(self) -> None:
        """Begin nothing more, and end what is being done."""
        self._is_stopping = True
        tasks = list(self._busy.values())
        if tasks:
            _done, late = await asyncio.wait(tasks, timeout=2.0)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        with suppress(StoreError):
            await self._outbox.let_go()

    async def _begin(self) -> float | None:
        """Begin with what is due; return in how many seconds something will be."""
        if self._is_stopping or len(self._busy) >= _AT_ONCE:
            return None
        jobs, next_due = await self._outbox.take(frozenset(self._busy), _AT_ONCE - len(self._busy))
        for job in jobs:
            task = asyncio.get_running_loop().create_task(self._do(job))
            self._busy[job.lane] = task
        if not self._busy:
            self._idle.set()
        if next_due is None:
            return None
        return max(0.0, (moment(next_due) - self._timer.now()).total_seconds())

    async def _wait(self, seconds: float | None) -> None:
        """Wait for news, or until something is due."""
        if seconds is None:
            await self._some.wait()
            return
        waiting = asyncio.ensure_future(self._some.wait())
        pausing = asyncio.ensure_future(self._timer.pause(seconds))
        try:
            await asyncio.wait((waiting, pausing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (waiting, pausing):
                task.cancel()
            await asyncio.gather(waiting, pausing, return_exceptions=True)

    async def _do(self, job: Job) -> None:
        try:
            await self._settle(job)
        except StoreError as error:
            logger.warning("What was done in Slack could not be noted: %s", error)
        finally:
            self._busy.pop(job.lane, None)
            self._some.set()

    async def _settle(self, job: Job) -> None:
        handler = self.handlers.get(job.kind)
        try:
            if handler is not None:
                await handler(job)
        except SlackAway as away:
            pause = away.retry_after or min(FIRST_PAUSE * 2**job.attempts, LONGEST_PAUSE)
            await self._outbox.later(job, pause)
        except WorkspaceClosed:
            await self._outbox.later(job, CLOSED_PAUSE)
        except SlackRefused as refused:
            logger.warning("Slack refused %s: %s", job.kind, refused)
            await self._outbox.done(job)
        except StoreError:
            await self._outbox.later(job, FIRST_PAUSE)
        except Exception:
            logger.exception("%s failed in Slack", job.kind)
            if job.attempts < _MOST_FAILURES:
                await self._outbox.later(job, min(FIRST_PAUSE * 2**job.attempts, LONGEST_PAUSE))
            else:
                await self._outbox.done(job)
        else:
            await self._outbox.done(job)
