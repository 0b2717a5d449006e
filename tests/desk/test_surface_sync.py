"""Surfaces show open interactions of all desks and close ended ones."""

import asyncio
from collections.abc import Sequence

import pytest
from typing_extensions import override

from choice.desk import Choose, Desk, Interaction, MemoryStore
from choice.desk.store import Alteration, Altered
from choice.errors import StoreBusy
from choice.testing import ManualClock
from tests.desk.desks import ANNA, SQLITE, STORE, bench


class Board:
    """Surface that records its calls."""

    def __init__(self, name: str = "board", *, failures: int = 0) -> None:
        self.name = name
        self.shown: dict[str, Interaction] = {}
        self.told: list[str] = []
        self._failures = failures
        self._news = asyncio.Event()

    async def show(self, interaction: Interaction) -> None:
        self._told("show")
        if self._failures:
            self._failures -= 1
            raise ConnectionError
        self.shown[interaction.id] = interaction

    async def close(self, interaction: Interaction) -> None:
        self._told("close")
        self.shown.pop(interaction.id, None)

    async def told_times(self, times: int) -> None:
        """Wait until the surface has had this many calls."""
        while len(self.told) < times:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 10)
        await asyncio.sleep(0)

    def _told(self, what: str) -> None:
        self.told.append(what)
        self._news.set()


@pytest.mark.requirement("UP2")
async def test_an_answer_on_one_surface_closes_the_others(place: str) -> None:
    web, slack = Board("web"), Board("slack")
    async with bench(place) as on:
        await on.desk.attach(web)
        await on.desk.attach(slack)
        interaction = await on.desk.open(STORE)
        await asyncio.gather(web.told_times(1), slack.told_times(1))
        assert list(web.shown) == list(slack.shown) == [interaction.id]

        await on.desk.answer(interaction.id, SQLITE, by=ANNA, surface="web")

        await asyncio.gather(web.told_times(2), slack.told_times(2))
        assert web.shown == slack.shown == {}


@pytest.mark.requirement("UP2")
async def test_an_answer_closes_the_interaction_on_surfaces_of_other_desks(shared_place: str) -> None:
    board = Board()
    async with bench(shared_place) as here, bench(shared_place) as there:
        await there.desk.attach(board)
        interaction = await here.desk.open(STORE)
        await board.told_times(1)
        assert list(board.shown) == [interaction.id]
        assert board.shown[interaction.id].shown_at is not None

        await here.desk.answer(interaction.id, SQLITE, by=ANNA)

        await board.told_times(2)
        assert board.shown == {}


@pytest.mark.requirement("QC15")
async def test_a_new_surface_shows_interactions_that_are_open_already() -> None:
    board = Board()
    async with bench() as on:
        interaction = await on.desk.open(STORE)

        await on.desk.attach(board)

        await board.told_times(1)
        assert list(board.shown) == [interaction.id]


async def test_a_question_is_shown_only_on_the_requested_surfaces() -> None:
    web, slack = Board("web"), Board("slack")
    async with bench() as on:
        await on.desk.attach(slack)
        await on.desk.attach(web)
        await on.desk.open(STORE, surfaces=("web",))
        await web.told_times(1)

        assert slack.told == []


@pytest.mark.requirement("UP3")
async def test_a_snoozed_question_is_closed_and_shown_again_later() -> None:
    board = Board()
    async with bench() as on:
        await on.desk.attach(board)
        interaction = await on.desk.open(STORE)
        await board.told_times(1)
        await on.desk.snooze(interaction.id, 60, by=ANNA)
        await board.told_times(2)
        assert board.shown == {}

        await on.pass_time(60)

        await board.told_times(3)
        assert list(board.shown) == [interaction.id]


async def test_a_queued_question_is_shown_when_it_is_opened() -> None:
    board = Board()
    async with bench() as on:
        await on.desk.attach(board)
        first, _second, third = [await on.desk.open(STORE) for _ in range(3)]
        await board.told_times(2)
        assert third.id not in board.shown

        await on.desk.answer(first.id, SQLITE, by=ANNA)

        await board.told_times(4)
        assert third.id in board.shown


async def test_showing_is_retried_after_an_error_of_the_surface() -> None:
    board = Board(failures=1)
    async with bench() as on:
        await on.desk.attach(board)
        interaction = await on.desk.open(STORE)
        await board.told_times(1)

        await on.desk.catch_up()

        await board.told_times(2)
        assert list(board.shown) == [interaction.id]


