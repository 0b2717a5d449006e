"""Back up and restore the database of a desk. A backup is one SQLite file, also of a desk on PostgreSQL."""

import asyncio
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from choice.assembly.desk import database_of, open_existing_store, open_store
from choice.assembly.environment import environment_settings
from choice.clock import SystemClock
from choice.desk import Broken, verify_log
from choice.desk.backup import (
    copy_backup,
    count_rows,
    dump,
    fill,
    put_in_place,
    remove_files,
    require_new,
    require_unused,
    sqlite_path,
    vacuum_into,
)
from choice.desk.sql.transaction import EVERY_TENANT
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.errors import StoreDamaged


class Copied(NamedTuple):
    """What a backup contains."""

    rows: int
    records: int
    """Records of the decision log."""


async def back_up(file: Path, url: str | None = None) -> Copied:
    """Write a consistent copy of a database to a new file. Other processes may use the database meanwhile.

    Raises:
        BackupExists: The file exists.
        StoreError: The database does not exist or cannot be read.
    """
    require_new(file)
    url = url or environment_settings().database_url
    copy = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if url.startswith("sqlite:"):
            await asyncio.to_thread(vacuum_into, sqlite_path(url), copy)
        else:
            create_sqlite_file(copy)
            async with open_existing_store(url) as store:
                await database_of(store).write(lambda tx: dump(tx, copy), EVERY_TENANT)
        copied = await _check(copy)
        await asyncio.to_thread(copy.replace, file)
    finally:
        remove_files(copy)
    return copied


async def restore(file: Path, url: str | None = None, *, replaces: bool = False) -> Copied:
    """Replace a database by a backup, and migrate it to the schema of this version.

    Raises:
        BackupExists: There is a database already, and `replaces` is false.
        StoreBusy: Another process uses the database.
        StoreError: The backup is damaged, or of a newer version.
    """
    settings = environment_settings()
    url = url or settings.database_url
    with tempfile.TemporaryDirectory(prefix="choicewire-restore-") as folder:
        copy = Path(folder) / "desk.db"
        await asyncio.to_thread(copy_backup, file, copy)
        copied = await _check(copy)
        if url.startswith("sqlite:"):
            await asyncio.to_thread(partial(put_in_place, copy, sqlite_path(url), replaces=replaces))
            return copied
        store, _wakeups = await open_store(url, settings)
        try:
            await database_of(store).write(lambda tx: fill(tx, copy, replaces=replaces), EVERY_TENANT)
        finally:
            await store.close()
    return copied


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
            problem = f"the decision log is corrupt at record {result.seq}: {result.reason}."
            raise StoreDamaged(str(copy), problem)
        rows = await database_of(store).read(count_rows)
    finally:
        await store.close()
    # Without a write-ahead log, the copy is one file.
    await asyncio.to_thread(require_unused, copy)
    remove_files(copy, only_companions=True)
    return Copied(rows, result.records)
