"""Wake-ups between desks of one store: the protocol, and implementations for one process and one machine."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from choice.models import Outcome

OnChange = Callable[[], None]
"""Called on the event loop when the store may have changed."""
OnEnded = Callable[[str], None]
"""Called on the event loop with the id of an interaction that may have ended."""

logger = logging.getLogger(__name__)

_STALE_SOCKET = (ConnectionRefusedError, FileNotFoundError)
_TRIES = 10


def ignore_ended(_interaction_id: str) -> None:
    """Do nothing: the default for `on_ended`."""


class Wakeups(Protocol):
    """Notifies the other desks of a store. A wake-up may be lost or duplicated, because desks poll anyway."""

    async def start(self, on_change: OnChange, on_ended: OnEnded = ignore_ended, /) -> None:
        """Call `on_change` after changes of other desks. Call `on_ended` first if an id is known."""
        ...

    def notify(self) -> None:
        """Notify the other desks of a commit, without blocking or raising."""
        ...

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]] | None:
        """Load outcomes on the listening connection; return None if the store has to load them."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


class LocalWakeups:
    """Wake-ups between desks of one process that share a `board`."""

    def __init__(self, board: set[OnChange] | None = None) -> None:
        self._board = set() if board is None else board
        self._mine: OnChange | None = None

    async def start(self, on_change: OnChange, _on_ended: OnEnded = ignore_ended, /) -> None:
        """Add the callback to the board."""
        self._mine = on_change
        self._board.add(on_change)

    def notify(self) -> None:
        """Call the other desks on the board."""
        for on_change in self._board:
            if on_change is not self._mine:
                on_change()

    async def outcomes(self, interaction_ids: Sequence[str]) -> None:
        """Return None: the store has to load them."""

    async def close(self) -> None:
        """Remove the callback from the board."""
        if self._mine is not None:
            self._board.discard(self._mine)


class DatagramWakeups:
    """Wake-ups between processes: each desk has a datagram socket in the folder of the database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"{secrets.token_hex(8)}.sock"
        self._socket: socket.socket | None = None
        self._loop = asyncio.get_running_loop()
        self._is_scheduled = False

    async def start(self, on_change: OnChange, _on_ended: OnEnded = ignore_ended, /) -> None:
        """Create a socket and listen on it. If that fails, only polling finds changes of other processes."""
        try:
            self._socket = self._bound()
        except OSError as error:
            logger.warning("Cannot listen for wake-ups, polling instead: %s: %s", self._folder, error)
            _remove_if_empty(self._folder, self._folder.parent)
        else:
            self._loop.add_reader(self._socket.fileno(), _received, self._socket, on_change)

    def notify(self) -> None:
        """Send a datagram to each other desk, once per iteration of the event loop."""
        if self._socket is not None and not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._send)

    async def outcomes(self, interaction_ids: Sequence[str]) -> None:
        """Return None: the store has to load them."""

    async def close(self) -> None:
        """Stop listening. Remove the socket, and the folders if they are empty."""
        if self._socket is not None:
            self._send()
            self._loop.remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
            self._path.unlink(missing_ok=True)
            _remove_if_empty(self._folder, self._folder.parent)

    def _bound(self) -> socket.socket:
        """Return a bound socket. Retry if another process removes the empty folder at the same time."""
        for _ in range(_TRIES):
            with contextlib.suppress(FileNotFoundError):
                return self._bound_once()
        return self._bound_once()

    def _bound_once(self) -> socket.socket:
        _make_private(self._folder.parent)
        _make_private(self._folder)
        own = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        own.settimeout(0)
        try:
            own.bind(str(self._path))
        except OSError:
            own.close()
            raise
        return own

    def _send(self) -> None:
        self._is_scheduled = False
        if self._socket is None:
            return
        for path in self._folder.iterdir():
            if path == self._path:
                continue
            try:
                self._socket.sendto(b"", str(path))
            except _STALE_SOCKET:
                path.unlink(missing_ok=True)  # The process of this socket crashed.
            except BlockingIOError:
                continue  # The receive buffer is full, so the process has pending wake-ups.


def _received(own: socket.socket, on_change: OnChange) -> None:
    with contextlib.suppress(BlockingIOError):
        while True:
            own.recv(1)
    on_change()


def folder_for(database: Path, base: Path) -> Path:
    """Return the folder for the sockets of a database. It is the same for all processes of a user."""
    found = database.stat()
    return base / f"choicewire-{os.getuid()}" / f"{found.st_dev:x}-{found.st_ino:x}"


def _remove_if_empty(*folders: Path) -> None:
    """Remove folders, innermost first, until one is not empty."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def _make_private(folder: Path) -> None:
    """Create a folder that only this user can access, or check the permissions of an existing folder.

    Raises:
        PermissionError: Another user owns the folder or can access it.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        message = "other users own this folder or can access it; remove it"
        raise PermissionError(message)
