"""Mapping of PostgreSQL errors to StoreErrors."""

import asyncpg
import pytest
import sqlalchemy as sa

from choice.desk.postgres.connections import store_error
from choice.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnavailable
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened
from tests.desk.test_sqlite_file import is_usable


class Failure(Exception):
    """An error of the driver."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("failure")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "expected"),
    [("25006", StoreReadOnly), ("53100", StoreFull), ("53300", StoreBusy), ("57P01", StoreUnavailable)],
)
def test_an_sqlstate_maps_to_a_store_error(state: str, expected: type[StoreError]) -> None:
    error = sa.exc.DBAPIError("SELECT 1", {}, Failure(state))

    assert type(store_error(error, "place")) is expected


def test_an_exhausted_pool_is_busy_and_a_missing_server_is_unavailable() -> None:
    assert isinstance(store_error(sa.exc.TimeoutError(), "place"), StoreBusy)
    assert isinstance(store_error(ConnectionRefusedError(), "place"), StoreUnavailable)
    assert isinstance(store_error(sa.exc.OperationalError("", {}, Failure(None)), "place"), StoreUnavailable)


@pytest.mark.parametrize("error", [asyncpg.InterfaceError("closed"), asyncpg.InternalClientError("busy")])
def test_an_unusable_connection_is_unavailable(error: Exception) -> None:
    assert isinstance(store_error(error, "place"), StoreUnavailable)


def test_a_programming_error_is_not_mapped_to_another_store_error() -> None:
    assert store_error(sa.exc.ProgrammingError("SELECT", {}, Failure("42601")), "place") is None
    assert store_error(asyncpg.DataError("not a number"), "place") is None


async def test_a_read_only_database_raises_store_read_only(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with opened(url):
        pass
    connection = await asyncpg.connect(url)
    name = await connection.fetchval("SELECT current_database()")
    await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await connection.close()
    async with opened(url) as subject:
        with pytest.raises(StoreReadOnly):
            await is_usable(subject.store)
