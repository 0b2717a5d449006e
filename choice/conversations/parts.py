"""What turns are made of."""

import contextlib
import hashlib
import logging
import os
import platform
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from choice.clock import Clock
from choice.conversations.asking import TermsOf, usual_terms
from choice.conversations.prompt import Prompt
from choice.conversations.store import Conversations
from choice.desk.desk import Desk
from choice.providers.protocol import ModelClient
from choice.sources.protocol import Findings, Source
from choice.stream.splitter import Mode
from choice.telemetry.metrics import Metrics
from choice.telemetry.tracing import NO_TRACING, Tracing

try:
    import fcntl

    _HAS_LOCKS = True
except ImportError:  # On Windows only time tells that a process died.
    _HAS_LOCKS = False

_BOOT = Path("/proc/sys/kernel/random/boot_id")

logger = logging.getLogger(__name__)


def folder_for(database_url: str, data_dir: Path) -> Path:
    """Return the folder that the processes of one database share, if they share their data directory.

    Every machine has its own: not all file systems know of locks that another machine holds.
    """
    machine = _BOOT.read_text("ascii") if _BOOT.exists() else platform.node()
    return data_dir / "processes" / hashlib.sha256(f"{machine}\n{database_url}".encode()).hexdigest()[:16]


class LivingProcess:
    """This process. The system lets go of its lock when it ends, in whatever way.

    Without a folder, or where locks cannot be had, it has a name and knows of nobody's death.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.name = secrets.token_hex(8)
        self._folder = folder if _HAS_LOCKS else None
        self._descriptor: int | None = None

    def __enter__(self) -> Self:
        """Be alive from now on."""
        if self._folder is not None:
            try:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._descriptor = self._locked(self._folder / self.name)
            except OSError as error:
                logger.warning("Others learn late if this process dies: %s: %s", self._folder, error)
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave nothing behind: what was begun is ended."""
        if self._descriptor is not None and self._folder is not None:
            (self._folder / self.name).unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None

    def dead(self) -> list[str]:
        """Return the names of those that died and were not buried."""
        if self._descriptor is None or self._folder is None:
            return []
        others = [path for path in self._folder.iterdir() if path.name != self.name and not path.suffix]
        return [path.name for path in others if not _is_locked(path)]

    def bury(self, name: str) -> None:
        """Forget a dead one, after all that it left was taken up."""
        if self._folder is not None:
            (self._folder / name).unlink(missing_ok=True)

    def _locked(self, path: Path) -> int:
        """Make a file that is locked from the moment on at which others see it."""
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
    """Tell whether somebody holds the lock on a file; one that cannot be opened tells nothing."""
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


IDLE_SECONDS = 30.0
"""How long a model may write nothing."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What turns are made of."""

    desk: Desk
    conversations: Conversations
    model: ModelClient
    source: Source
    clock: Clock
    system_prompt: Callable[[Mode, Findings], Prompt]
    idle_seconds: float = IDLE_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing = NO_TRACING
    process: LivingProcess = field(default_factory=LivingProcess)
    terms: TermsOf = usual_terms
    """Of whom and for how long a conversation asks."""
