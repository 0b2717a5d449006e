"""`choicewire load` writes all rows of a file or none, and says what it did."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from choice.cli.output import ProgressBar
from choice.desk.sqlite.file import sqlite3
from tests.cli.choicewire import ROOT, choicewire, environment
from tests.desk.postgres_server import PostgresServer

HEADER = "id,name,score,previous,measured_on"
ROWS = "morale,Team Morale,71,69,2026-03-01\nspeed,Speed,80,80,2026-03-01\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of two metrics."""
    path = tmp_path / "metrics.csv"
    path.write_text(f"{HEADER}\n{ROWS}", "utf-8")
    return path


def kept(folder: Path) -> list[tuple[str, str, float]]:
    with sqlite3.connect(folder / "desk.db") as database:
        return database.execute("SELECT tenant, id, score FROM metrics ORDER BY tenant, id").fetchall()


def test_rows_are_added_and_then_replaced(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/desk.db"
    first = choicewire("load", "metrics", str(file), "--tenant", "acme", "--database", url)
    file.write_text(f"{HEADER}\n{ROWS.replace('71', '55')}new,New,1,1,2026-03-01\n", "utf-8")

    again = choicewire("load", "metrics", str(file), "--tenant", "acme", "--database", url, "--json")

    assert first.stdout == b"Loaded metrics of tenant acme: 2 added, 0 replaced.\n"
    assert (first.stderr, again.stderr) == (b"", b"")
    assert json.loads(again.stdout) == {"kind": "metrics", "tenant": "acme", "added": 1, "replaced": 2}
    assert kept(tmp_path) == [("acme", "morale", 55), ("acme", "new", 1), ("acme", "speed", 80)]


def test_a_file_with_an_error_loads_nothing(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/desk.db"
    choicewire("load", "metrics", str(file), "--database", url)
    file.write_text(f"{HEADER}\nfine,Fine,1,1,2026-03-01\nbad,Bad,much,1,2026-03-01\n", "utf-8")

    done = choicewire("load", "metrics", str(file), "--database", url)

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"No rows were loaded" in done.stderr
    assert b"line 3, field score: must be a number, not 'much'." in done.stderr
    assert [row[1] for row in kept(tmp_path)] == ["morale", "speed"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["metrics", "{folder}/nothing.csv"], b"cannot read"),
        (["metrics", "{folder}/metrics.txt"], b"--format csv or --format jsonl"),
        (["metrics", "{folder}/metrics.csv", "--tenant", ""], b"--tenant must not be empty"),
        (["metrics", "{folder}/metrics.csv", "--database", "memory:"], b"memory: has no tables"),
        (["people", "{folder}/metrics.csv"], b"invalid choice"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], words: bytes, file: Path) -> None:
    file.with_suffix(".txt").write_text("x", "utf-8")

    done = choicewire(
        "load", *[each.format(folder=file.parent) for each in arguments], CHOICE_DATA_DIR=str(file.parent)
    )

    assert done.returncode == 2
    assert words in done.stderr


def test_the_format_can_be_given_if_the_file_name_does_not_show_it(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    row = {"id": "m", "name": "M", "score": 1, "previous": 2, "measured_on": "2026-03-01"}
    path.write_text(json.dumps(row), "utf-8")

    done = choicewire(
        "load", "metrics", str(path), "--format", "jsonl", "--database", f"sqlite:///{tmp_path}/desk.db"
    )

    assert done.stdout == b"Loaded metrics of tenant local: 1 added, 0 replaced.\n"


def test_rows_are_loaded_into_postgresql(file: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database()

    counts = [
        json.loads(choicewire("load", "metrics", str(file), "--database", url, "--json").stdout) for _ in "ab"
    ]

    assert [(count["added"], count["replaced"]) for count in counts] == [(2, 0), (0, 2)]


def test_a_terminal_shows_a_progress_bar(file: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = ["load", "metrics", str(file), "--database", f"sqlite:///{tmp_path}/desk.db"]

    done = subprocess.run(
        [sys.executable, "-m", "choice", *command],
        stderr=theirs,
        stdout=subprocess.PIPE,
        env=environment(),
        cwd=ROOT,
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)

    assert done.stdout == b"Loaded metrics of tenant local: 2 added, 0 replaced.\n"
    assert "writing ██████████████████████████████ 100%" in shown
    assert shown.endswith("\r\x1b[K")


def test_no_progress_bar_is_drawn_outside_a_terminal() -> None:
    stream = io.StringIO()

    with ProgressBar("writing", 10, stream) as bar:
        bar.show(5)

    assert stream.getvalue() == ""
