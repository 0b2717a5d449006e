"""PostgreSQL server for tests, in a temporary folder, run by an unprivileged user."""

import asyncio
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from choice.desk.sql.schema import upgrade

_PLACES = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")


ORDINARY = "ordinary"
"""Owner of the databases, not a superuser."""


def binaries() -> Path | None:
    """Return the folder of the newest server programs, or None."""
    found = [Path(place) for pattern in _PLACES for place in Path("/").glob(pattern[1:])]
    with_server = [folder for folder in found if (folder / "initdb").exists()]
    return max(with_server, key=lambda folder: folder.parent.name, default=None)


class PostgresServer:
    """A PostgreSQL server that creates empty databases."""

    def __init__(self, programs: Path, base: Path | None = None) -> None:
        self._programs = programs
        # The path of a socket is short by law, and pytest's folders are not.
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir=base))
        self._output = self.folder.with_suffix(".out")
        self._user = _unprivileged()
        self._options = ""
        self._migrated: str | None = None
        if self._user:
            shutil.chown(self.folder, self._user)

    def start(self, options: str = "") -> None:
        self._options = f"-c listen_addresses='' -k {self.folder} {options}"
        data = self.folder / "data"
        self._call(
            "initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"
        )
        self.resume()
        self._call("createuser", "-h", str(self.folder), "-U", "postgres", ORDINARY)

    def resume(self) -> None:
        log = self.folder / "log"
        self._call(
            "pg_ctl", "-w", "-D", str(self.folder / "data"), "-l", str(log), "-o", self._options, "start"
        )

    def stop(self, mode: str = "fast") -> None:
        self._call("pg_ctl", "-w", "-D", str(self.folder / "data"), "-m", mode, "stop")

    def new_database(self) -> str:
        """Create an empty database owned by an ordinary user, to whom row-level security applies."""
        return self._made("template1")

    def new_desk(self) -> str:
        """Create a database with empty tables, copied from a template because migrating is slower."""
        if self._migrated is None:
            url = self.new_database()
            asyncio.run(migrated(url))
            self._migrated = sa.make_url(url).database
        return self._made(str(self._migrated))

    def _made(self, template: str) -> str:
        name = f"desk_{secrets.token_hex(4)}"
        self._call("createdb", "-h", str(self.folder), "-U", "postgres", "-O", ORDINARY, "-T", template, name)
        return f"postgresql://{ORDINARY}@/{name}?host={self.folder}"

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)
        self._output.unlink()

    def _call(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if self._user:
            command = ["setpriv", f"--reuid={self._user}", "--clear-groups", *command]
        # pg_ctl leaves the server running with these files open, so they are no pipes.
        with self._output.open("w+") as output:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/"
            )
            output.seek(0)
            assert done.returncode == 0, output.read()


def _unprivileged() -> str | None:
    """Return the user to run the server as if the tests run as root."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


async def migrated(url: str) -> None:
    """Create the tables in a database."""
    engine = create_async_engine(sa.make_url(url).set(drivername="postgresql+asyncpg"))
    async with engine.begin() as connection:
        await connection.run_sync(lambda one: upgrade(one, url))
    await engine.dispose()


def started() -> PostgresServer:
    """Start a server without fsync, or skip the test if PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    server = PostgresServer(programs)
    server.start("-F")
    return server
