"""The seam for hints that something changed, and the way to give them inside one process."""

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

from choice.answers import Outcome

Hint = Callable[[], None]
"""Is called on the loop when something may have changed."""
Ended = Callable[[str], None]
"""Is called on the loop with the id of an interaction that may have ended."""


def not_told(_interaction_id: str) -> None:
    """Do nothing: for those to whom it does not matter which interaction has ended."""


class Wakeups(Protocol):
    """Carries hints between the desks of one store. A hint may be lost or doubled: the store is the truth."""

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:
        """Call `hint` whenever another desk tells of a change; before that `ended`, if it says what ended."""
        ...

    def tell(self) -> None:
        """Tell the other desks that something was committed. Never waits, never fails."""
        ...

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]] | None:
        """Read, where hints are heard, how interactions ended; None where only the store can say."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


class LocalWakeups:
    """Hints between desks of one process; give the same `board` to all of them."""

    def __init__(self, board: set[Hint] | None = None) -> None:
        self._board = set() if board is None else board
        self._mine: Hint | None = None

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:  # noqa: ARG002 - nobody says it here
        """Listen on the board."""
        self._mine = hint
        self._board.add(hint)

    def tell(self) -> None:
        """Call the others on the board."""
        for hint in self._board:
            if hint is not self._mine:
                hint()

    async def outcomes(self, interaction_ids: Sequence[str]) -> None:
        """Leave it to the store."""

    async def close(self) -> None:
        """Leave the board."""
        if self._mine is not None:
            self._board.discard(self._mine)


logger = logging.getLogger(__name__)

_GONE = (ConnectionRefusedError, FileNotFoundError)
_TRIES = 10


class DatagramWakeups:
    """Each desk has a socket in a folder that belongs to the file; telling sends the others a datagram."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"{secrets.token_hex(8)}.sock"
        self._socket: socket.socket | None = None
        self._loop = asyncio.get_running_loop()
        self._about_to_tell = False

    async def start(self, hint: Hint, ended: Ended = not_told) -> None:  # noqa: ARG002 - nobody says it here
        """Listen on a socket of one's own; where that cannot be, the others are heard a little later."""
        try:
            self._socket = self._bound()
        except OSError as error:
            logger.warning("Changes of other processes are seen late: %s: %s", self._folder, error)
            _remove_if_empty(self._folder, self._folder.parent)
        else:
            self._loop.add_reader(self._socket.fileno(), _received, self._socket, hint)

    def tell(self) -> None:
        """Send a datagram to each of the others, once for all that happens in one turn of the loop."""
        if self._socket is not None and not self._about_to_tell:
            self._about_to_tell = True
            self._loop.call_soon(self._send)

    async def outcomes(self, interaction_ids: Sequence[str]) -> None:
        """Leave it to the store."""

    async def close(self) -> None:
        """Stop listening; remove the socket, and the folders unless other processes use them."""
        if self._socket is not None:
            self._send()
            self._loop.remove_reader(self._socket.fileno())
            self._socket.close()
            self._socket = None
            self._path.unlink(missing_ok=True)
            _remove_if_empty(self._folder, self._folder.parent)

    def _bound(self) -> socket.socket:
        """Return a socket in the folder, which another process may remove while it is made."""
        for _ in range(_TRIES):
            with contextlib.suppress(FileNotFoundError):
                return self._bound_once()
        return self._bound_once()

    def _bound_once(self) -> socket.socket:
        _make_private(self._folder.parent)
        _make_private(self._folder)
        own = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        own.setblocking(False)  # noqa: FBT003 - the socket's own interface
        try:
            own.bind(str(self._path))
        except OSError:
            own.close()
            raise
        return own

    def _send(self) -> None:
        self._about_to_tell = False
        if self._socket is None:
            return
        for name in os.listdir(self._folder):  # noqa: PTH208 - names are all it takes
            if name == self._path.name:
                continue
            try:
                self._socket.sendto(b"", str(self._folder / name))
            except _GONE:
                # Its process died without a word; the next one to start must not find its socket.
                (self._folder / name).unlink(missing_ok=True)
            except BlockingIOError:
                continue  # Hints enough are waiting there already.


def _received(own: socket.socket, hint: Hint) -> None:
    with contextlib.suppress(BlockingIOError):
        while True:
            own.recv(1)
    hint()


def folder_for(database: Path, base: Path) -> Path:
    """Return the folder for the sockets of a database, the same for all processes of a user."""
    found = database.stat()
    return base / f"choicewire-{os.getuid()}" / f"{found.st_dev:x}-{found.st_ino:x}"


def _remove_if_empty(*folders: Path) -> None:
    """Remove folders, the innermost first, up to one that is not empty."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def _make_private(folder: Path) -> None:
    """Make a folder that is ours alone, or make sure that it is.

    Raises:
        PermissionError: It is somebody else's, or open to others.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        message = "this folder should be ours alone, and is not; remove it"
        raise PermissionError(message)
