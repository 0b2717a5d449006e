"""Many at once share few connections to PostgreSQL: each waits for its turn, and nobody is turned away."""

import asyncio

import asyncpg
import pytest
import sqlalchemy as sa

from choice.assembly.desk import open_desk
from choice.desk.people import Asker
from choice.desk.postgres.runner import PostgresLines
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import PostgresServer

HOLD_THE_LOG = "SELECT pg_advisory_xact_lock(5249112601174223011), pg_sleep(2.5)"
AT_ONCE = 100


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


async def test_a_hundred_questions_at_once_are_all_asked_however_slow_the_server_is(url: str) -> None:
    other = await asyncpg.connect(url)
    async with open_desk(url) as desk:
        slow = asyncio.create_task(other.execute(HOLD_THE_LOG))
        asking = [desk.open(STORE, asked_by=Asker(f"agent {number}")) for number in range(AT_ONCE)]

        asked = await asyncio.gather(*asking)

        assert len({each.id for each in asked}) == AT_ONCE
        await slow
    await other.close()


async def test_a_hundred_answers_at_once_are_all_taken(url: str) -> None:
    async with open_desk(url) as desk:
        asking = [desk.open(STORE, asked_by=Asker(f"agent {number}")) for number in range(AT_ONCE)]
        asked = await asyncio.gather(*asking)

        ended = await asyncio.gather(*[desk.answer(each.id, SQLITE, by=ANNA) for each in asked])

        assert {each.state for each in ended} == {"answered"}


async def test_whoever_came_first_gets_a_line_first(url: str) -> None:
    lines = PostgresLines(sa.make_url(url))
    served: list[int] = []

    async def use(number: int) -> None:
        async with lines.line() as line:
            served.append(number)
            await line.fetchval("SELECT 1")

    await asyncio.gather(*[use(number) for number in range(AT_ONCE)])  # Now all lines are connected.
    served.clear()

    await asyncio.gather(*[use(number) for number in range(AT_ONCE)])

    assert served == list(range(AT_ONCE))
    await lines.close()


async def test_a_line_that_was_lost_is_not_lent_again(url: str) -> None:
    lines = PostgresLines(sa.make_url(url))
    async with lines.line() as lost:
        lost.terminate()

    async with lines.line() as line:
        assert await line.fetchval("SELECT 1") == 1
    await lines.close()


async def test_statements_that_were_planned_for_empty_tables_use_their_indexes(url: str) -> None:
    frequent = {
        "head": "SELECT seq, hash FROM decision_log ORDER BY seq DESC LIMIT 1",
        "news": "SELECT seq FROM decision_log WHERE seq > 7 ORDER BY seq",
        "outcomes": "SELECT outcome FROM interactions WHERE id = ANY ('{i1}')",
    }
    lines = PostgresLines(sa.make_url(url))
    async with open_desk(url), lines.line() as line:
        plans = {name: await line.fetch(f"EXPLAIN {text}") for name, text in frequent.items()}
    await lines.close()

    assert not [name for name, plan in plans.items() if "Seq Scan" in str(plan)]
