"""A durable outbox for calls to Slack: jobs are committed first, run in order per lane, and retried."""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from choice.clock import micros, moment
from choice.desk.database import EVERY_TENANT, Database
from choice.desk.sql_transaction import Transaction
from choice.errors import StoreError
from choice.slack.api.client import SlackAway, SlackRefused, Timer, WorkspaceClosed
from choice.slack.store import outbox, seen

LEASE = timedelta(seconds=10)
"""How long a process that took a job and says nothing is believed to be at it."""
SEEN_FOR = timedelta(days=3)
"""How long it is remembered what Slack sent; it repeats itself for a day."""
_MOST = 1000
_MICROSECOND = timedelta(microseconds=1)

_FREE: dict[str, Any] = {"lease": None, "lease_until": 0}

_c = outbox.c


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do. Jobs of one lane are done one after the other, the same id only once."""

    tenant: str
    team: str
    lane: str
    kind: str
    body: dict[str, Any]
    id: str = ""
    seq: int = 0
    due_at: int = 0
    attempts: int = 0


class Outbox:
    """The jobs in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._name = secrets.token_hex(8)
        self._last = 0

    async def put(self, *jobs: Job, heard: Sequence[str] = ()) -> bool:
        """Keep jobs; False, with nothing kept, if one of the names `heard` was heard before.

        A job whose id is there already takes its place: what is done is decided when it is done.
        """
        if not jobs:
            return True
        rows = [self._row(job) for job in jobs]
        tenant, now = jobs[0].tenant, self._now()

        def unit(tx: Transaction) -> bool:
            for name in heard:
                if tx.connection.execute(sa.select(seen.c.key).where(seen.c.key == name)).first() is not None:
                    return False
            for name in heard:
                values = {"key": name, "tenant": tenant, "seen_at": now}
                tx.connection.execute(sa.insert(seen).values(values))
            for row in rows:
                _put(tx.connection, row)
            return True

        try:
            return await self._database.write(unit, tenant)
        except sa.exc.IntegrityError:
            # Another process did the same in this very moment: now it can be seen.
            return await self._database.write(unit, tenant)

    async def take(self, busy: frozenset[str], most: int) -> tuple[list[Job], int | None]:
        """Take the first job of some lanes that are not busy, if it is due; say when the next will be due."""
        now = self._now()

        def unit(tx: Transaction) -> tuple[list[Job], int | None]:
            wanted = sa.select(outbox).order_by(_c.seq, _c.id).limit(_MOST)
            first: dict[str, Job] = {}
            for row in tx.connection.execute(wanted).mappings():
                first.setdefault(row["lane"], _job(row))
            free = [job for lane, job in first.items() if lane not in busy]
            values = {"lease": self._name, "lease_until": now + LEASE // _MICROSECOND}
            taken: list[Job] = []
            for job in free:
                # Another process may be at the same rows: whoever changes one first has it.
                mine = sa.update(outbox).where(_c.id == job.id, _c.seq == job.seq, _c.lease_until <= now)
                if (
                    len(taken) < most
                    and job.due_at <= now
                    and tx.connection.execute(mine.values(values)).rowcount == 1
                ):
                    taken.append(job)
            later = [job.due_at for job in free if job.due_at > now]
            return taken, min(later, default=None)

        return await self._database.write(unit, EVERY_TENANT)

    async def done(self, job: Job) -> None:
        """Forget a job; where the same was asked for again meanwhile, let it be done once more."""

        def unit(tx: Transaction) -> None:
            _run(tx, sa.delete(outbox).where(_c.id == job.id, _c.seq == job.seq))
            _run(tx, sa.update(outbox).where(_c.id == job.id).values(_FREE))

        await self._database.write(unit, job.tenant)

    async def later(self, job: Job, seconds: float) -> None:
        """Try a job again after so many seconds."""
        due = self._now() + int(seconds * 1_000_000)
        values = _FREE | {"due_at": due, "attempts": job.attempts + 1}
        statement = sa.update(outbox).where(_c.id == job.id).values(values)
        await self._database.write(lambda tx: _run(tx, statement), job.tenant)

    async def renew(self) -> None:
        """Say that this process is still at what it took."""
        values = {"lease_until": self._now() + LEASE // _MICROSECOND}
        statement = sa.update(outbox).where(_c.lease == self._name).values(values)
        await self._database.write(lambda tx: _run(tx, statement), EVERY_TENANT)

    async def let_go(self) -> None:
        """Leave what this process took to whoever comes next."""
        statement = sa.update(outbox).where(_c.lease == self._name).values(_FREE)
        await self._database.write(lambda tx: _run(tx, statement), EVERY_TENANT)

    async def forget_team(self, tenant: str, team: str) -> None:
        """Forget all that was to be done in a workspace."""
        statement = sa.delete(outbox).where(_c.tenant == tenant, _c.team == team)
        await self._database.write(lambda tx: _run(tx, statement), tenant)

    async def purge(self) -> None:
        """Forget what was heard long ago."""
        before = self._now() - SEEN_FOR // _MICROSECOND
        await self._database.write(
            lambda tx: _run(tx, sa.delete(seen).where(seen.c.seen_at < before)), EVERY_TENANT
        )

    def _row(self, job: Job) -> dict[str, Any]:
        # Counted on where the clock stands still: what was put first is done first.
        self._last = max(self._last + 1, self._now())
        return {
            "id": job.id or secrets.token_hex(16),
            "seq": self._last,
            "tenant": job.tenant,
            "team": job.team,
            "lane": job.lane,
            "kind": job.kind,
            "body": json.dumps(job.body),
            "due_at": job.due_at,
            "attempts": 0,
            **_FREE,
        }

    def _now(self) -> int:
        return micros(self._database.clock.now())


def _put(connection: sa.Connection, row: dict[str, Any]) -> None:
    """Keep a job, or ask for one again; whoever is just at it stays at it."""
    again = {name: row[name] for name in ("seq", "body", "due_at")}
    changed = connection.execute(sa.update(outbox).where(_c.id == row["id"]).values(again))
    if changed.rowcount == 0:
        connection.execute(sa.insert(outbox).values(row))


def _run(tx: Transaction, statement: sa.Executable) -> None:
    tx.connection.execute(statement)


def _job(row: sa.RowMapping) -> Job:
    """Return the job of a row; what another process has taken is due again when that has died."""
    return Job(
        tenant=row["tenant"],
        team=row["team"],
        lane=row["lane"],
        kind=row["kind"],
        body=json.loads(row["body"]),
        id=row["id"],
        seq=row["seq"],
        due_at=max(row["due_at"], row["lease_until"]),
        attempts=row["attempts"],
    )


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
