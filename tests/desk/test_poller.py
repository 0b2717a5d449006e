"""Polling for changes of other processes, and store errors."""

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from typing_extensions import override

from choice.desk import Asker, Desk, MemoryStore, poller
from choice.desk.sql import reads as sql_reads
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.desk.store import Change, News, Opened, Opening, Wanted
from choice.desk.wakeups import LocalWakeups, OnChange, OnEnded, ignore_ended
from choice.errors import StoreMissing, StoreUnavailable
from choice.models import Outcome, TimedOut
from choice.testing import ManualClock
from tests.desk.desks import ANNA, SQLITE, STORE, bench
from tests.desk.postgres_server import PostgresServer
from tests.desk.stores import opened


class Logged(logging.Handler):
    """Log handler that lets a test wait for the next message."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: asyncio.Queue[str] = asyncio.Queue()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self._messages.put_nowait(record.getMessage())

    async def next(self) -> str:
        return await asyncio.wait_for(self._messages.get(), 10)


@pytest.fixture
def logged() -> Iterator[Logged]:
    handler = Logged()
    logging.getLogger("choice.desk.poller").addHandler(handler)
    yield handler
    logging.getLogger("choice.desk.poller").removeHandler(handler)


@pytest.mark.requirement("UP2")
async def test_a_lost_wake_up_delays_a_change_by_at_most_one_poll(shared_place: str) -> None:
    # These desks have no way to give each other hints.
    async with bench(shared_place) as here, bench(shared_place) as there:
        interaction = await here.desk.open(STORE)
        waiting = asyncio.create_task(here.desk.wait(interaction.id))
        await asyncio.sleep(0)
        await there.desk.answer(interaction.id, SQLITE, by=ANNA)

        await here.desk.catch_up()

        outcome = await asyncio.wait_for(waiting, 10)
        assert outcome.kind == "answered"


@pytest.mark.requirement("PC7", "QC15")
async def test_interactions_that_became_overdue_while_no_desk_ran_expire_at_start(shared_place: str) -> None:
    async with opened(shared_place) as subject, Desk(subject.store) as desk:
        interaction = await desk.open(STORE, timeout=10)
    async with opened(shared_place) as again:
        await again.pass_time(11)
        async with Desk(again.store) as desk:
            found = await desk.look(interaction.id, by=ANNA)

    assert isinstance(found.outcome, TimedOut)


async def test_a_store_error_is_logged_and_polling_continues(tmp_path: Path, logged: Logged) -> None:
    path = tmp_path / "desk.db"
    create_sqlite_file(path)
    async with Desk(await open_sqlite_store(path)) as desk:
        path.rename(tmp_path / "away.db")

        assert "Polling the store failed" in await logged.next()
        noticed = desk.last_error

        (tmp_path / "away.db").rename(path)

        assert "Polling the store works again" in await logged.next()
        assert desk.last_error is None
        assert isinstance(noticed, StoreMissing)
        assert (await desk.open(STORE)).state == "open"


class LockedQueueStore(MemoryStore):
    """Store whose queue can be locked, so that nothing is admitted."""

    queue_locked = False

    @override
    def _admit(self, now: datetime, changes: list[Change]) -> None:
        if not self.queue_locked:
            super()._admit(now, changes)


async def test_the_next_poll_admits_queued_interactions_that_could_not_be_admitted() -> None:
    store = LockedQueueStore(ManualClock(), most_open=1)
    async with Desk(store) as desk:
        first, second = await desk.open(STORE), await desk.open(STORE)
        for _ in range(3):
            store.queue_locked = True
            await desk.answer(first.id, SQLITE, by=ANNA)
            store.queue_locked = False

            await desk.catch_up()

            assert not (await desk.look(second.id, by=ANNA)).queued
            first, second = second, await desk.open(STORE)


class ManualWakeups(LocalWakeups):
    """Wake-ups sent by the test."""

    @override
    async def start(self, hint: OnChange, ended: OnEnded = ignore_ended, /) -> None:
        self.hint, self.ended = hint, ended


class FailingStore(MemoryStore):
    """Store whose next reads raise a given error."""

    failure: Exception | None = None
    times = 1

    @override
    async def news(self, after: int) -> News:
        self._fail()
        return await super().news(after)

    @override
    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        self._fail()
        return await super().outcomes(interaction_ids)

    def _fail(self) -> None:
        if self.failure is not None:
            self.times -= 1
            failure, self.failure = self.failure, self.failure if self.times > 0 else None
            raise failure


async def test_a_false_notification_of_an_ending_resolves_no_waiter(logged: Logged) -> None:
    store, wakeups = FailingStore(ManualClock(), most_open=None), ManualWakeups()
    async with Desk(store, wakeups) as desk:
        interaction = await desk.open(STORE)
        waiting = asyncio.create_task(desk.wait(interaction.id))
        await asyncio.sleep(0)
        wakeups.ended(interaction.id)
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()

        store.failure = StoreUnavailable("memory", "not now.")
        wakeups.ended(interaction.id)

        assert "Outcomes of other processes are delayed" in await logged.next()
        answered = await desk.answer(interaction.id, SQLITE, by=ANNA)
        assert await waiting == answered.outcome


async def test_a_lasting_store_error_is_logged_once(logged: Logged) -> None:
    store, wakeups = FailingStore(ManualClock(), most_open=None), ManualWakeups()
    async with Desk(store, wakeups) as desk:
        store.failure, store.times = StoreUnavailable("memory", "not now."), 3
        wakeups.hint()

        assert "Polling the store failed" in await logged.next()
        assert "Polling the store works again" in await logged.next()
        assert store.times == 0
        assert desk.last_error is None


async def test_an_unexpected_error_while_polling_is_logged_and_polling_continues(logged: Logged) -> None:
    store, wakeups = FailingStore(ManualClock(), most_open=None), ManualWakeups()
    async with Desk(store, wakeups) as desk:
        store.failure = ZeroDivisionError()
        wakeups.hint()

        assert "Polling the store failed unexpectedly" in await logged.next()
        assert desk.last_error is None
        assert (await desk.open(STORE)).state == "open"


async def test_a_poll_skips_changes_committed_by_this_process() -> None:
    seen: list[object] = []

    async def happened(changes: Sequence[Change]) -> None:
        seen.extend(changes)

    async def ended(_ids: Collection[str]) -> None:
        pytest.fail("nothing ended")

    store = MemoryStore(ManualClock(), most_open=None)
    own = poller.Poller(store, happened, ended, lambda _swept: None, lambda: None)
    async with Desk(store) as desk:
        await desk.open(STORE)
        await own.start()
        own.skip_local([Change(1, "opened", "i1")])
        await own.poll()

    assert seen == []


async def test_changes_that_could_not_be_applied_are_applied_by_the_next_poll() -> None:
    failures = [StoreUnavailable("memory", "The connection was lost.")]
    applied: list[str] = []

    async def apply_remote(changes: Sequence[Change]) -> None:
        if failures:
            raise failures.pop()
        applied.extend(change.kind for change in changes)

    async def resolve_ended(_ids: Collection[str]) -> None:
        pytest.fail("nothing ended")

    store = MemoryStore(ManualClock(), most_open=None)
    own = poller.Poller(store, apply_remote, resolve_ended, lambda _swept: None, lambda: None)
    async with Desk(store) as desk:
        await own.start()
        await desk.open(STORE)
        with pytest.raises(StoreUnavailable):
            await own.poll()

        await own.poll()

    assert "opened" in applied


async def test_more_changes_than_fit_in_one_poll_are_all_applied(
    shared_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "MAX_CHANGES", 2)
    monkeypatch.setattr(sql_reads, "CHANGES", sql_reads.CHANGES.limit(2))
    async with bench(shared_place) as here, bench(shared_place) as there:
        asked = [await here.desk.open(STORE, asked_by=Asker(f"agent {number}")) for number in range(5)]
        waiting = [asyncio.create_task(here.desk.wait(one.id, asked_by=one.asked_by)) for one in asked]
        await asyncio.sleep(0)
        for one in asked:
            await there.desk.answer(one.id, SQLITE, by=ANNA)

        outcomes = await asyncio.wait_for(asyncio.gather(*waiting), 10)

        assert [outcome.kind for outcome in outcomes] == ["answered"] * 5


async def _wait_however_long_it_takes(desk: Desk, interaction_id: str) -> Outcome:
    """Wait for an outcome, again if the server is unavailable."""
    while True:
        try:
            return await desk.wait(interaction_id)
        except StoreUnavailable:
            continue


@pytest.mark.requirement("UP8")
async def test_a_restart_of_postgresql_loses_nothing(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with opened(url) as subject, Desk(subject.store) as desk:
        interaction = await desk.open(STORE)
        waiting = asyncio.create_task(_wait_however_long_it_takes(desk, interaction.id))
        await asyncio.to_thread(postgres.stop, "immediate")
        answering = asyncio.create_task(desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1"))
        await asyncio.to_thread(postgres.resume)

        try:
            answered = await answering
        except StoreUnavailable:
            # The server took longer than the desk waits for it; sending the same again settles it.
            answered = await desk.answer(interaction.id, SQLITE, by=ANNA, answer_id="a1")

        assert await asyncio.wait_for(waiting, 20) == answered.outcome
        found = await subject.store.find(Wanted(tenant="local", state="answered"))
        assert [one.id for one in found] == [interaction.id]


async def test_ask_returns_an_outcome_that_was_decided_before_open_returned() -> None:
    class Slow(MemoryStore):
        """Store that replies late to the asker."""

        @override
        async def open(self, opening: Opening) -> Opened:
            opened = await super().open(opening)
            await meanwhile(opened.interaction.id)
            return opened

    async def meanwhile(interaction_id: str) -> None:
        await there.answer(interaction_id, SQLITE, by=ANNA)
        await here.catch_up()

    store = Slow(ManualClock(), most_open=None)
    async with Desk(store) as here, Desk(store) as there:
        interaction = await here.open(STORE)

        outcome = await asyncio.wait_for(here.wait(interaction.id), 10)

        assert outcome.kind == "answered"
