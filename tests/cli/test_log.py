import asyncio
import csv
import io
import json
import re
from pathlib import Path

import pytest

import choice
from choice.desk.sqlite.file import sqlite3
from tests.cli.choicewire import choicewire


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a desk with one answered question."""
    place = f"sqlite:///{tmp_path}/desk.db"

    async def answer() -> None:
        async with choice.open_desk(place) as desk:
            asked = await desk.open(choice.Question(text="Which store?", options=["SQLite", "PostgreSQL"]))
            chosen = choice.Answer(question_id="q1", option_ids=("1",))
            await desk.answer(asked.id, chosen, by=choice.Person("=anna"))

    asyncio.run(answer())
    return place


@pytest.mark.requirement("UP5")
def test_the_log_is_exported_as_lines_of_json(url: str) -> None:
    done = choicewire("log", "export", "--database", url)

    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["kind"] for record in records] == ["opened", "answered"]


@pytest.mark.requirement("UP5")
def test_the_log_is_exported_for_spreadsheets(url: str) -> None:
    done = choicewire("log", "export", "--format", "csv", "--words", "SQLite", "--database", url)

    (row,) = csv.DictReader(io.StringIO(done.stdout.decode()))
    assert (row["actor"], row["labels"]) == ("'=anna", "SQLite")


@pytest.mark.requirement("UP5")
def test_a_changed_log_does_not_verify(url: str) -> None:
    whole = choicewire("log", "verify", "--database", url)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE decision_log SET actor = 'bert' WHERE seq = 2")

    broken = choicewire("log", "verify", "--database", url)

    assert (whole.returncode, broken.returncode) == (0, 1)
    assert b"record 2" in broken.stdout


@pytest.mark.requirement("QC16")
def test_statistics_are_printed_as_text_and_as_json(url: str) -> None:
    for_people = choicewire("stats", "--database", url).stdout.decode()
    (for_programs,) = json.loads(choicewire("stats", "--json", "--database", url).stdout)

    assert "asked 1, answered 1" in for_people
    assert "timed out 0" in for_people
    assert re.search(r"median response time \d+\.\d s", for_people)
    assert for_programs["chosen"] == {"SQLite": 1}


def test_a_long_question_is_one_line_of_the_statistics(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path}/desk.db"

    async def ask() -> None:
        async with choice.open_desk(place) as desk:
            await desk.open(choice.Question(text="Which one? " * 400, options=["A", "B"]))

    asyncio.run(ask())
    [asked, _counted] = choicewire("stats", "--database", place).stdout.decode().splitlines()

    assert len(asked) == 200
    assert asked.endswith("…")


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    done = choicewire("log", "export", "--database", f"sqlite:///{tmp_path}/none.db")

    assert done.returncode == 2
    assert b"the file does not exist" in done.stderr
    assert list(tmp_path.iterdir()) == []
