"""The store on one SQLite file: all pending units of work share one transaction (group commit)."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa

from choice.clock import Clock, SystemClock, boot_id, micros
from choice.desk.interaction import Interaction
from choice.desk.sql import reads
from choice.desk.sql.schema import facts, upgrade
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import Head, SqlDialect, SqliteDialect, Transaction, Whose
from choice.desk.sql.units import Units
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.store import MOST_QUEUED, Decided, Decision, News, Refused, Step
from choice.errors import StoreBusy, StoreClosed
from choice.models import Outcome

Result = TypeVar("Result")


async def open_sqlite_store(
    path: Path,
    *,
    most_open: int | None = 5,
    most_queued: int = MOST_QUEUED,
    clock: Clock | None = None,
    step: Step | None = None,
) -> SqlStore:
    """Open the store in an existing file.

    Without a `clock`, all processes that use the file share one clock, whose origin is stored in the file.
    Setting the system time does not move deadlines, and all processes expire interactions at the same time.

    Raises:
        StoreError: The file is missing, read-only, damaged, or has a newer schema.
    """
    file = SqliteFile(path)
    runner = SqliteRunner(file, clock or SystemClock(), most_open, step, most_queued)
    await runner.start()
    file.mark_filled()
    if clock is None and boot_id():
        runner.clock = SystemClock(await runner.write(_shared_origin))
    return SqlStore(runner)


def create_sqlite_file(path: Path) -> None:
    """Create an empty database unless the file exists.

    Raises:
        StoreMissing: A database existed before and was removed or emptied.
    """
    SqliteFile(path).create()


def _shared_origin(tx: Transaction) -> int:
    """Return the clock origin that all processes share until the next boot. The first process stores it."""
    name = f"clock origin in boot {boot_id()}"
    kept = tx.connection.execute(facts.select().where(facts.c.name == name)).first()
    if kept is not None:
        return int(kept.value)
    origin = SystemClock().origin
    tx.connection.execute(facts.delete().where(facts.c.name.startswith("clock origin in boot ")))
    tx.connection.execute(facts.insert().values(name=name, value=str(origin)))
    return origin


@dataclass(slots=True)
class _Job:
    """A unit of work for the thread, and the future of its caller."""

    is_write: bool
    work: Callable[[Any], Any]
    done: asyncio.Future[Any]
    decision: Decision | None = None
    result: Any = None
    error: BaseException | None = None


class SqliteRunner:
    """Runs units of work on one thread with the only connection. Results are returned after the commit."""

    def __init__(
        self,
        file: SqliteFile,
        clock: Clock,
        most_open: int | None,
        step: Step | None = None,
        most_queued: int = MOST_QUEUED,
    ) -> None:
        self.dialect: SqlDialect = SqliteDialect()
        self.clock = clock
        self.units = Units(self.dialect, most_open, most_queued)
        self._file = file
        self._step = step
        self._head: Head | None = None
        self._data_version = 0
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="choicewire-store", daemon=True)
        self._closed = False

    # --- On the event loop ---

    async def start(self) -> None:
        """Open the file and migrate it to the newest schema."""
        started = self._submit(lambda _: None, is_write=False)
        self._thread.start()
        await started

    def write(
        self, unit: Callable[[Transaction], Result], _tenant: Whose = None, /
    ) -> asyncio.Future[Result]:
        """Run a unit of work in a transaction; the change is durable when the future completes."""
        return self._submit(unit, is_write=True)

    def read(
        self, unit: Callable[[sa.Connection], Result], _tenant: Whose = None, /
    ) -> asyncio.Future[Result]:
        """Run a unit of work in a read-only transaction."""
        return self._submit(unit, is_write=False)

    def decide(self, decision: Decision) -> asyncio.Future[Decided | Refused]:
        """Commit an outcome if the interaction is open and not overdue and the version matches."""
        return self._submit(partial(self.units.decide, decision=decision), is_write=True, decision=decision)

    def load(self, interaction_id: str, tenant: str) -> asyncio.Future[Interaction | None]:
        """Return an interaction, or None if it does not exist."""
        return self.read(partial(reads.load, interaction_id=interaction_id, tenant=tenant))

    def load_many(self, interaction_ids: Sequence[str]) -> asyncio.Future[list[Interaction]]:
        """Return the interactions that exist."""
        return self.read(partial(reads.load_many, interaction_ids=interaction_ids))

    def outcomes(self, interaction_ids: Sequence[str]) -> asyncio.Future[list[tuple[str, Outcome]]]:
        """Return the ids and outcomes of the interactions that have ended."""
        return self.read(partial(reads.outcomes, interaction_ids=interaction_ids))

    def news(self, after: int) -> asyncio.Future[News]:
        """Return the changes after this number."""
        time: dict[str, object] = {"now": micros(self.clock.now())}
        return self.read(partial(reads.news, dialect=self.dialect, after=after, time=time))

    async def close(self) -> None:
        """Finish all submitted work, then end the thread."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)

    def _submit(
        self, work: Callable[[Any], Any], *, is_write: bool, decision: Decision | None = None
    ) -> asyncio.Future[Any]:
        if self._closed:
            raise StoreClosed(str(self._file.path), "the store was closed.")
        done: asyncio.Future[Any] = self._loop.create_future()
        self._jobs.put(_Job(is_write, work, done, decision))
        return done

    # --- On the thread ---

    def _run(self) -> None:
        """Open the file, resolve the first batch of jobs, and run further batches until closed."""
        opening = self._next_batch()
        try:
            with closing(self._file.connect()) as raw, _core(raw) as connection:
                self._migrate(raw, connection)
                self._hand_back(opening)
                while batch := self._next_batch():
                    jobs = [job for job in batch if not job.is_write]
                    if jobs:
                        self._in_transaction(raw, connection, self._read, jobs)
                    jobs = [job for job in batch if job.is_write]
                    if jobs:
                        self._in_transaction(raw, connection, self._write, jobs)
                    del batch, jobs  # Results may be large, and the next batch may take a while to arrive.
        except BaseException as error:  # noqa: BLE001 - raised to the caller that opens the store
            for job in opening:
                job.error = self._store_error(error)
            self._hand_back(opening)

    def _next_batch(self) -> list[_Job]:
        """Wait for jobs and return all pending ones. After the store was closed, return an empty list."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            for _ in range(self._jobs.qsize()):  # Only this thread removes jobs.
                job = self._jobs.get_nowait()
                if job is None:
                    self._jobs.put(None)
                    break
                batch.append(job)
            wanted = [job for job in batch if not job.done.cancelled()]
            if wanted:
                return wanted
        return []

    def _hand_back(self, jobs: Sequence[_Job]) -> None:
        """Resolve the futures of jobs on the event loop."""
        try:
            self._loop.call_soon_threadsafe(_resolve, jobs)
        except RuntimeError:
            return  # The event loop is closed, so no caller waits.

    def _in_transaction(
        self,
        raw: sqlite3.Connection,
        connection: sa.Connection,
        work: Callable[[sqlite3.Connection, sa.Connection, Sequence[_Job]], None],
        jobs: Sequence[_Job],
    ) -> None:
        """Run jobs in one transaction; if the transaction fails, all of them fail."""
        try:
            if self._file.short_timeout_until:
                self._file.restore_timeout(raw)
            work(raw, connection, jobs)
            self._file.check()
        except BaseException as error:  # noqa: BLE001 - raised to the callers of the jobs
            meaning = self._store_error(error)
            for job in jobs:
                job.error = meaning
            self._head = None
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            if isinstance(meaning, StoreBusy):
                self._file.shorten_timeout(raw)
        self._hand_back(jobs)

    def _read(self, raw: sqlite3.Connection, connection: sa.Connection, jobs: Sequence[_Job]) -> None:
        raw.execute("BEGIN")
        for job in jobs:
            try:
                job.result = job.work(connection)
            except Exception as error:  # noqa: BLE001 - raised to the caller of the job
                job.error = self._store_error(error)
        raw.execute("COMMIT")

    def _write(self, raw: sqlite3.Connection, connection: sa.Connection, jobs: Sequence[_Job]) -> None:
        self._file.check()
        raw.execute("BEGIN IMMEDIATE")
        if self._step is not None:
            self._step("begun")
        tx = Transaction(connection, {"now": micros(self.clock.now())})
        if not self._run_all(raw, tx, jobs):
            for job in jobs:
                self._run_one(raw, tx, job)
        head = tx.seal(partial(self._current_head, raw, connection), self.units.admit)
        if self._step is not None:
            self._step("before commit")
        raw.execute("COMMIT")
        self._head = head or self._head
        if self._step is not None:
            self._step("committed")

    def _run_all(self, raw: sqlite3.Connection, tx: Transaction, jobs: Sequence[_Job]) -> bool:
        """Run all jobs without savepoints; if one fails, roll back and return False."""
        try:
            for job in jobs:
                job.result = job.work(tx)
                if self._step is not None:
                    self._step("unit done")
        except Exception:
            if not raw.in_transaction:
                raise  # SQLite has rolled back the whole transaction.
            tx.entries.clear()
            tx.freed.clear()
            raw.execute("ROLLBACK")
            raw.execute("BEGIN IMMEDIATE")
            return False
        return True

    def _run_one(self, raw: sqlite3.Connection, tx: Transaction, job: _Job) -> None:
        """Run one job in a savepoint, so that its failure does not affect the others."""
        raw.execute("SAVEPOINT unit")
        entries = len(tx.entries)
        try:
            job.result = job.work(tx)
            if self._step is not None:
                self._step("unit done")
        except Exception as error:
            if not raw.in_transaction:
                raise  # SQLite has rolled back the whole transaction.
            job.result, job.error = None, self._store_error(error)
            del tx.entries[entries:]
            raw.execute("ROLLBACK TO unit")
        raw.execute("RELEASE unit")

    def _current_head(self, raw: sqlite3.Connection, connection: sa.Connection) -> Head:
        """Return the end of the log. Read it again if another connection wrote or interactions are queued."""
        (version,) = raw.execute("PRAGMA data_version").fetchone()
        if self._head is None or self._head.some_queued or version != self._data_version:
            self._head, self._data_version = self.dialect.head(connection), version
        return self._head

    def _migrate(self, raw: sqlite3.Connection, connection: sa.Connection) -> None:
        raw.execute("BEGIN IMMEDIATE")
        try:
            upgrade(connection, str(self._file.path))
            if self._step is not None:
                self._step("migrated")
            raw.execute("COMMIT")
        except BaseException:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise

    def _store_error(self, error: BaseException) -> BaseException:
        cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        return self._file.store_error(cause) if isinstance(cause, sqlite3.Error) else error


def _resolve(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        done, decision, result = job.done, job.decision, job.result
        if decision is not None and job.error is None and isinstance(result, Decided) and decision.on_commit:
            # Before the caller resumes, and even if it has been cancelled.
            decision.on_commit(decision.interaction_id, result.outcome)
        if done.done():
            continue
        if job.error is not None:
            done.set_exception(job.error)
        else:
            done.set_result(result)


@contextmanager
def _core(raw: sqlite3.Connection) -> Iterator[sa.Connection]:
    """Return a SQLAlchemy connection. Transactions begin and end on the raw connection."""
    engine = sa.create_engine("sqlite://", creator=lambda: raw, poolclass=sa.StaticPool, module=sqlite3)
    with engine.connect() as connection:
        yield connection
