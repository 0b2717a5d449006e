"""Fixtures with the URL of a new store."""

from pathlib import Path

import pytest

from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import KINDS


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new store, of each kind in turn."""
    return url_of(request.param, request, tmp_path)


@pytest.fixture(params=KINDS[1:])
def shared_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new store that several processes can share."""
    return url_of(request.param, request, tmp_path)


@pytest.fixture(params=KINDS[1:])
def empty_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables, of each kind that several processes can share."""
    if request.param == "sqlite":
        return url_of("sqlite", request, tmp_path)
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


def url_of(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "memory":
        return "memory:"
    if kind == "sqlite":
        return f"sqlite:///{folder / 'desk.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_desk()
