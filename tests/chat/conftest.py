"""What the tests of the chat service share."""

from collections.abc import Iterator

import pytest

from tests.chat.redis_server import RedisServer, started


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """A Redis server, or a skip that says what is missing."""
    server = started()
    yield server
    server.remove()
