"""Process liveness: each process holds a lock on a file, so that others on this machine detect its death."""

import contextlib
import hashlib
import logging
import os
import platform
import secrets
from pathlib import Path
from typing import Self

try:
    import fcntl

    _HAS_LOCKS = True
except ImportError:  # Windows: a dead process is only detected when its leases expire.
    _HAS_LOCKS = False

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

logger = logging.getLogger(__name__)


def lock_folder(database_url: str, data_dir: Path) -> Path:
    """Return the folder for the lock files of all processes that use a database and a data directory.

    Each machine has its own folder, because not all file systems support locks across machines.
    """
    machine = _BOOT_ID.read_text("ascii") if _BOOT_ID.exists() else platform.node()
    return data_dir / "processes" / hashlib.sha256(f"{machine}\n{database_url}".encode()).hexdigest()[:16]


class ProcessLock:
    """The lock file of this process. The operating system releases the lock when the process ends.

    Without a folder or without support for locks, it provides only a name and detects no dead processes.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.name = secrets.token_hex(8)
        self._folder = folder if _HAS_LOCKS else None
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        """Create and lock the file."""
        if self._folder is not None:
            try:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._descriptor = self._create(self._folder / self.name)
            except OSError as error:
                logger.warning(
                    "Cannot lock a file in %s, so crashes are detected only when leases expire: %s",
                    self._folder,
                    error,
                )
        return self

    def __exit__(self, *_error: object) -> None:
        """Remove the file and release the lock."""
        if self._descriptor is not None and self._folder is not None:
            (self._folder / self.name).unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None

    def dead_processes(self) -> list[str]:
        """Return the names of processes that ended without removing their lock file."""
        if self._descriptor is None or self._folder is None:
            return []
        others = [path for path in self._folder.iterdir() if path.name != self.name and not path.suffix]
        return [path.name for path in others if not _is_locked(path)]

    def remove(self, name: str) -> None:
        """Remove the file of a dead process, after its conversations were taken over."""
        if self._folder is not None:
            (self._folder / name).unlink(missing_ok=True)

    def _create(self, path: Path) -> int:
        """Create a file that is locked before other processes can see it."""
        draft = path.with_suffix(".new")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            draft.rename(path)
        except OSError:
            os.close(descriptor)
            draft.unlink(missing_ok=True)
            raise
        return descriptor


def _is_locked(path: Path) -> bool:
    """Return whether a file is locked. A file that cannot be opened counts as locked."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return True
    try:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return False
        return True
    finally:
        os.close(descriptor)
