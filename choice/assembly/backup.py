"""Back up and restore the database of a desk. A backup is one SQLite file, also of a desk on PostgreSQL."""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa

from choice.assembly.desk import database_of, open_existing_store, open_store
from choice.assembly.environment import environment_settings
from choice.clock import SystemClock
from choice.desk import Broken, Store, verify_log
from choice.desk.sql.schema import upgrade
from choice.desk.sql.transaction import EVERY_TENANT, Transaction
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.sqlite.store import open_sqlite_store
from choice.errors import ChoiceError, InvalidSetting, StoreBusy, StoreDamaged, StoreMissing

_ROWS = 500
"""Rows that are copied at a time."""
_SNAPSHOT = sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
_OWN_TABLES = frozenset({"alembic_version"})


class Exists(ChoiceError):
    """A backup or a restore would overwrite something."""


class Copied(NamedTuple):
    """What a backup contains."""

    rows: int
    records: int
    """Records of the decision log."""


async def back_up(file: Path, url: str | None = None) -> Copied:
    """Write a consistent copy of a database to a new file. Other processes may use the database meanwhile.

    Raises:
        Exists: The file exists.
        StoreError: The database does not exist or cannot be read.
    """
    if file.exists():
        message = f"{file} exists. Choose another name, or delete it first."
        raise Exists(message)
    url = url or environment_settings().database_url
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if url.startswith("sqlite:"):
            await asyncio.to_thread(_vacuum_into, _sqlite_path(url), partial)
        else:
            await _dump(url, partial)
        copied = await _check(partial)
        partial.replace(file)
    finally:
        _remove(partial)
    return copied


async def restore(file: Path, url: str | None = None, *, replaces: bool = False) -> Copied:
    """Replace a database by a backup, and migrate it to the schema of this version.

    Raises:
        Exists: There is a database already, and `replaces` is false.
        StoreBusy: Another process uses the database.
        StoreError: The backup is damaged, or of a newer version.
    """
    settings = environment_settings()
    url = url or settings.database_url
    if not file.is_file():
        raise StoreMissing(str(file), "the backup does not exist.")
    with tempfile.TemporaryDirectory(prefix="choicewire-restore-") as folder:
        copy = Path(folder) / "desk.db"
        await asyncio.to_thread(shutil.copyfile, file, copy)
        copied = await _check(copy)
        if url.startswith("sqlite:"):
            await asyncio.to_thread(_put_in_place, copy, _sqlite_path(url), replaces=replaces)
        else:
            store, _wakeups = await open_store(url, settings)
            try:
                await _fill(store, copy, replaces=replaces)
            finally:
                await store.close()
    return copied


# --- SQLite ---


def _sqlite_path(url: str) -> Path:
    path = Path(unquote(urlsplit(url).path).removeprefix("/"))
    if not path.name:
        name = "CHOICE_DATABASE_URL"
        raise InvalidSetting(name, "must name a file: sqlite:///relative.db or sqlite:////absolute.db.")
    return path


def _vacuum_into(path: Path, partial: Path) -> None:
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


async def _check(copy: Path) -> Copied:
    """Migrate a copy, verify its log, and count its rows.

    Raises:
        StoreDamaged: The log of decisions is not intact.
        WrongSchema: A newer version of choicewire wrote the copy.
    """
    store = await open_sqlite_store(copy, clock=SystemClock())
    try:
        result = await verify_log(store)
        if isinstance(result, Broken):
            raise StoreDamaged(
                str(copy), f"the decision log is corrupt at record {result.seq}: {result.reason}."
            )
        rows = await database_of(store).read(_count)
    finally:
        await store.close()
    # Without a write-ahead log, the copy is one file.
    await asyncio.to_thread(_require_unused, copy)
    _remove(copy, only_companions=True)
    return Copied(rows, result.records)


def _count(connection: sa.Connection) -> int:
    tables = _tables(connection)
    return sum(
        connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables
    )


def _put_in_place(copy: Path, path: Path, *, replaces: bool) -> None:
    if path.exists() and path.stat().st_size:
        if not replaces:
            message = (
                f"{path} exists. Add --replace to replace it; the old file is kept as {path.name}.replaced."
            )
            raise Exists(message)
        _require_unused(path)
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


def _require_unused(path: Path) -> None:
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


def _remove(file: Path, *, only_companions: bool = False) -> None:
    """Delete a temporary database and the files beside it."""
    for suffix in ("-wal", "-shm", "-journal", "-made", *(() if only_companions else ("",))):
        file.with_name(f"{file.name}{suffix}").unlink(missing_ok=True)


# --- PostgreSQL ---


async def _dump(url: str, partial: Path) -> None:
    """Copy all rows as they were at one moment."""
    SqliteFile(partial).create()

    def dump(tx: Transaction) -> None:
        tx.connection.execute(_SNAPSHOT)
        with _sqlite(partial) as target:
            upgrade(target, str(partial))
            _copy(tx.connection, target)

    async with open_existing_store(url) as store:
        await database_of(store).write(dump, EVERY_TENANT)


async def _fill(store: Store, copy: Path, *, replaces: bool) -> None:
    """Copy all rows of a backup into an empty database in one transaction."""

    def fill(tx: Transaction) -> None:
        if _count(tx.connection):
            if not replaces:
                message = "The database contains data. Add --replace to delete it."
                raise Exists(message)
            for table in reversed(_tables(tx.connection)):
                tx.connection.execute(table.delete())
        with _sqlite(copy) as source:
            _copy(source, tx.connection)

    await database_of(store).write(fill, EVERY_TENANT)


def _sqlite(path: Path) -> sa.Connection:
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
