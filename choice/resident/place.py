"""Find or start the shared local server. Each version, user and set of settings has exactly one.

A lock file in the data directory contains the address of the server's socket; only its owner can read it. A
process holds the lock while it starts or stops a server. This module imports only the standard library,
because every MCP client waits until it is loaded.
"""

import contextlib
import hashlib
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

from choice.settings import Settings

if sys.platform != "win32":
    import fcntl

TEMPORARY_FOLDER = "choicewire-"
"""Prefix of the directory for a socket whose path would be too long in the data directory."""
_HELLO_SECONDS = 5.0
_START_SECONDS = 30.0
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_PREFIXES = ("CHOICE_", "OPENAI_", "ANTHROPIC_", "SLACK_", "OTEL_")
_PATHS = ("CHOICE_DATA_DIR", "CHOICE_JWT_PUBLIC_KEY")
# Disable the garbage collector during the imports, where it takes a tenth of the start-up time.
_PROGRAM = "import gc; gc.disable(); from choice.resident.server import main; main()"


class NoResident(OSError):
    """No shared server is running, and none can be started."""

    def __init__(self, reason: object) -> None:
        super().__init__(f"The shared server cannot be used: {reason}.")


@dataclass(frozen=True, slots=True)
class ResidentPlace:
    """Lock file, directory and environment of the server for one version, user and set of settings."""

    file: Path
    folder: Path
    """Working directory of the server. Settings may name files relative to it."""
    variables: Mapping[str, str]
    version: str

    def connect_or_start(self, hello: Mapping[str, Any]) -> socket.socket:
        """Connect to the server and send `hello`. Start the server if none answers.

        Raises:
            NoResident: No server answers, and none can be started.
        """
        found = self.connect(hello)
        if found is not None:
            return found
        try:
            with self.locked() as file:
                # Another process may have started a server while this one waited for the lock.
                found = self.connect(hello)
                if found is None:
                    self._start(file)
                    found = self.connect(hello)
        except OSError as error:
            raise NoResident(error) from error
        if found is None:
            reason = "it does not answer"
            raise NoResident(reason)
        return found

    def connect(self, hello: Mapping[str, Any]) -> socket.socket | None:
        """Connect to a running server and send `hello`. Return None if no server answers."""
        address = self.address()
        if address is None:
            return None
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.settimeout(_HELLO_SECONDS)
            line.connect(address)
            line.sendall(json.dumps(hello).encode() + b"\n")
            # Read byte by byte: the data after the greeting belongs to the next reader.
            greeting = bytearray()
            while not greeting.endswith(b"\n"):
                greeting += line.recv(1) or b"\n"
            if json.loads(greeting) == {"choicewire": self.version}:
                line.settimeout(None)
                return line
        except (OSError, ValueError):
            line.close()
            return None
        line.close()
        return None

    @contextlib.contextmanager
    def locked(self, *, waits: bool = True) -> Iterator[int]:
        """Lock the file within the block, so that no other process starts or stops a server.

        Raises:
            OSError: The file cannot be used; `BlockingIOError` if it is locked and `waits` is false.
        """
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            os.fchmod(opened, 0o600)
            fcntl.flock(opened, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield opened
        finally:
            os.close(opened)

    def address(self) -> str | None:
        """Return the socket address in the file, or None if the file is missing, invalid or not private."""
        try:
            with open(self.file, "rb", opener=_open_without_links) as file:
                found = os.fstat(file.fileno())
                if found.st_uid != os.geteuid() or found.st_mode & _OTHERS:
                    return None
                content = json.loads(file.read() or b"{}")
        except (OSError, ValueError):
            return None
        address = content.get("socket") if isinstance(content, dict) else None
        return address if isinstance(address, str) else None

    def forget(self, address: str) -> bool:
        """Remove the address of a stopping server from the file.

        Return False if the file is locked, because a client may be about to connect.
        """
        try:
            with self.locked(waits=False) as file:
                if self.address() == address:
                    os.ftruncate(file, 0)
        except BlockingIOError:
            return False
        except OSError:
            return True  # The file or its directory was deleted, so no client can find the server.
        return True

    def _start(self, file: int) -> None:
        """Start a server, wait until it listens, and write its address into the file."""
        left_behind = self.address()
        if left_behind is not None:
            remove_socket(left_behind)  # The server was killed.
        ready, signals_ready = os.pipe()
        log = str(self.file.with_suffix(".log"))
        command = [sys.executable, "-P", "-c", _PROGRAM, str(self.file), str(self.folder)]
        files = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, signals_ready, 1),
            (os.POSIX_SPAWN_OPEN, 2, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        ]
        try:
            started = os.posix_spawn(sys.executable, command, self.variables, file_actions=files)
        finally:
            os.close(signals_ready)
        # The server forks once more, so that it outlives the process that started it.
        os.waitpid(started, 0)
        with os.fdopen(ready, "rb") as pipe:
            readable, _, _ = select.select([pipe], [], [], _START_SECONDS)
            content = pipe.readline() if readable else b""
        if not content:
            message = f"it did not start; see {log}"
            raise OSError(message)
        os.ftruncate(file, 0)
        os.pwrite(file, content, 0)


def resident_place(
    settings: Settings, variables: Mapping[str, str], here: Path, version: str
) -> ResidentPlace:
    """Return the place of the server for these settings.

    Processes with equal settings share a server. If the settings depend on the working directory, that
    directory has its own server.
    """
    data_dir = settings.data_dir.absolute()
    kept = {name: value for name, value in variables.items() if name.startswith(_PREFIXES)}
    folder = here if _depends_on_folder(kept) else data_dir
    known = json.dumps([version, str(Path(__file__).parent), sorted(kept.items()), str(folder)])
    name = hashlib.sha256(known.encode()).hexdigest()[:16]
    return ResidentPlace(data_dir / f"resident-{name}.lock", folder, variables, version)


def remove_socket(address: str) -> None:
    """Remove the socket of a server, and its temporary directory if it has one."""
    path = Path(address)
    if path.is_socket():
        path.unlink()
    if path.parent.name.startswith(TEMPORARY_FOLDER):
        with contextlib.suppress(OSError):  # The directory does not exist or contains other files.
            path.parent.rmdir()


def _depends_on_folder(variables: Mapping[str, str]) -> bool:
    """Return whether the settings would be different in another directory."""
    paths = [variables[name] for name in _PATHS if variables.get(name)]
    database = variables.get("CHOICE_DATABASE_URL", "")
    is_relative = database.startswith("sqlite:///") and not database.startswith("sqlite:////")
    return is_relative or any(not path.startswith("/") for path in paths)


def _open_without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)
