"""Conversations whose lease has expired are released or resumed."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from choice.conversations.service import MAX_RESUMING
from choice.conversations.sql import conversations
from choice.desk import Desk, Person, WantedRecords
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import EVERY_TENANT
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.models import Answer, Question
from choice.providers import ModelRequest, TokenSink
from choice.testing import ManualClock
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import HOUR, Running, named_events, running, settings_for, text_of


async def _died(run: Running, lease_until: int) -> None:
    """Leave every conversation as a process leaves it that dies in the middle of an answer."""
    store = run.service.desk.store
    assert isinstance(store, SqlStore)
    left = sa.update(conversations).values(state="working", lease="of the dead", lease_until=lease_until)
    await store.database.write(lambda tx: tx.connection.execute(left).rowcount, EVERY_TENANT)


@pytest.mark.requirement("QC15")
async def test_a_conversation_with_an_expired_lease_is_released(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel(["One.", "Two."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        await client.post(f"{path}/chat", json={"content": "Hello"})
        await _died(run, lease_until=0)
        left = (await client.get(path)).json()
        await run.service.turns.resuming.resume_abandoned()
        async with asyncio.timeout(20):
            while (await client.get(path)).json()["state"] != "idle":  # noqa: ASYNC110 - another does it
                await asyncio.sleep(0.01)
        again = named_events((await client.post(f"{path}/chat", json={"content": "Go on"})).text)

    assert left["state"] == "working"
    assert text_of(again) == "Two."
    assert len(model.requests) == 2


async def test_a_conversation_with_a_valid_lease_stays_busy(tmp_path: Path) -> None:
    far = 2**60
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        await _died(run, lease_until=far)
        await run.service.turns.resuming.resume_abandoned()
        said = await client.post(f"{path}/chat", json={"content": "Hello"})
        state = (await client.get(path)).json()["state"]

    assert said.status_code == 409
    assert said.json()["error"]["code"] == "busy"
    assert state == "working"


async def test_an_answer_whose_lease_was_taken_over_is_not_confirmed(
    tmp_path: Path, database_url: str
) -> None:
    gate = asyncio.Event()
    text = "Let us begin.\n\nWhich store?\n\n(A) SQLite\n(B) PostgreSQL\n"
    model = ScriptedModel([ScriptedReply(text, released=gate, stops_after=1)])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()
        path = f"/api/threads/{thread['id']}"
        reply = asyncio.create_task(client.post(f"{path}/chat", json={"content": "Hello"}))
        await model.asked.wait()
        await _died(run, lease_until=2**60)  # another process holds the lease now
        gate.set()
        events = named_events((await reply).text)
        kept = (await client.get(path)).json()
        open_now = (await client.get("/api/interactions")).json()["interactions"]

    assert events[-1][0] == "error"
    assert events[-1][1]["code"] == "DATABASE_ERROR"
    assert "message_complete" not in {name for name, _ in events}
    assert [message["content"] for message in kept["messages"]] == ["Hello"]
    assert kept["state"] == "working"
    assert open_now == []


async def test_expired_data_is_deleted_when_the_server_starts(
    tmp_path: Path,
) -> None:
    settings = settings_for(tmp_path, retention_days=1)
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    create_sqlite_file(path)
    long_ago = ManualClock(datetime(2020, 1, 1, tzinfo=UTC))
    async with Desk(await open_sqlite_store(path, clock=long_ago)) as desk:
        asked = await desk.open(Question(text="Tea?", options=["Yes", "No"]))
        await desk.answer(asked.id, Answer(question_id="q1", option_ids=("1",)), by=Person("anna"))
        before = await desk.store.records(WantedRecords())
    async with running(settings, ScriptedModel([])) as run:
        after = await run.service.desk.store.records(WantedRecords())

    assert len(before) == 2
    assert before[0] not in after


async def test_expired_conversations_are_deleted_once_a_day(tmp_path: Path) -> None:
    clock = ManualClock()
    settings = settings_for(tmp_path, session_days=1)
    async with running(settings, ScriptedModel(["One."]), clock=clock) as run:
        await run.client().post("/chatbot/chat", json={"message": "Hello"})
        clock.advance(23 * HOUR)
        await run.service.turns.purge_daily()
        kept = await _kept(run)
        clock.advance(2 * HOUR)
        await run.service.turns.purge_daily()
        left = await _kept(run)

    assert kept == 1
    assert left == 0


async def _kept(run: Running) -> int:
    """Return how many conversations lie in the database, expired or not."""
    store = run.service.desk.store
    assert isinstance(store, SqlStore)
    counted = sa.select(sa.func.count()).select_from(conversations)
    return int(await store.database.read(lambda each: each.execute(counted).scalar_one(), EVERY_TENANT))


class Crowded:
    """A model that holds all answers until it is let go, and counts how many it gives at once."""

    name = "crowded"

    def __init__(self) -> None:
        self.now, self.most, self.given = 0, 0, 0
        self.is_crowded = asyncio.Event()
        self.go_on = asyncio.Event()

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Ask first; then hold what follows."""
        if len(request.turns) == 1:
            sink.write("Which store?\n\n(A) SQLite\n(B) PostgreSQL\n")
            return
        self.now += 1
        self.most = max(self.most, self.now)
        if self.now == MAX_RESUMING:
            self.is_crowded.set()
        await self.go_on.wait()
        self.now -= 1
        self.given += 1
        sink.write("Good.")

    async def close(self) -> None:
        """Do nothing."""


async def test_the_number_of_conversations_resumed_at_once_is_limited(tmp_path: Path) -> None:
    model, number = Crowded(), MAX_RESUMING + 4
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        for _ in range(number):
            thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()["id"]
            await client.post(f"/api/threads/{thread}/chat", json={"content": "Plan"})
        asked = (await client.get("/api/interactions")).json()["interactions"]
        for each in asked:
            answer = {"answers": [{"question_id": "q1", "option_ids": ["A"]}]}
            taken = await client.post(f"/api/interactions/{each['id']}/answer", json=answer)
            assert taken.status_code == 200
        async with asyncio.timeout(20):
            await model.is_crowded.wait()
            model.go_on.set()
            await run.service.turns.resuming.join()

    assert len(asked) == number
    assert model.most == MAX_RESUMING
    assert model.given == number
