"""Sample question, answer and database files for the desk benchmarks."""

import secrets
from pathlib import Path

from choice.desk import Desk, Person
from choice.desk.sqlite.file import sqlite3
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.models import Answer, Question

QUESTION = Question(
    text="Which database should the service use?", options=["SQLite", "PostgreSQL", "Neither"]
)
ANSWER = Answer(question_id="q1", option_ids=("1",))
ANNA = Person("anna")
_SECONDS = 100_000


async def open_desk_on(path: Path) -> Desk:
    """Return a desk on a file, which is created if it does not exist; enter it to use it."""
    create_sqlite_file(path)
    return Desk(await open_sqlite_store(path, most_open=None))


async def journal_mode_of(desk: Desk) -> str:
    """Return the journal mode of a desk's file, for peers that must use the same."""
    runner = desk.store._runner  # type: ignore[attr-defined]  # noqa: SLF001 - not part of the Store protocol
    mode: str = await runner.read(
        lambda connection: connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    )
    return mode


async def filled(path: Path, count: int) -> list[str]:
    """Create a file with this many open interactions and return their ids; all but one are copies."""
    async with await open_desk_on(path) as desk:
        first = await desk.open(QUESTION, timeout=_SECONDS)
    ids = [secrets.token_hex(16) for _ in range(count - 1)]
    connection = sqlite3.connect(path)
    names = [row[1] for row in connection.execute("PRAGMA table_info(interactions)")]
    copied = ", ".join("?" if name == "id" else name for name in names)
    copy = f"INSERT INTO interactions SELECT {copied} FROM interactions WHERE id = ?"  # noqa: S608 - names of our own
    with connection:
        connection.executemany(copy, [(each, first.id) for each in ids])
    connection.close()
    return [first.id, *ids]
