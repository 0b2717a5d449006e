"""Open a desk, a store or a database by URL, by default the one in the settings."""

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, unquote, urlsplit

from choice.assembly.environment import environment_settings
from choice.assembly.local import preferences_file
from choice.clock import Clock, SystemClock
from choice.desk import (
    DEFAULT_DURATION,
    Asker,
    Audience,
    DatagramWakeups,
    DefaultDuration,
    Desk,
    LocalWakeups,
    MemoryStore,
    Store,
    Wakeups,
    folder_for,
)
from choice.errors import InvalidSetting, MissingExtra
from choice.local import LOCAL_TENANT, local_user
from choice.settings import Settings

if TYPE_CHECKING:
    from choice.desk.sql.transaction import Database

_DATABASE = "CHOICE_DATABASE_URL"
_POSTGRESQL = "A desk on PostgreSQL"


@asynccontextmanager
async def open_desk(url: str | None = None, *, clock: Clock | None = None) -> AsyncIterator[Desk]:
    """Open the desk at a URL, by default the one in the settings.

    The file of `sqlite:///file.db` is created on first use, except with `?mode=rw`. The database of
    `postgresql://…` must exist. A `memory:` desk is lost when the process ends. `clock` is for tests;
    PostgreSQL uses the clock of its server.

    Raises:
        StoreError: The database cannot be used.
        MissingExtra: The packages for this kind of database are not installed.
        InvalidSetting: The URL or a setting is invalid.
    """
    settings = environment_settings()
    store, wakeups = await open_store(url or settings.database_url, settings, clock)
    await purge_old(store, settings)
    duration = default_duration(settings) if url is None else lambda _asker, _audience: DEFAULT_DURATION
    async with Desk(store, wakeups, default_duration=duration) as desk:
        yield desk


def default_duration(settings: Settings) -> DefaultDuration:
    """Return the default timeouts: the local user's preference for questions of the local tenant.

    Questions that name other users or roles, and those of other tenants, have the constant default.
    """
    preferences, me = preferences_file(settings), Audience(users=(local_user(),))

    def duration(asker: Asker, audience: Audience) -> timedelta:
        is_mine = asker.tenant == LOCAL_TENANT and (audience.is_anyone or audience == me)
        return timedelta(seconds=preferences.read().timeout_seconds) if is_mine else DEFAULT_DURATION

    return duration


async def purge_old(store: Store, settings: Settings) -> None:
    """Delete records older than the retention period of the settings."""
    if settings.retention_days is not None:
        await store.purge(store.now() - timedelta(days=settings.retention_days))


@asynccontextmanager
async def open_existing_store(url: str | None = None) -> AsyncIterator[Store]:
    """Open an existing store. A missing SQLite file is not created.

    Raises:
        StoreError: The store does not exist or cannot be used.
    """
    settings = environment_settings()
    store_url = url or settings.database_url
    if store_url.startswith("sqlite:") and "?" not in store_url:
        store_url += "?mode=rw"
    store, _wakeups = await open_store(store_url, settings)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_database(url: str | None = None) -> AsyncIterator["Database"]:
    """Open the database of a desk, for other tables in the same database.

    Raises:
        StoreError: The database cannot be used.
        InvalidSetting: The URL is for a store without a database, such as `memory:`.
    """
    settings = environment_settings()
    store, _wakeups = await open_store(url or settings.database_url, settings)
    try:
        yield database_of(store)
    finally:
        await store.close()


def database_of(store: Store) -> "Database":
    """Return the database of a store.

    Raises:
        InvalidSetting: The store is in memory.
    """
    database: Database | None = getattr(store, "database", None)
    if database is None:
        raise InvalidSetting(_DATABASE, "must start with sqlite: or postgresql: here; memory: has no tables.")
    return database


async def open_store(url: str, settings: Settings, clock: Clock | None = None) -> tuple[Store, Wakeups]:
    """Open the store at a URL, and the wake-ups between its processes."""
    scheme = url.partition(":")[0]
    if scheme == "memory":
        return MemoryStore(clock or SystemClock(), settings.most_open, settings.most_queued), LocalWakeups()
    if scheme == "sqlite":
        return await _open_sqlite(url, settings, clock)
    if scheme in {"postgresql", "postgres"}:
        return await _open_postgres(url, settings)
    raise InvalidSetting(_DATABASE, f"must start with sqlite:, postgresql: or memory:, not {scheme!r}.")


async def _open_sqlite(url: str, settings: Settings, clock: Clock | None) -> tuple[Store, Wakeups]:
    from choice.desk.sqlite.store import (  # noqa: PLC0415 - slow to import, and not needed for PostgreSQL
        create_sqlite_file,
        open_sqlite_store,
    )

    parts = urlsplit(url)
    path = Path(unquote(parts.path).removeprefix("/"))
    if not path.name:
        raise InvalidSetting(_DATABASE, "must name a file: sqlite:///relative.db or sqlite:////absolute.db.")
    if parse_qs(parts.query).get("mode") != ["rw"]:
        create_sqlite_file(path)
    store = await open_sqlite_store(
        path, most_open=settings.most_open, most_queued=settings.most_queued, clock=clock
    )
    return store, _local_wakeups(path)


def _local_wakeups(path: Path) -> Wakeups:
    """Return wake-ups between processes on POSIX systems, else within this process only."""
    if os.name != "posix":
        return LocalWakeups()
    base = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    return DatagramWakeups(folder_for(path, base))


async def _open_postgres(url: str, settings: Settings) -> tuple[Store, Wakeups]:
    try:
        from choice.desk.postgres.store import PostgresWakeups, open_postgres_store  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_POSTGRESQL, extra="postgres") from error
    store = await open_postgres_store(url, most_open=settings.most_open, most_queued=settings.most_queued)
    return store, PostgresWakeups(url)
