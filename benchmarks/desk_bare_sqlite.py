"""Peer of the desk on SQLite: the least work that stores an answer durably.

One thread and one connection of the desk's SQLite. Each answer is one UPDATE … RETURNING and one INSERT on
the desk's tables and indexes, with the same number of bytes. Pending answers share one commit; the waiter is
a future on the loop. Nothing is validated, hashed or notified.
"""

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue

from choice.desk.sqlite.file import sqlite3

_END = """
    UPDATE interactions SET state = 'answered', outcome = ?, decision_key = ?, ended_at = ?, queued = 0
    WHERE id = ? AND tenant = 'local' AND state = 'open' AND deadline > ?
    RETURNING id, tenant, agent, project, shown_at, deadline, ended_at
"""
_RECORD = "INSERT INTO decision_log VALUES (?, ?, 'local', ?, 'answered', 'anna', NULL, ?, NULL, NULL, ?, ?)"
_OUTCOME = "o" * 170
_KEY = "k" * 34
_BODY = "b" * 190
_HASH = bytes(32)
_Job = tuple[str, "asyncio.Future[tuple[object, ...]]"]


class BareSqlite:
    """Answers the interactions of a file that a desk has filled."""

    def __init__(self, path: Path, journal_mode: str) -> None:
        self._path = path
        self._journal_mode = journal_mode
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def answer(self, interaction_id: str) -> "asyncio.Future[tuple[object, ...]]":
        """Return a future that resolves when the answer is durable."""
        done: asyncio.Future[tuple[object, ...]] = self._loop.create_future()
        self._jobs.put((interaction_id, done))
        return done

    def reopen_all(self) -> None:
        """Reopen all interactions, so that they can be answered again."""
        with closing(sqlite3.connect(self._path)) as connection, connection:
            connection.execute("UPDATE interactions SET state = 'open', outcome = NULL, ended_at = NULL")

    def close(self) -> None:
        """Stop the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute(f"PRAGMA journal_mode={self._journal_mode}")
        connection.execute("PRAGMA synchronous=FULL")
        numbers = itertools.count(2)
        for batch in self._batches():
            connection.execute("BEGIN IMMEDIATE")
            rows = [self._end(connection, interaction_id, next(numbers)) for interaction_id, _done in batch]
            connection.execute("COMMIT")
            self._loop.call_soon_threadsafe(_settle, batch, rows)
        connection.close()

    def _batches(self) -> Iterator[list[_Job]]:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            try:
                while (job := self._jobs.get_nowait()) is not None:
                    batch.append(job)
                self._jobs.put(None)
            except Empty:
                pass
            yield batch

    def _end(self, connection: sqlite3.Connection, interaction_id: str, number: int) -> tuple[object, ...]:
        ((*row,),) = connection.execute(_END, (_OUTCOME, _KEY, number, interaction_id, number)).fetchall()
        connection.execute(_RECORD, (number, number, interaction_id, "script", _BODY, _HASH))
        return tuple(row)


def _settle(batch: list[_Job], rows: list[tuple[object, ...]]) -> None:
    for (_interaction_id, done), row in zip(batch, rows, strict=True):
        done.set_result(row)
