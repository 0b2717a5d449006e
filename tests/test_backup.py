"""Backups: consistent under load, on both databases, restorable to either."""

import asyncio
from contextlib import closing, suppress
from pathlib import Path

import pytest

import choice
from choice.assembly.backup import back_up, restore
from choice.assembly.desk import open_existing_store
from choice.desk import Broken, verify_log
from choice.desk.backup import BackupExists
from choice.desk.sqlite.file import sqlite3
from choice.errors import StoreBusy, StoreDamaged, StoreMissing, WrongSchema
from tests.desk.postgres_server import PostgresServer

ANNA = choice.Person("anna")
KINDS = ("sqlite", "postgresql")


def place(kind: str, tmp_path: Path, postgres: PostgresServer, name: str = "desk") -> str:
    return f"sqlite:///{tmp_path}/{name}.db" if kind == "sqlite" else postgres.new_database()


async def ask_and_answer(desk: choice.Desk, text: str) -> str:
    asked = await desk.open(choice.Question(text=text, options=["Yes", "No"]))
    answer = choice.Answer(question_id="q1", option_ids=("1",))
    await desk.answer(asked.id, (answer,), by=ANNA)
    return asked.id


async def answered_ids(url: str) -> set[str]:
    async with choice.open_desk(url) as desk:
        return {one.id for one in await desk.list(ANNA, state="answered")}


@pytest.mark.requirement("OP7")
@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
async def test_a_backup_taken_under_load_has_every_acknowledged_answer_and_an_intact_log(
    source: str, target: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    url, file = place(source, tmp_path, postgres), tmp_path / "backup.db"
    acknowledged: list[str] = []

    async def work(desk: choice.Desk, worker: int) -> None:
        for number in range(1000):
            answered = await ask_and_answer(desk, f"Question {worker}-{number}?")
            acknowledged.append(answered)

    async with choice.open_desk(url) as desk:
        working = [asyncio.create_task(work(desk, worker)) for worker in range(4)]
        while len(acknowledged) < 40:
            await asyncio.wait(working, timeout=0.01)
        before = set(acknowledged)
        await back_up(file, url)
        is_under_load = not any(task.done() for task in working)
        for task in working:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    restored = place(target, tmp_path, postgres, "restored")
    copied = await restore(file, restored)

    assert is_under_load
    assert before <= await answered_ids(restored)
    assert file.stat().st_mode & 0o077 == 0
    async with open_existing_store(restored) as store:
        result = await verify_log(store)
    assert not isinstance(result, Broken)
    assert result.records == copied.records > 80


@pytest.mark.requirement("OP7")
@pytest.mark.parametrize("kind", KINDS)
async def test_a_restored_database_can_be_used_further(
    kind: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    url = place(kind, tmp_path, postgres)
    async with choice.open_desk(url) as desk:
        await ask_and_answer(desk, "First?")
    await back_up(tmp_path / "backup.db", url)
    restored = place(kind, tmp_path, postgres, "restored")
    await restore(tmp_path / "backup.db", restored)

    async with choice.open_desk(restored) as desk:
        await ask_and_answer(desk, "Second?")

    assert len(await answered_ids(restored)) == 2
    async with open_existing_store(restored) as store:
        assert not isinstance(await verify_log(store), Broken)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_database_with_data_is_replaced_only_on_request(
    kind: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    url = place(kind, tmp_path, postgres)
    async with choice.open_desk(url) as desk:
        kept = await ask_and_answer(desk, "First?")
    await back_up(tmp_path / "backup.db", url)
    async with choice.open_desk(url) as desk:
        later = await ask_and_answer(desk, "Later?")

    with pytest.raises(BackupExists, match="--replace"):
        await restore(tmp_path / "backup.db", url)
    assert await answered_ids(url) == {kept, later}

    await restore(tmp_path / "backup.db", url, replaces=True)
    assert await answered_ids(url) == {kept}


async def test_a_file_that_a_process_uses_is_not_replaced(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/desk.db"
    async with choice.open_desk(url) as desk:
        await ask_and_answer(desk, "First?")
        await back_up(tmp_path / "backup.db", url)

        with pytest.raises(StoreBusy, match="stop them"):
            await restore(tmp_path / "backup.db", url, replaces=True)


async def test_a_backup_of_a_newer_version_is_refused_before_anything_is_replaced(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/desk.db", tmp_path / "backup.db"
    async with choice.open_desk(url) as desk:
        await ask_and_answer(desk, "First?")
    await back_up(file, url)
    with closing(sqlite3.connect(file, isolation_level=None)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(WrongSchema, match="newer version"):
        await restore(file, url, replaces=True)

    assert len(await answered_ids(url)) == 1


async def test_a_changed_backup_is_refused(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path}/desk.db", tmp_path / "backup.db"
    async with choice.open_desk(url) as desk:
        await ask_and_answer(desk, "First?")
    await back_up(file, url)
    with closing(sqlite3.connect(file, isolation_level=None)) as changed:
        changed.execute("DELETE FROM decision_log WHERE seq = 1")

    with pytest.raises(StoreDamaged, match="corrupt"):
        await restore(file, f"sqlite:///{tmp_path}/other.db")

    assert not (tmp_path / "other.db").exists()


async def test_a_backup_never_overwrites_a_file_and_needs_a_database(tmp_path: Path) -> None:
    (tmp_path / "backup.db").write_text("mine")

    with pytest.raises(BackupExists):
        await back_up(tmp_path / "backup.db", f"sqlite:///{tmp_path}/desk.db")
    with pytest.raises(StoreMissing):
        await back_up(tmp_path / "other.db", f"sqlite:///{tmp_path}/desk.db")

    assert [one.name for one in tmp_path.iterdir()] == ["backup.db"]
