"""Folders with the databases that workloads start with."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from tests.faults.children import scratch

START_STATES = ("nothing", "an empty database")
READY = START_STATES.index("an empty database")


@contextmanager
def folder() -> Iterator[Path]:
    """Create a folder and remove it at the end."""
    made = Path(tempfile.mkdtemp(prefix="faults", dir=scratch()))
    try:
        yield made
    finally:
        shutil.rmtree(made)


@contextmanager
def start_folder(number: int) -> Iterator[Path]:
    """Create a folder with a start state, in turn: no file, or an empty database."""
    with folder() as made:
        if START_STATES[number % len(START_STATES)] == "an empty database":
            asyncio.run(_open_once(made / "desk.db"))
        yield made


@contextmanager
def copy_of(original: Path) -> Iterator[Path]:
    """Copy a folder for one point."""
    with folder() as made:
        shutil.copytree(original, made, dirs_exist_ok=True)
        yield made


async def _open_once(path: Path) -> None:
    create_sqlite_file(path)
    await (await open_sqlite_store(path)).close()
