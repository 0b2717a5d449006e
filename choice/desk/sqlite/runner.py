"""Runs the units of work of an SQLite file on one thread, all that wait in one transaction (group commit)."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Literal, TypeVar

import sqlalchemy as sa

from choice.answers import Outcome
from choice.clock import Clock, micros
from choice.desk.interaction import Interaction
from choice.desk.sql import reads as sql_reads
from choice.desk.sql.dialect import SqlDialect, SqliteDialect
from choice.desk.sql.migrate import upgrade
from choice.desk.sql.transaction import Transaction, Whose
from choice.desk.sql.units import Units
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.store import Decided, Decision, News, Refused, Step, no_step
from choice.errors import StoreBusy, StoreClosed

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


Result = TypeVar("Result")
_Work = Callable[[sqlite3.Connection, sa.Connection, Sequence[Job]], None]


class SqliteRunner:
    """Owns the thread and the one connection. A unit is acknowledged only after its commit."""

    def __init__(self, file: SqliteFile, clock: Clock, most_open: int | None, step: Step = no_step) -> None:
        self.dialect: SqlDialect = SqliteDialect()
        self.clock = clock
        self._file = file
        self.units = Units(self.dialect, most_open)
        self._step = step
        self._jobs = Jobs(asyncio.get_running_loop())
        self._thread = threading.Thread(target=self._run, name="choicewire-store", daemon=True)
        self._closed = False

    async def start(self) -> None:
        """Open the file and bring its schema up to date."""
        started = self._jobs.put("read", None)
        self._thread.start()
        await started

    async def write(self, unit: Callable[[Transaction], Result], tenant: Whose = None) -> Result:  # noqa: ARG002 - no wall here
        """Run a unit that changes something; when this returns, the change is on the disk."""
        result: Result = await self._submit("write", unit)
        return result

    async def read(self, unit: Callable[[sa.Connection], Result], tenant: Whose = None) -> Result:  # noqa: ARG002 - as write
        """Run a unit that only looks."""
        result: Result = await self._submit("read", unit)
        return result

    def decide(self, decision: Decision) -> asyncio.Future[Decided | Refused]:
        """Make a decision, together with all others that wait."""
        return self._submit("decide", decision)

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return the interaction that a tenant has under an id, or None."""
        return await self.read(lambda connection: sql_reads.load(connection, interaction_id, tenant))

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        return await self.read(lambda connection: sql_reads.load_many(connection, interaction_ids))

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those of the interactions that have ended, and how."""
        return await self.read(lambda connection: sql_reads.outcomes(connection, interaction_ids))

    async def news(self, after: int) -> News:
        """Return what happened after a change."""
        here = micros(self.clock.now())
        return await self.read(lambda connection: sql_reads.news(connection, self.dialect, after, here))

    async def close(self) -> None:
        """Finish what was submitted, then end the thread."""
        if not self._closed:
            self._closed = True
            self._jobs.end()
            await asyncio.to_thread(self._thread.join)

    def _submit(self, kind: Kind, work: object) -> asyncio.Future[Any]:
        if self._closed:
            raise StoreClosed(str(self._file.path), "the store was closed.")
        return self._jobs.put(kind, work)

    def _run(self) -> None:
        """Serve jobs until told to stop; the first one says whether the file could be opened."""
        opening = self._jobs.next_batch()
        try:
            with closing(self._file.connect()) as raw, _core(raw) as connection:
                self._migrate(raw, connection)
                self._jobs.hand_back(opening)
                while batch := self._jobs.next_batch():
                    self._serve(raw, connection, batch)
                    del batch  # What was read may be large, and the next job may be long in coming.
        except BaseException as error:  # noqa: BLE001 - it ends where the store is opened
            for job in opening:
                job.error = self._meaning(error)
            self._jobs.hand_back(opening)

    def _serve(self, raw: sqlite3.Connection, connection: sa.Connection, batch: list[Job]) -> None:
        reads = [job for job in batch if job.kind == "read"]
        writes = [job for job in batch if job.kind != "read"]
        if reads:
            self._in_transaction(raw, connection, self._look, reads)
            self._jobs.hand_back(reads)
        if writes:
            self._in_transaction(raw, connection, self._change, writes)
            self._jobs.hand_back(writes)

    def _in_transaction(
        self, raw: sqlite3.Connection, connection: sa.Connection, work: _Work, jobs: Sequence[Job]
    ) -> None:
        """Do jobs in one transaction; if the transaction fails, so does every job in it."""
        try:
            self._file.be_patient(raw)
            work(raw, connection, jobs)
            self._file.check()
        except BaseException as error:  # noqa: BLE001 - it ends at those who wait for the jobs
            meaning = self._meaning(error)
            for job in jobs:
                job.error = meaning
            self._roll_back(raw)
            if isinstance(meaning, StoreBusy):
                self._file.be_impatient(raw)

    def _look(self, raw: sqlite3.Connection, connection: sa.Connection, jobs: Sequence[Job]) -> None:
        """Do jobs that only read."""
        raw.execute("BEGIN")
        for job in jobs:
            try:
                job.result = job.work(connection)
            except Exception as error:  # noqa: BLE001 - it ends at the one who waits for the job
                job.error = self._meaning(error)
        raw.execute("COMMIT")

    def _change(self, raw: sqlite3.Connection, connection: sa.Connection, jobs: Sequence[Job]) -> None:
        """Do jobs that write, and commit them."""
        self._file.check()
        raw.execute("BEGIN IMMEDIATE")
        self._step("begun")
        tx = Transaction(connection, micros(self.clock.now()))
        if not self._all_done(raw, tx, jobs):
            for job in jobs:
                self._guarded(raw, tx, job)
        tx.seal(self.dialect, self.units.admit)
        self._step("before commit")
        raw.execute("COMMIT")
        self._step("committed")

    def _all_done(self, raw: sqlite3.Connection, tx: Transaction, jobs: Sequence[Job]) -> bool:
        """Do all jobs without a savepoint for each; if one fails, roll back and return False."""
        try:
            results = [self._done(tx, job) for job in jobs]
        except Exception:
            if not raw.in_transaction:
                raise  # SQLite has rolled back the whole transaction.
            tx.take_back(0)
            tx.freed.clear()
            raw.execute("ROLLBACK")
            raw.execute("BEGIN IMMEDIATE")
            return False
        for job, result in zip(jobs, results, strict=True):
            job.result = result
        return True

    def _guarded(self, raw: sqlite3.Connection, tx: Transaction, job: Job) -> None:
        """Do one job in a savepoint, so that its failure takes back nothing else."""
        raw.execute("SAVEPOINT unit")
        entries = len(tx.entries)
        try:
            job.result = self._done(tx, job)
        except Exception as error:
            if not raw.in_transaction:
                raise  # SQLite has rolled back the whole transaction.
            job.error = self._meaning(error)
            tx.take_back(entries)
            raw.execute("ROLLBACK TO unit")
        raw.execute("RELEASE unit")

    def _done(self, tx: Transaction, job: Job) -> object:
        """Do one job and return its result."""
        result: object = self.units.decide(tx, job.work) if job.kind == "decide" else job.work(tx)
        self._step("unit done")
        return result

    def _migrate(self, raw: sqlite3.Connection, connection: sa.Connection) -> None:
        raw.execute("BEGIN IMMEDIATE")
        try:
            upgrade(connection, str(self._file.path))
            self._step("migrated")
            raw.execute("COMMIT")
        except BaseException:
            self._roll_back(raw)
            raise

    def _roll_back(self, raw: sqlite3.Connection) -> None:
        if raw.in_transaction:
            raw.execute("ROLLBACK")

    def _meaning(self, error: BaseException) -> BaseException:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        return self._file.meaning(cause) if isinstance(cause, sqlite3.Error) else error


@contextmanager
def _core(raw: sqlite3.Connection) -> Iterator[sa.Connection]:
    """Use a connection through SQLAlchemy; transactions begin and end on the raw one."""
    engine = sa.create_engine("sqlite://", creator=lambda: raw, poolclass=sa.StaticPool, module=sqlite3)
    with engine.connect() as connection:
        yield connection
