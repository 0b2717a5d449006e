"""Build `known_answers.json` before the tests, and stop shared servers after each."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hatch_build import write_known_answers


def residents(folder: Path) -> list[int]:
    """Return the process ids of shared servers with data in a folder."""
    files = [file for file in folder.rglob("resident-*.lock") if file.is_file() and file.stat().st_size]
    named = [json.loads(file.read_bytes()) for file in files]
    return [each["pid"] for each in named if "pid" in each]


@pytest.fixture(scope="session", autouse=True)
def built_answers() -> None:
    assert write_known_answers() is None


@pytest.fixture(autouse=True)
def no_resident_stays(tmp_path: Path) -> Iterator[None]:
    yield
    for pid in residents(tmp_path):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
