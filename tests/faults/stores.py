"""Desks on either database, without a limit for open questions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from choice.desk import Desk
from choice.desk.postgres.store import open_postgres_store
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store


@asynccontextmanager
async def desk_at(url: str) -> AsyncIterator[Desk]:
    """Open the desk at a URL."""
    if url.startswith("sqlite:"):
        path = Path(url.removeprefix("sqlite:///"))
        create_sqlite_file(path)
        store = await open_sqlite_store(path, most_open=None)
    else:
        store = await open_postgres_store(url, most_open=None)
    async with Desk(store) as desk:
        yield desk