async def test_a_local_change_reaches_a_surface_without_reading_the_store() -> None:
    class Unread(MemoryStore):
        @override
        async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
            raise AssertionError(interaction_ids)

    board = Board()
    async with Desk(Unread(ManualClock(), most_open=None)) as desk:
        await desk.attach(board)
        interaction = await desk.open(STORE)
        await board.told_times(1)
        assert list(board.shown) == [interaction.id]

        await desk.answer(interaction, SQLITE, by=ANNA)

        await board.told_times(2)
        assert board.shown == {}


async def test_of_changes_reported_out_of_order_the_newest_is_shown() -> None:
    class Late(MemoryStore):
        """Store that reports a draft after the answer that followed it."""

        @override
        async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Altered | None:
            altered = await super().alter(interaction_id, tenant, alteration)
            assert altered is not None
            if altered.interaction.draft.answers:
                drafted.set()
                await answered.wait()
            return altered

    drafted, answered = asyncio.Event(), asyncio.Event()
    board = Board()
    async with Desk(Late(ManualClock(), most_open=None)) as desk:
        await desk.attach(board)
        interaction = await desk.open(STORE)
        await board.told_times(1)
        drafting = asyncio.create_task(desk.draft(interaction.id, Choose(SQLITE), by=ANNA))
        await drafted.wait()
        await desk.answer(interaction, SQLITE, by=ANNA)
        await board.told_times(2)

        answered.set()
        await drafting

        await board.told_times(3)
        assert board.told == ["show", "close", "close"]


async def test_a_question_that_ended_before_it_was_shown_is_closed() -> None:
    class Answering(Board):
        """A surface that is slow to show the first question."""

        @override
        async def show(self, interaction: Interaction) -> None:
            await super().show(interaction)
            going_on.set()
            await may_go_on.wait()

    going_on, may_go_on = asyncio.Event(), asyncio.Event()
    board = Answering()
    store = MemoryStore(ManualClock(), most_open=None)
    async with Desk(store) as desk:
        await desk.attach(board)
        await desk.open(STORE)
        second = await desk.open(STORE)
        await asyncio.wait_for(going_on.wait(), 10)
        # Another desk answers it, and this one has not heard of that yet.
        await Desk(store).answer(second, SQLITE, by=ANNA)

        may_go_on.set()

        await board.told_times(2)
        assert board.told == ["show", "close"]


async def test_interactions_that_cannot_be_loaded_are_shown_later() -> None:
    class Forgetful(MemoryStore):
        @override
        async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
            if not lapsed.is_set():
                lapsed.set()
                raise StoreBusy("memory", "not now.")
            return await super().load_many(interaction_ids)

    board, lapsed = Board(), asyncio.Event()
    async with Desk(Forgetful(ManualClock(), most_open=None)) as desk:
        interaction = await desk.open(STORE)
        await desk.attach(board)
        await asyncio.wait_for(lapsed.wait(), 10)
        assert board.shown == {}

        await desk.catch_up()

        await board.told_times(1)
        assert list(board.shown) == [interaction.id]


@pytest.mark.requirement("UP2")
async def test_a_surface_for_one_interaction_does_not_show_others(place: str) -> None:
    one, all_of_them = Board("one"), Board("all")
    async with bench(place) as on:
        other = await on.desk.open(STORE)
        interaction = await on.desk.open(STORE)
        await on.desk.attach(one, only=interaction.id)
        await one.told_times(1)
        unseen = await on.desk.look(other.id, by=ANNA)
        await on.desk.attach(all_of_them)
        await all_of_them.told_times(2)

        assert list(one.shown) == [interaction.id]
        assert unseen.shown_at is None


@pytest.mark.requirement("UP2")
async def test_a_detached_surface_gets_no_more_calls(place: str) -> None:
    gone, there = Board("gone"), Board("there")
    async with bench(place) as on:
        await on.desk.attach(gone)
        interaction = await on.desk.open(STORE)
        await gone.told_times(1)
        on.desk.detach(gone)
        await on.desk.attach(there)
        await on.desk.answer(interaction.id, SQLITE, by=ANNA)
        await there.told_times(1)

        assert gone.told == ["show"]
