"""One SQLite file: made on purpose, opened for full durability, watched so that it is still the same file."""

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
    import sqlite3 as sqlite3  # noqa: PLC0414 - exported under its own name

    BRINGS_ITS_OWN = True
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3

        BRINGS_ITS_OWN = True
    except ImportError:  # There is none for this platform; Python's own may be older.
        import sqlite3

        BRINGS_ITS_OWN = False


def take_values_as_they_are() -> None:
    """Let pysqlite3 take nothing and bytes at once: else it looks in vain for three ways to adapt each."""
    if BRINGS_ITS_OWN:
        known: dict[None, None] = {}
        sqlite3.register_adapter(type(None), known.get)
        sqlite3.register_adapter(bytes, bytes)


BUSY_SECONDS = 4.5
"""How long to wait for others who write to the file."""
_IMPATIENT = 0.05
"""The part of that which is waited where others have just waited in vain."""
_MOMENT = 0.01
"""Seconds between two requests for a journal mode."""

_SAFE_WAL = (3, 51, 3)
"""Older libraries can damage a write-ahead log that several connections share."""

_MARK = """\
choicewire made the database {name} beside this file. While this file is here, a database that is missing
is an error; without it, a new and empty one is made.
"""

_PRIMARY_CODE = 0xFF
_MEANING: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "another process holds the database; try again."),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "another connection holds the database; try again."),
    sqlite3.SQLITE_FULL: (StoreFull, "the disk is full; nothing was written."),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "the database cannot be written to."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "the database is damaged; restore it from a backup."),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "this file is not an SQLite database."),
    sqlite3.SQLITE_IOERR: (StoreError, "the disk failed to read or write; nothing was written."),
}


class SqliteFile:
    """A database file by its path."""

    def __init__(
        self, path: Path, busy_seconds: float = BUSY_SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.path = path
        self._place = str(path)
        self._busy_seconds = busy_seconds
        self._now = now
        self._identity: tuple[int, int] | None = None
        self._is_filled = False
        self._impatient_until = 0.0

    @property
    def marker(self) -> Path:
        """The file beside the database that says that there is one."""
        return self.path.with_name(f"{self.path.name}-made")

    def create(self) -> None:
        """Make an empty file where there has never been one, readable by its owner alone.

        Raises:
            StoreMissing: There was one, and it is gone, or nothing is left in it.
            StoreError: The disk fails, or the place cannot be written to.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._create()
        except OSError as error:
            problem = f"it cannot be made here: {error.strerror}. Name a place that can be written to."
            raise StoreError(str(self.path), problem) from error

    def _create(self) -> None:
        if self.marker.exists() and not (self.path.exists() and self.path.stat().st_size):
            problem = (
                "the database was here and is gone, and no empty one takes its place. "
                f"Put it back; or, to start anew without what it held, remove {self.marker.name} beside it."
            )
            raise StoreMissing(str(self.path), problem)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            _sync_folder(self.path.parent)

    def mark_filled(self) -> None:
        """Say beside the file that it holds a desk, as far as the folder can be written to.

        To be said when its tables are durable: a power loss may take the marker, but never leave it alone.
        """
        self._is_filled = True
        with suppress(OSError):  # It is there already, or nothing can be written here.
            handle = os.open(self.marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as marker:
                marker.write(_MARK.format(name=self.path.name))

    def connect(self) -> sqlite3.Connection:
        """Open the file: full sync, and a journal mode that survives power loss with this library.

        Raises:
            StoreMissing: There is no such file.
            StoreError: The file cannot be used as it must be.
        """
        if not self.path.exists():
            raise StoreMissing(str(self.path), "there is no such file.")
        address = f"file:{quote(str(self.path.absolute()))}?mode=rw"
        take_values_as_they_are()
        try:
            connection = sqlite3.connect(address, uri=True, timeout=self._busy_seconds, isolation_level=None)
            self._prepare(connection)
        except sqlite3.Error as error:
            raise self.meaning(error) from error
        found = self.path.stat()
        self._identity = (found.st_dev, found.st_ino)
        return connection

    def check(self) -> None:
        """Make sure that the file is still the one that was opened.

        Raises:
            StoreMissing: It is gone, or was emptied.
            StoreReplaced: Another file lies in its place.
        """
        try:
            found = os.stat(self._place)  # noqa: PTH116 - before and after every transaction, so it must be quick
        except FileNotFoundError:
            raise StoreMissing(
                str(self.path), "the database was removed while in use; put it back."
            ) from None
        if self._is_filled and not found.st_size:
            raise StoreMissing(str(self.path), "the database was emptied while in use; put it back.")
        if (found.st_dev, found.st_ino) != self._identity:
            raise StoreReplaced(
                str(self.path), "another file was put in the place of the database; start again to use it."
            )

    def be_impatient(self, connection: sqlite3.Connection) -> None:
        """Wait but a moment for those who hold the file, as long as others waited for them in vain."""
        self._impatient_until = self._now() + self._busy_seconds
        self._wait(connection, self._busy_seconds * _IMPATIENT)

    def be_patient(self, connection: sqlite3.Connection) -> None:
        """Wait as usual again, if that was long ago."""
        if self._impatient_until and self._now() > self._impatient_until:
            self._impatient_until = 0.0
            self._wait(connection, self._busy_seconds)

    def _wait(self, connection: sqlite3.Connection, seconds: float) -> None:
        connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    def meaning(self, error: sqlite3.Error) -> StoreError:
        """Return what an error of the library means for the one who asked."""
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        if code == sqlite3.SQLITE_CANTOPEN:
            return self._not_opened()
        kind, problem = _MEANING.get(code, (StoreError, f"SQLite failed: {error}"))
        return kind(str(self.path), problem)

    def _not_opened(self) -> StoreError:
        """Return why the file cannot be opened, which SQLite does not say."""
        if self.path.is_dir():
            return StoreMissing(self._place, "this is a folder; name a file in it.")
        if self.path.exists() and not (_is_writable(self.path) and _is_writable(self.path.parent)):
            return StoreReadOnly(self._place, "the database, or the folder it lies in, cannot be written to.")
        return StoreMissing(self._place, "the database cannot be opened.")

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self._set_journal(connection)
        connection.execute("PRAGMA synchronous=FULL")
        # A read-only file opens without a complaint; asking for the lock finds out.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")

    def _set_journal(self, connection: sqlite3.Connection) -> None:
        """Choose the log where it is safe; where the file system cannot share memory, there is none."""
        mode, wanted = "", "persist"
        for wanted in ("wal", "persist") if sqlite3.sqlite_version_info >= _SAFE_WAL else ("persist",):
            mode = self._mode_after_asking_for(wanted, connection)
            if mode == wanted:
                return
        problem = f"the journal mode is {mode!r} and cannot be set to {wanted!r} while others use the file."
        raise StoreBusy(str(self.path), problem)

    def _mode_after_asking_for(self, wanted: str, connection: sqlite3.Connection) -> str:
        """Return the journal mode; who asks while others begin with the file is refused, and asks again.

        SQLite refuses that at once: no waiting could help one who reads already, as one does who asks this.
        """
        until = self._now() + self._busy_seconds
        while True:
            try:
                (mode,) = connection.execute(f"PRAGMA journal_mode={wanted}").fetchone()
            except sqlite3.OperationalError as error:
                if not isinstance(self.meaning(error), StoreBusy) or self._now() > until:
                    raise
                time.sleep(_MOMENT)
            else:
                return str(mode)


def _is_writable(place: Path) -> bool:
    return os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
