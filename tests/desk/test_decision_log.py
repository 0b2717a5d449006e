"""Records and verification of the decision log."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from choice.desk import WantedRecords, all_records, verify_log
from choice.desk.log import Broken, ChainStart, Record, Verified, verify
from choice.desk.sqlite.file import sqlite3
from choice.testing.manual_clock import NOON
from tests.desk.desks import ANNA, SQLITE, STORE, bench


async def written() -> list[Record]:
    async with bench() as on:
        for _ in range(3):
            interaction = await on.desk.open(STORE)
            await on.desk.answer(interaction.id, SQLITE, by=ANNA, matched={"q1": "exact_label"})
        return await on.desk.store.records(WantedRecords())


@pytest.mark.requirement("UP5")
async def test_a_record_has_actor_answer_surface_and_matching_rule() -> None:
    record = (await written())[1]

    assert (record.kind, record.actor, record.agent) == ("answered", "anna", "script")
    answers = record.facts["answers"]
    assert isinstance(answers, list)
    assert answers[0]["labels"] == ["SQLite"]
    assert answers[0]["matched"] == "exact_label"


@pytest.mark.requirement("UP5")
async def test_an_unchanged_log_verifies() -> None:
    records = await written()

    assert verify(records, ChainStart()) == Verified(6, ChainStart(6, records[-1].hash))


@pytest.mark.requirement("UP5")
@pytest.mark.parametrize(
    "name", ["at", "tenant", "interaction_id", "kind", "actor", "surface", "agent", "body", "hash"]
)
async def test_a_changed_record_fails_verification(name: str) -> None:
    records = await written()
    changed = {
        "at": NOON + timedelta(seconds=1),
        "kind": "cancelled",
        "hash": bytes(32),
        "body": '{"note":1}',
    }
    records[3] = replace(records[3], **{name: changed.get(name, "forged")})  # type: ignore[arg-type] # any field

    assert verify(records, ChainStart()) == Broken(4, "the record was changed")


@pytest.mark.requirement("UP5")
async def test_a_removed_record_fails_verification() -> None:
    records = await written()
    del records[2]

    assert verify(records, ChainStart()) == Broken(3, "the record is missing")


@pytest.mark.requirement("UP5")
async def test_a_record_changed_in_the_database_fails_verification(tmp_path: Path) -> None:
    async with bench(f"sqlite:///{tmp_path / 'desk.db'}") as on:
        for _ in range(3):
            await on.desk.open(STORE)
        with sqlite3.connect(tmp_path / "desk.db") as other:
            other.execute("UPDATE decision_log SET actor = 'forged' WHERE seq = 2")

        assert await verify_log(on.desk.store) == Broken(2, "the record was changed")


async def test_a_long_log_is_read_and_verified_page_by_page(place: str) -> None:
    async with bench(place) as on:
        for _ in range(3):
            await on.desk.open(STORE)
        read = [record.seq async for record in all_records(on.desk.store, WantedRecords(tenant="local"))]

        result = await verify_log(on.desk.store)

        assert read == [1, 2, 3]
        assert isinstance(result, Verified)
        assert result.records == 3
