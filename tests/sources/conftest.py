"""Databases for the tests of sources."""

from pathlib import Path

import pytest

from tests.desk.conftest import url_of
from tests.desk.stores import KINDS


@pytest.fixture(params=KINDS[1:])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new database, once per kind."""
    return url_of(request.param, request, tmp_path)
