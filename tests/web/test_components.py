"""The components' own tests, types and sizes, as their tools see them."""

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
def test_no_page_is_heavier_than_it_may_be() -> None:
    assert "choice-question" in said_by("run", "--silent", "sizes")
