"""A PostgreSQL server whose processes can be killed and that can be restarted."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.desk.postgres_server import PostgresServer, binaries
from tests.faults.children import scratch

_PATIENCE = 30.0


@contextmanager
def server(*, durable: bool = True) -> Iterator[PostgresServer]:
    """Start a server with its data in memory, because only processes die, and remove it at the end.

    It need not even be durable where nothing is killed.
    """
    programs = binaries()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed: apt install postgresql")
    started = PostgresServer(programs, scratch())
    started.start("-c max_wal_size=64MB" if durable else "-c max_wal_size=64MB -F")
    try:
        yield started
    finally:
        started.remove()


def commit_later(postgres: PostgresServer) -> None:
    """Let a server acknowledge before it writes: the broken variant."""
    postgres.stop()
    with (postgres.folder / "data" / "postgresql.conf").open("a") as settings:
        settings.write("synchronous_commit = off\nwal_writer_delay = 10s\n")
    postgres.resume()


def postmaster(postgres: PostgresServer) -> int:
    """Return the process id of the postmaster."""
    return int((postgres.folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def children(parent: int) -> dict[int, str]:
    """Return the processes of a server with their roles."""
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
    """Restart a server whose postmaster was killed, once none of its processes runs.

    Whoever adopted them may take seconds to notice their end, and so long their ids are taken: the server
    would refuse to start beside a process that is no more, so the files with its id are removed.
    """
    until = time.monotonic() + _PATIENCE
    while any(map(_alive, orphans)):
        assert time.monotonic() < until, "a process that was killed runs on"
        time.sleep(0.005)
    for named in (postgres.folder / "data" / "postmaster.pid", postgres.folder / ".s.PGSQL.5432.lock"):
        named.unlink(missing_ok=True)
    while True:
        try:
            postgres.resume()
        except AssertionError:  # A process started meanwhile still holds the shared memory.
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _alive(process: int) -> bool:
    with suppress(OSError):
        return (Path(f"/proc/{process}") / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
