"""A durable outbox. Jobs are committed to the database, run in order per lane, and retried."""

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
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction
from choice.errors import StoreError
from choice.slack.api.client import AccessRevoked, SlackRejected, SlackUnavailable, Timer
from choice.slack.store import outbox, seen

LEASE = timedelta(seconds=10)
"""Lease of a claimed job. It is extended while the job runs."""
DEDUPLICATION_WINDOW = timedelta(days=3)
"""How long idempotency keys are stored. Slack retries for one day."""
_MAX_ROWS = 1000
_MICROSECOND = timedelta(microseconds=1)

_FREE: dict[str, Any] = {"lease": None, "lease_until": 0}

_c = outbox.c


@dataclass(frozen=True, slots=True)
class Job:
    """A unit of work in the outbox. Jobs of one lane run in order, one at a time."""

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
    """Stores jobs in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._name = secrets.token_hex(8)
        self._last = 0

    async def put(self, *jobs: Job, idempotency_keys: Sequence[str] = ()) -> bool:
        """Commit jobs. Return False and commit nothing if an idempotency key was seen before.

        A job with an existing id replaces the stored job.
        """
        if not jobs:
            return True
        rows = [self._row(job) for job in jobs]
        tenant, now = jobs[0].tenant, self._now()

        def unit(tx: Transaction) -> bool:
            for key in idempotency_keys:
                if tx.connection.execute(sa.select(seen.c.key).where(seen.c.key == key)).first() is not None:
                    return False
            for key in idempotency_keys:
                values = {"key": key, "tenant": tenant, "seen_at": now}
                tx.connection.execute(sa.insert(seen).values(values))
            for row in rows:
                _put(tx.connection, row)
            return True

        try:
            return await self._database.write(unit, tenant)
        except sa.exc.IntegrityError:
            # Another process committed the same key or id at the same time. The second attempt finds it.
            return await self._database.write(unit, tenant)

    async def claim(self, busy: frozenset[str], most: int) -> tuple[list[Job], int | None]:
        """Lease the first job of each idle lane, if it is due. Also return when the next job is due."""
        now = self._now()

        def unit(tx: Transaction) -> tuple[list[Job], int | None]:
            wanted = sa.select(outbox).order_by(_c.seq, _c.id).limit(_MAX_ROWS)
            first: dict[str, Job] = {}
            for row in tx.connection.execute(wanted).mappings():
                first.setdefault(row["lane"], _job(row))
            free = [job for lane, job in first.items() if lane not in busy]
            values = {"lease": self._name, "lease_until": now + LEASE // _MICROSECOND}
            taken: list[Job] = []
            for job in free:
                # Compare and swap: only one process gets the lease of a row.
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

    async def remove(self, job: Job) -> None:
        """Delete a finished job. If the job was replaced while it ran, release it to run again."""

        def unit(tx: Transaction) -> None:
            _run(tx, sa.delete(outbox).where(_c.id == job.id, _c.seq == job.seq))
            _run(tx, sa.update(outbox).where(_c.id == job.id).values(_FREE))

        await self._database.write(unit, job.tenant)

    async def retry_later(self, job: Job, seconds: float) -> None:
        """Release a job and retry it after this many seconds."""
        due = self._now() + int(seconds * 1_000_000)
        values = _FREE | {"due_at": due, "attempts": job.attempts + 1}
        statement = sa.update(outbox).where(_c.id == job.id).values(values)
        await self._database.write(lambda tx: _run(tx, statement), job.tenant)

    async def extend_leases(self) -> None:
        """Extend the leases of this process."""
        values = {"lease_until": self._now() + LEASE // _MICROSECOND}
        statement = sa.update(outbox).where(_c.lease == self._name).values(values)
        await self._database.write(lambda tx: _run(tx, statement), EVERY_TENANT)

    async def release(self) -> None:
        """Release the leases of this process."""
        statement = sa.update(outbox).where(_c.lease == self._name).values(_FREE)
        await self._database.write(lambda tx: _run(tx, statement), EVERY_TENANT)

    async def delete_team(self, tenant: str, team: str) -> None:
        """Delete the jobs of a workspace."""
        statement = sa.delete(outbox).where(_c.tenant == tenant, _c.team == team)
        await self._database.write(lambda tx: _run(tx, statement), tenant)

    async def purge(self) -> None:
        """Delete expired idempotency keys."""
        before = self._now() - DEDUPLICATION_WINDOW // _MICROSECOND
        await self._database.write(
            lambda tx: _run(tx, sa.delete(seen).where(seen.c.seen_at < before)), EVERY_TENANT
        )

    def _row(self, job: Job) -> dict[str, Any]:
        # Strictly increasing, even if the clock does not advance, so that jobs stay in order.
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
    """Insert a job, or update the job with the same id. An existing lease is not changed."""
    again = {name: row[name] for name in ("seq", "body", "due_at")}
    changed = connection.execute(sa.update(outbox).where(_c.id == row["id"]).values(again))
    if changed.rowcount == 0:
        connection.execute(sa.insert(outbox).values(row))


def _run(tx: Transaction, statement: sa.Executable) -> None:
    tx.connection.execute(statement)


def _job(row: sa.RowMapping) -> Job:
    """Return the job in a row. A leased job is due when its lease expires."""
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


FIRST_RETRY_DELAY, MAX_RETRY_DELAY = 1.0, 300.0
REVOKED_RETRY_DELAY = 600.0
"""Retry delay in seconds for a workspace that revoked access."""
_CONCURRENCY = 16
_RETRY_SECONDS = 30.0
_MAX_FAILURES = 5
_EXTEND_SECONDS = 3.0

Handler = Callable[[Job], Awaitable[None]]

logger = logging.getLogger(__name__)


class OutboxWorker:
    """Claims jobs and runs their handlers, with retries, until stopped."""

    def __init__(self, outbox: Outbox, timer: Timer) -> None:
        self._outbox, self._timer = outbox, timer
        self.handlers: Mapping[str, Handler] = {}
        """Handlers by kind of job."""
        self._wakeup = asyncio.Event()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._idle = asyncio.Event()

    def wake(self) -> None:
        """Wake the worker to look for jobs."""
        self._idle.clear()
        self._wakeup.set()

    async def put(self, *jobs: Job, idempotency_keys: tuple[str, ...] = ()) -> bool:
        """Commit jobs and wake the worker. Return False if an idempotency key was seen before."""
        is_new = await self._outbox.put(*jobs, idempotency_keys=idempotency_keys)
        if is_new:
            self.wake()
        return is_new

    async def run(self) -> None:
        """Run jobs until cancelled."""
        renewing = asyncio.ensure_future(self._extend_leases())
        try:
            await self._run()
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _extend_leases(self) -> None:
        """Extend the leases of running jobs until cancelled."""
        while True:
            await asyncio.sleep(_EXTEND_SECONDS)
            if self._busy:
                try:
                    await self._outbox.extend_leases()
                except StoreError as error:
                    logger.warning("Cannot extend leases, jobs may run twice: %s", error)

    async def _run(self) -> None:
        while True:
            self._wakeup.clear()
            try:
                due = await self._begin()
            except StoreError as error:
                logger.warning("Cannot read the outbox: %s", error)
                due = _RETRY_SECONDS
            await self._wait(due)

    async def wait_idle(self) -> None:
        """Wait until no job is running or due."""
        await self._idle.wait()

    async def stop(self) -> None:
        """Stop claiming jobs, cancel running jobs after two seconds, and release all leases."""
        self._is_stopping = True
        tasks = list(self._busy.values())
        if tasks:
            _done, late = await asyncio.wait(tasks, timeout=2.0)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        with suppress(StoreError):
            await self._outbox.release()

    async def _begin(self) -> float | None:
        """Start due jobs. Return the seconds until the next job is due, or None if none is."""
        if self._is_stopping or len(self._busy) >= _CONCURRENCY:
            return None
        jobs, next_due = await self._outbox.claim(frozenset(self._busy), _CONCURRENCY - len(self._busy))
        for job in jobs:
            task = asyncio.get_running_loop().create_task(self._do(job))
            self._busy[job.lane] = task
        if not self._busy:
            self._idle.set()
        if next_due is None:
            return None
        return max(0.0, (moment(next_due) - self._timer.now()).total_seconds())

    async def _wait(self, seconds: float | None) -> None:
        """Wait until the worker is woken, or until the next job is due."""
        if seconds is None:
            await self._wakeup.wait()
            return
        waiting = asyncio.ensure_future(self._wakeup.wait())
        pausing = asyncio.ensure_future(self._timer.pause(seconds))
        try:
            await asyncio.wait((waiting, pausing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (waiting, pausing):
                task.cancel()
            await asyncio.gather(waiting, pausing, return_exceptions=True)

    async def _do(self, job: Job) -> None:
        try:
            await self._handle(job)
        except StoreError as error:
            logger.warning("Cannot update the outbox: %s", error)
        finally:
            self._busy.pop(job.lane, None)
            self._wakeup.set()

    async def _handle(self, job: Job) -> None:
        handler = self.handlers.get(job.kind)
        try:
            if handler is not None:
                await handler(job)
        except SlackUnavailable as error:
            pause = error.retry_after or min(FIRST_RETRY_DELAY * 2**job.attempts, MAX_RETRY_DELAY)
            await self._outbox.retry_later(job, pause)
        except AccessRevoked:
            await self._outbox.retry_later(job, REVOKED_RETRY_DELAY)
        except SlackRejected as error:
            logger.warning("Slack rejected a job of kind %s: %s", job.kind, error)
            await self._outbox.remove(job)
        except StoreError:
            await self._outbox.retry_later(job, FIRST_RETRY_DELAY)
        except Exception:
            logger.exception("A job of kind %s failed", job.kind)
            if job.attempts < _MAX_FAILURES:
                await self._outbox.retry_later(job, min(FIRST_RETRY_DELAY * 2**job.attempts, MAX_RETRY_DELAY))
            else:
                await self._outbox.remove(job)
        else:
            await self._outbox.remove(job)
