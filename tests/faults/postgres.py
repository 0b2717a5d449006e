"""A PostgreSQL server that can be hurt: its processes are known, and it comes back."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.desk.postgres_server import PostgresServer, binaries

_PATIENCE = 30.0


@contextmanager
def server() -> Iterator[PostgresServer]:
    """Start a server, and remove it at the end."""
    programs = binaries()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed: apt install postgresql")
    started = PostgresServer(programs)
    started.start()
    try:
        yield started
    finally:
        started.remove()


def commit_later(postgres: PostgresServer) -> None:
    """Let a server acknowledge what it has not written: the broken variant."""
    postgres.stop()
    with (postgres.folder / "data" / "postgresql.conf").open("a") as settings:
        settings.write("synchronous_commit = off\nwal_writer_delay = 10s\n")
    postgres.resume()


def postmaster(postgres: PostgresServer) -> int:
    """Return the process that is the parent of all others."""
    return int((postgres.folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def children(parent: int) -> dict[int, str]:
    """Return the processes of a server, and what each is for."""
    found: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(state[1]) == parent:
                found[int(folder.name)] = (folder / "cmdline").read_text().partition("\0")[0]
    return found


def kill(*processes: int) -> None:
    """Kill processes of our own server."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def come_back(postgres: PostgresServer, orphans: list[int]) -> None:
    """Start a server whose postmaster was killed, when its last process is gone; one may still end unseen."""
    until = time.monotonic() + _PATIENCE
    while any(map(_alive, orphans)) and time.monotonic() < until:
        time.sleep(0.01)
    while True:
        try:
            postgres.resume()
        except AssertionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


def _alive(process: int) -> bool:
    with suppress(OSError):
        return (Path(f"/proc/{process}") / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
