"""Run the tests, type checks and size checks of the frontend."""

import shutil
import subprocess
from pathlib import Path

import pytest

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


def said_by(*command: str) -> str:
    npm = shutil.which("npm")
    if npm is None or not (FRONTEND / "node_modules" / "vitest").exists():
        pytest.skip("npm is not installed, or npm ci was not run in frontend/")
    done = subprocess.run([npm, *command], cwd=FRONTEND, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.requirement("UP10")
def test_the_components_pass_their_own_tests() -> None:
    assert " passed" in said_by("test", "--", "--reporter=dot")


@pytest.mark.requirement("UP10")
def test_every_page_is_within_its_size_limit() -> None:
    assert "choice-question" in said_by("run", "--silent", "sizes")
