"""Every example runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(name: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / name, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


@pytest.mark.requirement("UP9")
def test_an_agent_is_tested_with_a_scripted_person(tmp_path: Path) -> None:
    assert run("test_an_agent.py", tmp_path) == "All tests passed.\n"


@pytest.mark.requirement("UP9", "UP3")
def test_a_script_releases_nothing_after_a_timeout(tmp_path: Path) -> None:
    assert run("ask_from_a_script.py", tmp_path).startswith("Timed out")
    assert (tmp_path / "desk.db").exists()
