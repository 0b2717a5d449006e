"""Run a workload on PostgreSQL, and read the database afterwards."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import asyncpg
import sqlalchemy as sa

from choice.desk import Asker, Desk
from choice.desk.postgres.store import PostgresRunner, open_postgres_store
from choice.desk.sql.store import SqlStore
from choice.desk.store import Step, Wanted, WantedRecords
from tests.desk.postgres_server import ORDINARY
from tests.faults.ack_log import AckLog
from tests.faults.oracle import Seen
from tests.faults.workload import Workload

_EVERYTHING = 1_000_000
_SECOND = 1_000_000
_CLOCK = (
    "CREATE OR REPLACE FUNCTION desk_now() RETURNS bigint LANGUAGE sql VOLATILE"
    " AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + %d $$"
)
_CLIENTS = f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{ORDINARY}'"  # noqa: S608 - a constant


async def run_on(  # noqa: PLR0913, PLR0917 - the parameters of a workload
    url: str, folder: Path, agent: str, seed: int, steps: int, began: int, step: Step | None = None
) -> None:
    """Run the workload of a seed, which starts the given seconds after the database's clock."""
    log = AckLog(folder / "acks")
    async with Desk(await open_postgres_store(url, most_open=None, step=step)) as desk:
        await Workload(desk, log, Random(seed), Asker(agent), _passing(url, began)).run(steps)
    log.close()


async def look(url: str, agent: str) -> Seen:
    """Return the interactions and records of one agent; also the chain if the log has no others."""
    runner = PostgresRunner(sa.make_url(url), None)
    await runner.start()
    store = SqlStore(runner)
    try:
        found = await store.find(Wanted(tenant="local", asked_by=Asker(agent), most=_EVERYTHING))
        records = await store.records(WantedRecords(agent=agent, most=_EVERYTHING))
        return Seen(found, records)
    finally:
        await store.close()


async def gone(administrator: asyncpg.Connection) -> None:
    """Wait until the server has noticed that all clients are gone: it may still run their last statements."""
    async with asyncio.timeout(30):
        while await administrator.fetchval(_CLIENTS):  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.001)


def _passing(url: str, began: int) -> Callable[[float], Awaitable[None]]:
    passed = began * _SECOND

    async def pass_time(seconds: float) -> None:
        nonlocal passed
        passed += round(seconds * _SECOND)
        connection = await asyncpg.connect(url)
        await connection.execute(_CLOCK % passed)
        await connection.close()

    return pass_time
