"""How something ended is said where only those hear it, and can say it, who may write it."""

import asyncio

import asyncpg
import pytest

from choice.answers import Answer, Outcome
from choice.desk.desk import Desk
from choice.desk.postgres_store import open_postgres_store
from choice.desk.postgres_wakeups import PostgresWakeups
from choice.desk.postgres_wire import name_of_the_wire
from choice.desk.wakeups import Read
from tests.desk.desks import ANNA, SQLITE, STORE
from tests.desk.postgres_server import ORDINARY, PostgresServer, migrated

LONG = Answer(question_id="q1", custom_text="long words " * 2000)
STRANGER = "CREATE ROLE stranger LOGIN; GRANT pg_read_all_data, pg_write_all_data TO stranger"


class Heard:
    """What somebody hears who listens beside the desks."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[tuple[str, Outcome | None]] = asyncio.Queue()

    def ended(self, interaction_id: str, outcome: Read | None) -> None:
        """Take what is said."""
        self._said.put_nowait((interaction_id, None if outcome is None else outcome()))

    async def next(self) -> tuple[str, Outcome | None]:
        """Return what is said next."""
        return await asyncio.wait_for(self._said.get(), 10)


@pytest.mark.requirement("UP2")
async def test_an_outcome_is_said_on_the_wire_and_then_named_to_all(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    heard, wakeups = Heard(), PostgresWakeups(url)
    async with Desk(await open_postgres_store(url)) as desk:
        await wakeups.start(lambda: None, heard.ended)
        interaction = await desk.open(STORE)

        answered = await desk.answer(interaction.id, SQLITE, by=ANNA)

        assert await heard.next() == (interaction.id, answered.outcome)
        assert await heard.next() == (interaction.id, None)
    await wakeups.close()


async def test_an_outcome_too_long_for_a_message_is_only_named(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    heard, wakeups = Heard(), PostgresWakeups(url)
    async with (
        Desk(await open_postgres_store(url), PostgresWakeups(url)) as here,
        Desk(await open_postgres_store(url)) as there,
    ):
        await wakeups.start(lambda: None, heard.ended)
        interaction = await here.open(STORE)
        waiting = asyncio.create_task(here.wait(interaction.id))
        await asyncio.sleep(0)

        answered = await there.answer(interaction.id, LONG, by=ANNA)

        assert await heard.next() == (interaction.id, None)
        assert await asyncio.wait_for(waiting, 10) == answered.outcome
    await wakeups.close()


async def test_who_reads_all_data_cannot_read_the_name_of_the_wire(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    await migrated(url)
    admin = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    await admin.execute(STRANGER)
    owner, stranger = await asyncpg.connect(url), await asyncpg.connect(url.replace(ORDINARY, "stranger"))

    assert (await name_of_the_wire(owner) or "").startswith("choicewire_")
    assert await name_of_the_wire(stranger) is None
    await admin.execute("REVOKE pg_read_all_data FROM stranger")
    assert await name_of_the_wire(stranger) is None
    for connection in (owner, stranger, admin):
        await connection.close()
