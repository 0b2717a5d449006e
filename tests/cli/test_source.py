"""`choicewire source check`, and the example of a source over own tables."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from choice.desk.sqlite.file import sqlite3
from tests.cli.choicewire import ROOT, environment

TICKETS = (
    ("T-1", "acme", "Checkout is slow", "Payments", 1, "doing", "2026-03-09T10:00:00+00:00"),
    ("T-2", "acme", "Invoices are late", "Payments", 2, "new", "2026-03-10T10:00:00+00:00"),
    ("T-3", "acme", "Wrong logo", "Web", 9, "closed", "2026-01-10T10:00:00+00:00"),
    ("T-4", "acme", "Search finds nothing", "Web", 2, "new", "2026-02-10T10:00:00+00:00"),
    ("T-5", "other", "Not yours", "Web", 1, "new", "2026-03-10T10:00:00+00:00"),
)


def check(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a folder, in a process of its own, because it imports a module from there."""
    return subprocess.run(
        [sys.executable, "-m", "choice", "source", "check", *arguments],
        capture_output=True,
        env=environment(PYTHONPATH=str(ROOT), CHOICE_DATA_DIR=str(folder), **variables),
        cwd=folder,
        check=False,
        timeout=60,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the example and a database with its tables."""
    shutil.copy(ROOT / "examples" / "own_tables.py", tmp_path)
    with sqlite3.connect(tmp_path / "tickets.db") as database:
        columns = "number, customer, subject, squad, priority, state, created"
        database.execute(f"CREATE TABLE tickets ({columns})")
        database.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?, ?, ?, ?)", TICKETS)
    return tmp_path


@pytest.mark.requirement("DI9")
def test_a_source_is_asked_once_per_kind_and_its_rows_are_shown(folder: Path) -> None:
    done = check(folder, "--tenant", "acme", CHOICE_SOURCE="own_tables:Tickets")

    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[:3] == ["signals: 0 rows", "incidents: 0 rows", "issues: 4 rows"]
    assert [json.loads(line)["id"] for line in lines[3:6]] == ["T-1", "T-2", "T-4"]
    assert lines[6:] == ["metrics: 0 rows"]


@pytest.mark.requirement("DI9")
def test_an_error_of_a_source_is_reported_for_its_kind(folder: Path) -> None:
    text = (folder / "own_tables.py").read_text("utf-8")
    (folder / "own_tables.py").write_text(text.replace('"tenant": tickets.customer, ', ""), "utf-8")

    done = check(folder, "--source", "own_tables:Tickets", "--tenant", "acme", "--json")

    kinds = json.loads(done.stdout)["kinds"]
    assert done.returncode == 1
    assert "has no tenant" in kinds["issues"]["error"]
    assert kinds["signals"] == {"of": 0, "rows": []}


def test_without_a_source_the_check_says_what_to_set(tmp_path: Path) -> None:
    done = check(tmp_path)

    assert done.returncode == 2
    assert b"Set CHOICE_SOURCE, or add --source package.module:name." in done.stderr


def test_the_documentation_shows_the_example() -> None:
    example = (ROOT / "examples" / "own_tables.py").read_text("utf-8")

    assert f"```python\n{example}```" in (ROOT / "docs" / "data.md").read_text("utf-8")
