"""Another process locks the SQLite file: an error in bounded time, no false acknowledgement."""

import asyncio
import os
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from choice.desk import Desk, Person, WantedRecords
from choice.desk.sql.store import SqlStore
from choice.desk.sqlite import file as sqlite_file
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.sqlite.store import SqliteRunner
from choice.errors import ChoiceError, StoreBusy
from choice.models import Answer, Question
from choice.testing import ManualClock
from tests.faults.children import forked
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder

_WAYS = ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]
if sqlite3.sqlite_version_info < sqlite_file._SAFE_WAL:  # noqa: SLF001 - with the write-ahead log, readers block no writer
    _WAYS.append("BEGIN; SELECT count(*) FROM facts")
_BUSY_SECONDS = 0.05
_AT_MOST = 2.0
"""Maximum time until the error, on a busy machine."""


def hold_locks(plan: Plan) -> Report:
    """Lock the file repeatedly."""
    report, random = Report(), Random(plan.seed)
    with folder() as place:
        path = place / "desk.db"
        SqliteFile(path).create()
        while plan.wants_more(report):
            how = random.choice(_WAYS)
            report.complain(f"seed {plan.seed}, point {report.points}", _hold(path, how, report))
            report.points += 1
    return report


def _hold(path: Path, how: str, report: Report) -> list[str]:
    key = f"q{report.points}"
    question, answer = Question(text=f"{key}?", options=["Yes"]), Answer(question_id="q1", option_ids=("1",))

    async def ask_and_answer() -> list[str]:
        runner = SqliteRunner(SqliteFile(path, _BUSY_SECONDS), ManualClock(), None)
        await runner.start()
        found = []
        async with Desk(SqlStore(runner)) as desk:
            with _held(path, how):
                found += await _refused(desk.open(question, key=key), "asking", report)
            asked = await desk.open(question, key=key)
            with _held(path, how):
                answering = desk.answer(asked.id, answer, by=Person("anna"), answer_id=key)
                found += await _refused(answering, "answering", report)
            await desk.answer(asked.id, answer, by=Person("anna"), answer_id=key)
            records = await desk.store.records(WantedRecords(interaction_id=asked.id))
        kinds = [record.kind for record in records]
        return found if kinds == ["opened", "answered"] else [*found, f"the log says {kinds}"]

    try:
        return asyncio.run(ask_and_answer())
    except (ChoiceError, AssertionError) as error:
        return [str(error)]


async def _refused(call: Awaitable[object], what: str, report: Report) -> list[str]:
    began = time.monotonic()
    try:
        await call
    except StoreBusy:
        took = time.monotonic() - began
        report.counts["errors that clients saw"] += 1
        return [] if took < _AT_MOST else [f"{what} took {took:.1f} s to fail"]
    return [f"{what} was acknowledged while another process held the file"]


@contextmanager
def _held(path: Path, how: str) -> Iterator[None]:
    """Lock the file from another process."""
    held, tell = os.pipe()
    wait, release = os.pipe()

    def hold() -> None:
        os.close(release)
        other = sqlite3.connect(path, isolation_level=None)
        for statement in how.split("; "):
            other.execute(statement).fetchall()
        os.write(tell, b"!")
        os.read(wait, 1)

    child = forked(hold)
    os.close(tell)
    assert os.read(held, 1), "the other process could not hold the file"
    try:
        yield
    finally:
        os.close(release)
        os.waitpid(child, 0)
        os.close(held)
        os.close(wait)
