"""Many concurrent callers share few connections to PostgreSQL; none is rejected."""

import asyncio

import asyncpg
import pytest
import sqlalchemy as sa

from choice.assembly.desk import open_desk
from choice.desk import Asker
from choice.desk.postgres.connections import PostgresConnections
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import PostgresServer

HOLD_THE_LOG = "SELECT pg_advisory_xact_lock(5249112601174223011), pg_sleep(2.5)"
AT_ONCE = 100


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


async def test_a_hundred_concurrent_questions_are_all_asked_on_a_slow_server(url: str) -> None:
    other = await asyncpg.connect(url)
    async with open_desk(url) as desk:
        slow = asyncio.create_task(other.execute(HOLD_THE_LOG))
        asking = [desk.open(STORE, asked_by=Asker(f"agent {number}")) for number in range(AT_ONCE)]

        asked = await asyncio.gather(*asking)

        assert len({each.id for each in asked}) == AT_ONCE
        await slow
    await other.close()


async def test_a_hundred_concurrent_answers_are_all_accepted(url: str) -> None:
    async with open_desk(url) as desk:
        asking = [desk.open(STORE, asked_by=Asker(f"agent {number}")) for number in range(AT_ONCE)]
        asked = await asyncio.gather(*asking)

        ended = await asyncio.gather(*[desk.answer(each.id, SQLITE, by=ANNA) for each in asked])

        assert {each.state for each in ended} == {"answered"}


async def test_connections_are_given_out_in_the_order_of_requests(url: str) -> None:
    connections = PostgresConnections(sa.make_url(url))
    served: list[int] = []

    async def use(number: int) -> None:
        async with connections.direct() as direct:
            served.append(number)
            await direct.fetchval("SELECT 1")

    await asyncio.gather(*[use(number) for number in range(AT_ONCE)])  # Now all are connected.
    served.clear()

    await asyncio.gather(*[use(number) for number in range(AT_ONCE)])

    assert served == list(range(AT_ONCE))
    await connections.close()


async def test_a_lost_connection_is_not_given_out_again(url: str) -> None:
    connections = PostgresConnections(sa.make_url(url))
    async with connections.direct() as lost:
        lost.terminate()

    async with connections.direct() as direct:
        assert await direct.fetchval("SELECT 1") == 1
    await connections.close()


async def test_statements_that_were_planned_for_empty_tables_use_their_indexes(url: str) -> None:
    frequent = {
        "head": "SELECT seq, hash FROM decision_log ORDER BY seq DESC LIMIT 1",
        "news": "SELECT seq FROM decision_log WHERE seq > 7 ORDER BY seq",
        "outcomes": "SELECT outcome FROM interactions WHERE id = ANY ('{i1}')",
    }
    connections = PostgresConnections(sa.make_url(url))
    async with open_desk(url), connections.direct() as direct:
        plans = {name: await direct.fetch(f"EXPLAIN {text}") for name, text in frequent.items()}
    await connections.close()

    assert not [name for name, plan in plans.items() if "Seq Scan" in str(plan)]
