"""What the tests of the chat service share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chat.redis_server import RedisServer, started
from tests.desk.conftest import url_of


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis server, or a skip that says what is missing."""
    server = started()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of each kind in turn."""
    return url_of(request.param, request, tmp_path)
