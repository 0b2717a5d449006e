"""Opens a store on one SQLite file."""

from pathlib import Path

from choice.clock import Clock, SystemClock, boot_id
from choice.desk.sql.schema import facts
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import Transaction
from choice.desk.sqlite.file import SqliteFile
from choice.desk.sqlite.runner import SqliteRunner
from choice.desk.store import Step, no_step


async def open_sqlite_store(
    path: Path, *, most_open: int | None = 5, clock: Clock | None = None, step: Step = no_step
) -> SqlStore:
    """Open the store in a file that exists.

    Without a clock of their own, all processes on the file share one: its origin is kept in the file, so that
    setting the machine's clock moves no deadline, and no two processes disagree about what is overdue.

    Raises:
        StoreError: The file is missing, read-only, damaged, or of another version.
    """
    file = SqliteFile(path)
    runner = SqliteRunner(file, clock or SystemClock(), most_open, step)
    await runner.start()
    file.mark_filled()
    if clock is None and boot_id():
        runner.clock = SystemClock(await runner.write(_shared_origin))
    return SqlStore(runner)


def create_sqlite_file(path: Path) -> None:
    """Make an empty database where there has never been one; one that exists is left as it is.

    Raises:
        StoreMissing: There was one, and it is gone, or nothing is left in it.
    """
    SqliteFile(path).create()


def _shared_origin(tx: Transaction) -> int:
    """Return the origin of the clock that all processes of this boot share, the first one's."""
    name = f"clock origin in boot {boot_id()}"
    kept = tx.connection.execute(facts.select().where(facts.c.name == name)).first()
    if kept is not None:
        return int(kept.value)
    origin = SystemClock().origin
    tx.connection.execute(facts.delete().where(facts.c.name.startswith("clock origin in boot ")))
    tx.connection.execute(facts.insert().values(name=name, value=str(origin)))
    return origin
