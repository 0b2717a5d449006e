"""Statements by id use the primary key, even if they were planned for empty tables."""

import re
from pathlib import Path

import asyncpg

from choice.desk import Desk
from choice.desk.postgres.store import open_postgres_store
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import ORDINARY, PostgresServer, migrated

EXPLAINING = {
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
}
NAMES_AN_ID = re.compile(r"\bid = |\bid = ANY")
SCAN = re.compile(r"using (\w+) on interactions")


async def test_statements_by_id_use_the_primary_key(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    await migrated(url)
    admin = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    name = await admin.fetchval("SELECT current_database()")
    for setting, value in EXPLAINING.items():
        await admin.execute(f"ALTER DATABASE {name} SET {setting} = {value}")
    log = postgres.folder / "log"
    before = log.stat().st_size

    async with Desk(await open_postgres_store(url)) as desk:
        interaction = await desk.open(STORE)
        await desk.look(interaction.id, by=ANNA)
        await desk.extend(interaction.id, 600, by=ANNA)
        await desk.answer(interaction.id, SQLITE, by=ANNA)
        await desk.acknowledge(interaction.id)
        await desk.store.outcomes([interaction.id])

    await admin.close()
    used = _indexes_used(log, before)
    assert {"desk_load", "UPDATE", "DELETE", "count"} <= {*used}
    assert {*used.values()} == {"interactions_pkey"}


def _indexes_used(log: Path, start: int) -> dict[str, str]:
    """Return the index that each kind of statement by id uses."""
    with log.open("rb") as file:
        file.seek(start)
        plans = file.read().decode().split("LOG:  duration:")[1:]
    used: dict[str, str] = {}
    for plan in plans:
        if NAMES_AN_ID.search(plan):
            for index in SCAN.findall(plan):
                used[_kind(plan) + ("" if index == "interactions_pkey" else f" by {index}")] = index
    return used


def _kind(plan: str) -> str:
    for word in ("UPDATE", "DELETE", "count", "wanted_id"):
        if word in plan:
            return "desk_load" if word == "wanted_id" else word
    return "SELECT"
