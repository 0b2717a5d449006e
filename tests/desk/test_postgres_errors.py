"""Errors of PostgreSQL are told as what they mean."""

import asyncpg
import pytest
import sqlalchemy as sa

from choice.desk.postgres.runner import meaning
from choice.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnavailable
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened
from tests.desk.test_sqlite_file import is_usable


class Failure(Exception):
    """What a driver raises."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("failure")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "expected"),
    [("25006", StoreReadOnly), ("53100", StoreFull), ("53300", StoreBusy), ("57P01", StoreUnavailable)],
)
def test_a_state_has_a_meaning(state: str, expected: type[StoreError]) -> None:
    error = sa.exc.DBAPIError("SELECT 1", {}, Failure(state))

    assert type(meaning(error, "place")) is expected


def test_no_connection_left_and_no_server_are_told_apart() -> None:
    assert isinstance(meaning(sa.exc.TimeoutError(), "place"), StoreBusy)
    assert isinstance(meaning(ConnectionRefusedError(), "place"), StoreUnavailable)
    assert isinstance(meaning(sa.exc.OperationalError("", {}, Failure(None)), "place"), StoreUnavailable)


@pytest.mark.parametrize("error", [asyncpg.InterfaceError("closed"), asyncpg.InternalClientError("busy")])
def test_a_connection_that_cannot_be_used_any_more_was_lost(error: Exception) -> None:
    assert isinstance(meaning(error, "place"), StoreUnavailable)


def test_a_mistake_of_the_program_has_no_other_meaning() -> None:
    assert meaning(sa.exc.ProgrammingError("SELECT", {}, Failure("42601")), "place") is None
    assert meaning(asyncpg.DataError("not a number"), "place") is None


async def test_a_database_that_takes_no_changes_says_so(postgres: PostgresServer) -> None:
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
