"""Wake-ups between desks of one process."""

import asyncio

from choice.desk import Desk, MemoryStore
from choice.desk.wakeups import LocalWakeups, OnChange
from choice.testing import ManualClock
from tests.desk.desks import ANNA, SQLITE, STORE


async def test_a_desk_wakes_the_waiter_of_another_on_the_same_store() -> None:
    board: set[OnChange] = set()
    store = MemoryStore(ManualClock())
    async with Desk(store, LocalWakeups(board)) as here, Desk(store, LocalWakeups(board)) as there:
        interaction = await here.open(STORE)
        waiting = asyncio.create_task(here.wait(interaction.id))
        await asyncio.sleep(0)
        await there.answer(interaction.id, SQLITE, by=ANNA)

        assert (await asyncio.wait_for(waiting, 10)).kind == "answered"
    assert board == set()


async def test_wakeups_that_never_started_can_be_closed() -> None:
    await LocalWakeups().close()
