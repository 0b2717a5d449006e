"""Create and open a SQLite file with full durability, and detect that it was removed or replaced."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from choice.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreMissing,
    StoreReadOnly,
    StoreReplaced,
)

if TYPE_CHECKING:
    import sqlite3 as sqlite3  # noqa: PLC0414 - re-exported

    HAS_PYSQLITE3 = True
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3

        HAS_PYSQLITE3 = True
    except ImportError:  # No wheel for this platform; Python's own library may be older.
        import sqlite3

        HAS_PYSQLITE3 = False


def register_adapters() -> None:
    """Register adapters for None and bytes, so that pysqlite3 does not search for one for each value."""
    if HAS_PYSQLITE3:
        adapters: dict[None, None] = {}
        sqlite3.register_adapter(type(None), adapters.get)
        sqlite3.register_adapter(bytes, bytes)


BUSY_SECONDS = 4.5
"""Lock timeout: how long to wait for other writers."""
_SHORT_TIMEOUT = 0.05
"""The short lock timeout, as a fraction of the full one."""
_RETRY_SECONDS = 0.01
"""Seconds between two attempts to set the journal mode."""

_SAFE_WAL = (3, 51, 3)
"""Older versions can corrupt a write-ahead log that several connections share."""

_MARK = """\
choicewire created the database {name} in this folder. While this file exists, a missing database is an
error. Without this file, choicewire creates a new, empty database.
"""

_PRIMARY_CODE = 0xFF
_MEANING: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "another process has locked the database; try again."),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "another connection has locked the database; try again."),
    sqlite3.SQLITE_FULL: (StoreFull, "the disk is full; nothing was written."),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "the database cannot be written to."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "the database is damaged; restore it from a backup."),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "this file is not an SQLite database."),
    sqlite3.SQLITE_IOERR: (StoreError, "the disk failed to read or write; nothing was written."),
}


class SqliteFile:
    """A database file."""

    def __init__(
        self, path: Path, busy_seconds: float = BUSY_SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.path = path
        self._place = str(path)
        self._busy_seconds = busy_seconds
        self._now = now
        self._identity: tuple[int, int] | None = None
        self._is_filled = False
        self.short_timeout_until = 0.0
        """Monotonic time until which the short lock timeout applies, or 0."""

    @property
    def marker(self) -> Path:
        """The file beside the database that marks it as created."""
        return self.path.with_name(f"{self.path.name}-made")

    def create(self) -> None:
        """Create an empty file that only its owner can read, unless the file exists.

        Raises:
            StoreMissing: The database was removed or emptied.
            StoreError: The file cannot be created.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._create()
        except OSError as error:
            problem = f"the database cannot be created: {error.strerror}. Choose a writable folder."
            raise StoreError(str(self.path), problem) from error

    def _create(self) -> None:
        if self.marker.exists() and not (self.path.exists() and self.path.stat().st_size):
            problem = (
                "the database was removed. "
                f"Restore it, or delete {self.marker.name} beside it to start with an empty database."
            )
            raise StoreMissing(str(self.path), problem)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            _sync_folder(self.path.parent)

    def mark_filled(self) -> None:
        """Create the marker file, if the folder is writable.

        Call this after the tables are durable, so that a power loss cannot leave a marker without tables.
        """
        self._is_filled = True
        with suppress(OSError):  # It exists already, or the folder is read-only.
            handle = os.open(self.marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as marker:
                marker.write(_MARK.format(name=self.path.name))

    def connect(self) -> sqlite3.Connection:
        """Open the file with full sync and a journal mode that is safe with this version of SQLite.

        Raises:
            StoreMissing: The file does not exist.
            StoreError: The file cannot be opened or written.
        """
        if not self.path.exists():
            raise StoreMissing(str(self.path), "the file does not exist.")
        address = f"file:{quote(str(self.path.absolute()))}?mode=rw"
        register_adapters()
        try:
            connection = sqlite3.connect(address, uri=True, timeout=self._busy_seconds, isolation_level=None)
            self._prepare(connection)
        except sqlite3.Error as error:
            raise self.store_error(error) from error
        found = self.path.stat()
        self._identity = (found.st_dev, found.st_ino)
        return connection

    def check(self) -> None:
        """Check that the file is still the one that was opened.

        Raises:
            StoreMissing: The file was removed or emptied.
            StoreReplaced: Another file has the same path.
        """
        try:
            found = os.stat(self._place)  # noqa: PTH116 - Path.stat is slower, and this runs twice per transaction
        except FileNotFoundError:
            raise StoreMissing(str(self.path), "the database was removed while in use; restore it.") from None
        if self._is_filled and not found.st_size:
            raise StoreMissing(str(self.path), "the database was emptied while in use; restore it.")
        if (found.st_dev, found.st_ino) != self._identity:
            raise StoreReplaced(
                str(self.path), "the database file was replaced while in use; restart to use the new one."
            )

    def shorten_timeout(self, connection: sqlite3.Connection) -> None:
        """Use the short lock timeout for a while, so that queued callers do not wait one after another."""
        self.short_timeout_until = self._now() + self._busy_seconds
        self._set_timeout(connection, self._busy_seconds * _SHORT_TIMEOUT)

    def restore_timeout(self, connection: sqlite3.Connection) -> None:
        """Use the full lock timeout again if the period of the short one has ended."""
        if self._now() > self.short_timeout_until:
            self.short_timeout_until = 0.0
            self._set_timeout(connection, self._busy_seconds)

    def _set_timeout(self, connection: sqlite3.Connection, seconds: float) -> None:
        connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    def store_error(self, error: sqlite3.Error) -> StoreError:
        """Return the StoreError for an error of SQLite."""
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code == sqlite3.SQLITE_CANTOPEN:
            return self._not_opened()
        kind, problem = _MEANING.get(code, (StoreError, f"SQLite failed: {error}"))
        return kind(str(self.path), problem)

    def _not_opened(self) -> StoreError:
        """Return the reason why the file cannot be opened. SQLite does not report the reason."""
        if self.path.is_dir():
            return StoreMissing(self._place, "this is a folder; give the path of a file.")
        if self.path.exists() and not (_is_writable(self.path) and _is_writable(self.path.parent)):
            return StoreReadOnly(self._place, "the database or its folder is not writable.")
        return StoreMissing(self._place, "the database cannot be opened.")

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self._set_journal(connection)
        connection.execute("PRAGMA synchronous=FULL")
        # Opening a read-only file succeeds; only taking the write lock fails.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")

    def _set_journal(self, connection: sqlite3.Connection) -> None:
        """Use a write-ahead log if it is safe and the file system supports shared memory."""
        mode, wanted = "", "persist"
        for wanted in ("wal", "persist") if sqlite3.sqlite_version_info >= _SAFE_WAL else ("persist",):
            mode = self._request_journal_mode(wanted, connection)
            if mode == wanted:
                return
        problem = f"the journal mode is {mode!r} and cannot be set to {wanted!r} while others use the file."
        raise StoreBusy(str(self.path), problem)

    def _request_journal_mode(self, wanted: str, connection: sqlite3.Connection) -> str:
        """Set the journal mode and return the actual one. Retry while other connections open the file.

        SQLite reports BUSY at once here, without waiting for the lock timeout.
        """
        until = self._now() + self._busy_seconds
        while True:
            try:
                (mode,) = connection.execute(f"PRAGMA journal_mode={wanted}").fetchone()
            except sqlite3.OperationalError as error:
                if not isinstance(self.store_error(error), StoreBusy) or self._now() > until:
                    raise
                time.sleep(_RETRY_SECONDS)
            else:
                return str(mode)


def _is_writable(place: Path) -> bool:
    return os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _sync_folder(folder: Path) -> None:
    """Make a new directory entry durable."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
