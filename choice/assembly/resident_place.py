"""Where the server that all agents of a user share is found, and how it is started: once, whoever wants it.

A file in the data directory, readable by its owner alone, names the server's socket. Whoever starts or stops
a server locks that file meanwhile. The standard library alone is used: every agent's front looks here first.
"""

import contextlib
import json
import os
import select
import socket
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_WORD_SECONDS = 5.0
_START_SECONDS = 30.0
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class NoResident(OSError):
    """There is no shared server, and none can be started."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"The shared server cannot be used: {reason}.")


@dataclass(frozen=True, slots=True)
class ResidentPlace:
    """The place of one server: that of a version, a user and their settings."""

    file: Path
    folder: Path
    """Where the server works; the settings may name files there."""
    variables: Mapping[str, str]
    version: str

    def connected(self, about: Mapping[str, Any]) -> socket.socket:
        """Return a line to the server, which was told what it is about; start the server where none answers.

        Raises:
            NoResident: There is none, and none can be started.
        """
        found = self.line(about)
        if found is not None:
            return found
        try:
            with self.locked() as file:
                # Somebody else may have started one while we waited for our turn.
                found = self.line(about)
                if found is None:
                    self._start(file)
                    found = self.line(about)
        except OSError as error:
            raise NoResident(error) from error
        if found is None:
            reason = "it does not answer"
            raise NoResident(reason)
        return found

    @contextlib.contextmanager
    def locked(self, *, waits: bool = True) -> Iterator[int]:
        """Hold the file alone; nobody starts or stops a server meanwhile.

        Raises:
            OSError: The file cannot be used; `BlockingIOError` if somebody holds it and we do not wait.
        """
        import fcntl  # noqa: PLC0415 - not on every system

        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            os.fchmod(opened, 0o600)
            fcntl.flock(opened, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield opened
        finally:
            os.close(opened)

    def line(self, about: Mapping[str, Any]) -> socket.socket | None:
        """Return a line to a server that is alive, or None."""
        address = self.address()
        if address is None:
            return None
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.settimeout(_WORD_SECONDS)
            line.connect(address)
            line.sendall(json.dumps(about).encode() + b"\n")
            # One byte at a time: what follows its word belongs to whoever reads next.
            word = bytearray()
            while not word.endswith(b"\n"):
                word += line.recv(1) or b"\n"
            if json.loads(word) == {"choicewire": self.version}:
                line.settimeout(None)
                return line
        except (OSError, ValueError):
            line.close()
            return None
        line.close()
        return None

    def address(self) -> str | None:
        """Return the socket that the file names, if the file is ours alone."""
        try:
            with open(self.file, "rb", opener=_not_followed) as file:
                found = os.fstat(file.fileno())
                if found.st_uid != os.geteuid() or found.st_mode & _OTHERS:
                    return None
                said = json.loads(file.read() or b"{}")
        except (OSError, ValueError):
            return None
        address = said.get("socket") if isinstance(said, dict) else None
        return address if isinstance(address, str) else None

    def _start(self, file: int) -> None:
        """Start a server and wait for its word; write into the file where it is."""
        self._remove_dead()
        told, tells = os.pipe()
        log = str(self.file.with_suffix(".log"))
        server = ("-P", "-m", "choice.assembly.resident_process", str(self.file), str(self.folder))
        command = [sys.executable, *server]
        files = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, tells, 1),
            (os.POSIX_SPAWN_OPEN, 2, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        ]
        try:
            started = os.posix_spawn(sys.executable, command, self.variables, file_actions=files)
        finally:
            os.close(tells)
        # It goes on as a child of nobody: it outlives whoever started it.
        os.waitpid(started, 0)
        with os.fdopen(told, "rb") as word:
            ready, _, _ = select.select([word], [], [], _START_SECONDS)
            said = word.readline() if ready else b""
        if not said:
            message = f"it did not start; {log} says why"
            raise OSError(message)
        os.ftruncate(file, 0)
        os.pwrite(file, said, 0)

    def _remove_dead(self) -> None:
        """Remove the socket of a server that was killed."""
        address = self.address()
        if address is not None and stat.S_ISSOCK(Path(address).lstat().st_mode):
            Path(address).unlink()

    def forget(self, address: str) -> bool:
        """Say that the server at an address stops; False if somebody is just about to need it."""
        try:
            with self.locked(waits=False) as file:
                if self.address() == address:
                    os.ftruncate(file, 0)
        except BlockingIOError:
            return False
        except OSError:
            return True  # The file is gone, with all its folder perhaps: nobody finds us there.
        return True


def _not_followed(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)
