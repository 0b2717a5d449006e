"""A PostgreSQL server that can be hurt: whose processes are known, and which comes back."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.desk.postgres_server import PostgresServer, binaries


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
