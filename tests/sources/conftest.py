"""A database of each kind for the tests of what answers come from."""

from pathlib import Path

import pytest

from tests.desk.conftest import url_of
from tests.desk.stores import KINDS


@pytest.fixture(params=KINDS[1:])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database, of each kind in turn."""
    return url_of(request.param, request, tmp_path)
