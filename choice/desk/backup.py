"""Copies of a database: an SQLite file, from SQLite or PostgreSQL, and back. All functions block."""

import os
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

from choice.desk.sql.schema import upgrade
from choice.desk.sql.transaction import Transaction
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.errors import ChoiceError, InvalidSetting, StoreBusy, StoreMissing

_ROWS = 500
"""Rows that are copied at a time."""
_SNAPSHOT = sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
_OWN_TABLES = frozenset({"alembic_version"})


class BackupExists(ChoiceError):
    """A backup or a restore would overwrite something."""


def require_new(file: Path) -> None:
    """Check that a backup can be written to a file.

    Raises:
        BackupExists: The file exists.
    """
    if file.exists():
        message = f"{file} exists. Choose another name, or delete it first."
        raise BackupExists(message)


def copy_backup(file: Path, copy: Path) -> None:
    """Copy a backup, because checking it migrates it.

    Raises:
        StoreMissing: The backup does not exist.
    """
    if not file.is_file():
        raise StoreMissing(str(file), "the backup does not exist.")
    shutil.copyfile(file, copy)


# --- SQLite ---


def sqlite_path(url: str) -> Path:
    """Return the path in a URL such as `sqlite:///desk.db`."""
    path = Path(unquote(urlsplit(url).path).removeprefix("/"))
    if not path.name:
        name = "CHOICE_DATABASE_URL"
        raise InvalidSetting(name, "must name a file: sqlite:///relative.db or sqlite:////absolute.db.")
    return path


def vacuum_into(path: Path, partial: Path) -> None:
    """Copy a database in one read transaction."""
    if not path.exists() or not path.stat().st_size:
        raise StoreMissing(str(path), "there is no database to back up.")
    file = SqliteFile(path)
    partial.parent.mkdir(parents=True, exist_ok=True)
    # Create the file first, so that only its owner can read it.
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    connection = file.connect()
    try:
        connection.execute("VACUUM INTO ?", (str(partial),))
    except sqlite3.Error as error:
        raise file.store_error(error) from error
    finally:
        connection.close()


def count_rows(connection: sa.Connection) -> int:
    """Return the number of rows in all tables."""
    tables = _tables(connection)
    return sum(
        connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables
    )


def put_in_place(copy: Path, path: Path, *, replaces: bool) -> None:
    """Replace a database by a copy. The old file is kept beside it.

    Raises:
        BackupExists: There is a database already, and `replaces` is false.
        StoreBusy: Another process uses the database.
    """
    if path.exists() and path.stat().st_size:
        if not replaces:
            message = (
                f"{path} exists. Add --replace to replace it; the old file is kept as {path.name}.replaced."
            )
            raise BackupExists(message)
        require_unused(path)
        path.replace(path.with_name(f"{path.name}.replaced"))
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        shutil.copyfile(copy, partial)
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    SqliteFile(path).mark_filled()


def require_unused(path: Path) -> None:
    """Write the write-ahead log back into the file, which works only if no other process uses it.

    Raises:
        StoreBusy: Another process uses the database.
    """
    connection = sqlite3.connect(path, timeout=0.5, isolation_level=None)
    try:
        (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError:
        mode = "busy"
    finally:
        connection.close()
    if mode != "delete":
        raise StoreBusy(str(path), "other processes use this database; stop them, then restore again.")


def remove_files(file: Path, *, only_companions: bool = False) -> None:
    """Delete a temporary database and the files beside it."""
    for suffix in ("-wal", "-shm", "-journal", "-made", *(() if only_companions else ("",))):
        file.with_name(f"{file.name}{suffix}").unlink(missing_ok=True)


# --- PostgreSQL ---


def dump(tx: Transaction, partial: Path) -> None:
    """Copy all rows of one moment to a new SQLite file. Nothing may run before it in the transaction."""
    tx.connection.execute(_SNAPSHOT)
    with _connected(partial) as target:
        upgrade(target, str(partial))
        _copy(tx.connection, target)


def fill(tx: Transaction, copy: Path, *, replaces: bool) -> None:
    """Copy all rows of an SQLite file with the same schema.

    Raises:
        BackupExists: There are rows already, and `replaces` is false.
    """
    if count_rows(tx.connection):
        if not replaces:
            message = "The database contains data. Add --replace to delete it."
            raise BackupExists(message)
        for table in reversed(_tables(tx.connection)):
            tx.connection.execute(table.delete())
    with _connected(copy) as source:
        _copy(source, tx.connection)


def _connected(path: Path) -> sa.Connection:
    engine = sa.create_engine(f"sqlite:///{path}", module=sqlite3, poolclass=sa.NullPool)
    return engine.connect()


def _copy(source: sa.Connection, target: sa.Connection) -> None:
    """Copy the rows of all tables. Both databases have the same schema."""
    for table in _tables(target):
        target.execute(table.delete())
        columns = sa.select(*[sa.column(one.name, one.type) for one in table.columns])
        rows = source.execute(columns.select_from(sa.table(table.name))).mappings()
        while batch := rows.fetchmany(_ROWS):
            target.execute(table.insert(), [dict(row) for row in batch])
    if target.dialect.name == "sqlite":
        target.commit()


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """Return all tables with rows of ours, in an order in which they can be filled."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name not in _OWN_TABLES]
