"""SQLite files that are missing, replaced, damaged, locked, full or read-only."""

import asyncio
import errno
import itertools
import os
import pwd
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from choice.desk import Store, Wanted
from choice.desk.sql.store import SqlStore
from choice.desk.sqlite import file as sqlite_file
from choice.desk.sqlite.file import SqliteFile, sqlite3
from choice.desk.sqlite.store import SqliteRunner, create_sqlite_file, open_sqlite_store
from choice.errors import (
    StoreBusy,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreMissing,
    StoreReadOnly,
    StoreReplaced,
    WrongSchema,
)
from choice.testing import ManualClock
from choice.testing.store_contract import Subject, an_opened_interaction_can_be_loaded
from tests.desk.stores import passing

EVERYTHING = Wanted(tenant="tenant")


@asynccontextmanager
async def running(path: Path, busy_seconds: float = 5) -> AsyncIterator[SqliteRunner]:
    runner = SqliteRunner(SqliteFile(path, busy_seconds), ManualClock(), most_open=None)
    await runner.start()
    try:
        yield runner
    finally:
        await runner.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    create_sqlite_file(tmp_path / "desk.db")
    return tmp_path / "desk.db"


async def is_usable(store: Store) -> bool:
    clock = ManualClock()
    await an_opened_interaction_can_be_loaded(Subject(store, passing(clock)))
    return True


async def until_full(store: SqlStore) -> int:
    """Write to a store until it is full, and return the number of successful writes."""
    for times in range(1000):
        try:
            await is_usable(store)
        except StoreFull:
            return times
    pytest.fail("the store never ran out of room")


async def test_a_missing_file_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        await open_sqlite_store(tmp_path / "desk.db")

    assert list(tmp_path.iterdir()) == []


async def test_a_file_removed_while_in_use_raises_store_missing_until_it_is_restored(path: Path) -> None:
    async with running(path) as runner:
        store = SqlStore(runner)
        path.rename(path.with_suffix(".away"))
        with pytest.raises(StoreMissing):
            await store.find(EVERYTHING)
        with pytest.raises(StoreMissing):
            await is_usable(store)
        assert not path.exists()

        path.with_suffix(".away").rename(path)

        assert await is_usable(store)


async def test_a_removed_file_is_not_recreated_after_a_restart(path: Path) -> None:
    await _open_and_close(path)
    path.unlink()

    with pytest.raises(StoreMissing, match=r"Restore it, or delete desk\.db-made") as caught:
        create_sqlite_file(path)

    assert caught.value.place == str(path)
    assert not path.exists()


async def test_an_emptied_file_is_not_recreated(path: Path) -> None:
    await _open_and_close(path)
    path.write_bytes(b"")

    with pytest.raises(StoreMissing, match="the database was removed"):
        create_sqlite_file(path)


async def test_a_file_emptied_while_in_use_raises_store_missing(path: Path) -> None:
    store = await open_sqlite_store(path)
    try:
        path.write_bytes(b"")
        with pytest.raises(StoreMissing, match="was emptied while in use"):
            await store.open_ids()
    finally:
        await store.close()


async def test_a_file_left_empty_by_a_crash_is_initialised(path: Path) -> None:
    assert path.stat().st_size == 0
    assert not SqliteFile(path).marker.exists()

    create_sqlite_file(path)

    await _open_and_close(path)


async def test_removing_the_file_and_its_marker_creates_a_new_database(path: Path) -> None:
    await _open_and_close(path)
    path.unlink()
    SqliteFile(path).marker.unlink()

    create_sqlite_file(path)

    await _open_and_close(path)
    assert SqliteFile(path).marker.exists()


async def test_a_restored_file_is_used(path: Path) -> None:
    await _open_and_close(path)
    away = path.rename(path.with_suffix(".away"))
    with pytest.raises(StoreMissing):
        create_sqlite_file(path)

    away.rename(path)
    create_sqlite_file(path)

    await _open_and_close(path)


async def test_a_file_without_a_marker_gets_one_when_it_is_opened(path: Path) -> None:
    await _open_and_close(path)
    SqliteFile(path).marker.unlink()

    await _open_and_close(path)

    assert path.name in SqliteFile(path).marker.read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="needs users")
def test_a_read_only_folder_needs_no_marker() -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "desk.db"
    create_sqlite_file(path)
    folder.chmod(0o555)
    if os.getuid() == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        SqliteFile(path).mark_filled()

        assert not SqliteFile(path).marker.exists()
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


async def test_a_file_that_was_replaced_is_not_used(path: Path) -> None:
    async with running(path) as runner:
        copy = path.with_suffix(".copy")
        shutil.copy(path, copy)
        copy.replace(path)

        with pytest.raises(StoreReplaced):
            await is_usable(SqlStore(runner))


async def test_a_file_that_is_not_a_database_is_rejected(path: Path) -> None:
    path.write_bytes(b"This is not a database." * 1000)

    with pytest.raises(StoreDamaged):
        await open_sqlite_store(path)


async def test_the_database_of_another_program_is_not_changed(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")

    with pytest.raises(WrongSchema):
        await open_sqlite_store(path)

    with sqlite3.connect(path) as other:
        tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("recipes",)]


async def test_a_full_disk_loses_nothing_and_the_store_recovers(path: Path) -> None:
    async with running(path) as runner:
        store = SqlStore(runner)
        assert await is_usable(store)
        used = await runner.read(lambda one: one.exec_driver_sql("PRAGMA page_count").scalar_one())
        await runner.read(lambda one: one.exec_driver_sql(f"PRAGMA max_page_count={used}").scalar_one())
        acknowledged = 1 + await until_full(store)
        assert len(await store.find(Wanted(tenant="tenant", most=1000))) == acknowledged

        await runner.read(lambda one: one.exec_driver_sql("PRAGMA max_page_count=100000").scalar_one())

        assert await is_usable(store)


async def test_a_locked_file_is_busy_after_a_bounded_time(path: Path) -> None:
    async with running(path, busy_seconds=0.05) as runner:
        store = SqlStore(runner)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            await is_usable(store)
        holder.execute("ROLLBACK")
        holder.close()

        assert await is_usable(store)


async def test_after_a_lock_timeout_the_next_caller_waits_less(path: Path) -> None:
    now = 100.0
    runner = SqliteRunner(SqliteFile(path, 0.4, lambda: now), ManualClock(), most_open=None)
    await runner.start()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    patience = [await _patience(runner)]
    with pytest.raises(StoreBusy):
        await is_usable(SqlStore(runner))
    patience.append(await _patience(runner))
    now += 0.5
    patience.append(await _patience(runner))
    holder.close()

    assert patience == [400, 20, 400]
    assert await is_usable(SqlStore(runner))
    await runner.close()


async def _patience(runner: SqliteRunner) -> int:
    return int(await runner.read(lambda one: one.exec_driver_sql("PRAGMA busy_timeout").scalar_one()))


@pytest.mark.skipif(os.name != "posix", reason="needs users")
@pytest.mark.parametrize(("of_folder", "of_file"), [(0o755, 0o444), (0o555, 0o666)])
def test_a_read_only_file_is_not_opened(of_folder: int, of_file: int) -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "desk.db"
    create_sqlite_file(path)
    asyncio.run(_open_and_close(path))
    folder.chmod(of_folder)
    path.chmod(of_file)
    if os.getuid() == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        with pytest.raises(StoreReadOnly, match="cannot be written to"):
            asyncio.run(_open_and_close(path))
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="this is a folder"):
        asyncio.run(_open_and_close(tmp_path))


async def _open_and_close(path: Path) -> None:
    await (await open_sqlite_store(path)).close()


async def test_a_closed_store_raises_store_closed(path: Path) -> None:
    store = await open_sqlite_store(path)
    await store.close()

    with pytest.raises(StoreClosed):
        await store.find(EVERYTHING)


@pytest.mark.parametrize(("version", "mode"), [((3, 51, 2), "persist"), ((3, 51, 3), "wal")])
async def test_the_write_ahead_log_is_used_only_with_a_safe_sqlite_version(
    version: tuple[int, int, int], mode: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    async with running(path) as runner:
        pragmas = await runner.read(
            lambda one: [
                one.exec_driver_sql("PRAGMA journal_mode").scalar_one(),
                one.exec_driver_sql("PRAGMA synchronous").scalar_one(),
            ]
        )

    assert pragmas == [mode, 2]


def test_opening_a_file_waits_while_another_connection_sets_its_journal_mode(path: Path) -> None:
    create_sqlite_file(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    looks: list[float] = []

    def now() -> float:
        """The clock is read a second time only after a lock error."""
        looks.append(0)
        if len(looks) == 2:
            other.execute("ROLLBACK")
        return 0

    with closing(other), closing(SqliteFile(path, now=now).connect()) as connection:
        assert not connection.in_transaction

    assert len(looks) > 1


def test_opening_a_file_fails_if_its_journal_mode_stays_locked(path: Path) -> None:
    create_sqlite_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        clock = itertools.count()

        with pytest.raises(StoreBusy, match="try again"):
            SqliteFile(path, busy_seconds=0, now=lambda: next(clock)).connect()


def test_an_old_library_rejects_a_write_ahead_log_in_use_by_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA journal_mode=wal")
    other.execute("CREATE TABLE alembic_version (version_num TEXT)")

    with pytest.raises(StoreBusy):
        SqliteFile(path, busy_seconds=0.01).connect()

    other.close()


def test_a_filesystem_without_shared_memory_uses_a_rollback_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda place, **how: connect(f"{place}&vfs=unix-dotfile", **how))
    SqliteFile(path).create()

    connection = SqliteFile(path).connect()

    assert connection.execute("PRAGMA journal_mode").fetchone() == ("persist",)
    connection.close()


def test_a_filesystem_that_cannot_store_the_journal_is_rejected(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A database in memory has a journal of its own kind, as some file systems do.
    in_memory = sqlite3.connect(":memory:")
    monkeypatch.setattr(sqlite3, "connect", lambda *_, **__: in_memory)

    with pytest.raises(StoreBusy, match="the journal mode is 'memory'"):
        SqliteFile(path).connect()

    in_memory.close()


def test_a_disk_error_while_creating_the_file_raises_a_store_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)

    with pytest.raises(StoreError, match="cannot be created: Input/output error"):
        SqliteFile(path.with_name("new.db")).create()


def test_a_path_where_no_file_can_be_created_is_reported(path: Path) -> None:
    path.write_text("no folder")

    with pytest.raises(
        StoreError, match=r"x\.db: the database cannot be created: Not a directory\. Choose a writable folder"
    ):
        SqliteFile(path / "deeper" / "x.db").create()


def test_a_file_is_created_even_if_its_folder_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "desk.db"
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(os, "name", "nt")
        sqlite_file._sync_folder(tmp_path)  # noqa: SLF001 - nothing else can run on a foreign system
    create_sqlite_file(path)

    assert path.exists()
