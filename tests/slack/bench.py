"""An in-process Slack service on a desk with a manual clock and a stub model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import httpx
from starlette.applications import Starlette
from starlette.routing import Route

from choice.clock import SystemClock
from choice.desk import Asker, Desk, Interaction
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.models import Form, Question
from choice.settings import SlackSettings
from choice.slack.api.client import SingleWorkspace
from choice.slack.api.requests import EventsEndpoint
from choice.slack.service import Dependencies, SlackService
from choice.slack.store import Thread, ThreadRef
from choice.slack.talk import ModelMessage
from choice.testing.manual_clock import ManualClock
from tests.slack.fake_slack import FakeSlack, Message, fake_slack
from tests.slack.manual_timer import ManualTimer
from tests.slack.member import SECRET, Member

CHANNEL = "C0000001"
QUESTION = Question(text="Which store?", options=["SQLite", "PostgreSQL"])


@dataclass(slots=True)
class RecordedConversations:
    """Records messages for the model, and returns the configured ones."""

    sent: list[tuple[Thread, str]] = field(default_factory=list)
    written: list[ModelMessage] = field(default_factory=list)

    async def send(self, thread: Thread, words: str, message_id: str) -> None:  # noqa: ARG002 - part of the protocol
        """Record a message."""
        self.sent.append((thread, words))

    async def messages_after(self, thread: Thread, message_id: str | None) -> list[ModelMessage]:  # noqa: ARG002
        """Return the messages after an id."""
        ids = [each.message_id for each in self.written]
        return self.written[ids.index(message_id) + 1 if message_id in ids else 0 :]


@dataclass(slots=True)
class Bench:
    """The running service and its parts."""

    slack: FakeSlack
    desk: Desk
    timer: ManualTimer
    service: SlackService
    talks: RecordedConversations
    http: httpx.AsyncClient

    def member(self, user: str = "U0000001", **more: Any) -> Member:  # noqa: ANN401 - as Member
        """Return a member of the workspace."""
        return Member(self.slack, self.http, user, **more)

    async def thread(self, name: str = "conversation", thread_ts: str = "1899999999.1") -> Thread:
        """Return the thread of a conversation."""
        place = ThreadRef("local", "T0000001", CHANNEL, thread_ts)
        return await self.service.threads.add(Thread(name, place, "U0000001"))

    async def ask(
        self,
        asked: Form | Question = QUESTION,
        name: str = "conversation",
        **terms: Any,  # noqa: ANN401
    ) -> Interaction:
        """Ask a question in the thread."""
        thread = await self.thread(name)
        audience = self.service.answerers.audience(thread.owner, CHANNEL)
        given: dict[str, Any] = {"audience": audience, "timeout": 86_400.0} | terms
        return await self.desk.open(asked, asked_by=Asker("chat assistant", conversation=name), **given)

    async def card(self, count: int = 1, thread_ts: str = "1899999999.1") -> list[Message]:
        """Wait for the messages of the question."""

        def found() -> list[Message]:
            return [message for message in self.slack.thread(CHANNEL, thread_ts) if message.blocks]

        await self.slack.until(lambda: len(found()) >= count)
        return found()


@asynccontextmanager
async def bench(
    folder: Path,
    slack: FakeSlack,
    clock: ManualClock | None = None,
    **changed: Any,  # noqa: ANN401 - settings
) -> AsyncIterator[Bench]:
    """Run the Slack service on a desk during the block; the folder holds its state."""
    clock = clock or ManualClock()
    timer, talks, path = ManualTimer(clock), RecordedConversations(), folder / "desk.db"
    create_sqlite_file(path)
    store = await open_sqlite_store(path, clock=clock)
    given = {"bot_token": "xoxb-1", "signing_secret": SECRET, "api_url": slack.url} | changed
    settings = SlackSettings(**given)
    async with Desk(store) as desk, aiohttp.ClientSession() as session:
        dependencies = Dependencies(desk, store.database, talks, timer)
        service = SlackService(settings, dependencies, SingleWorkspace("xoxb-1", "local"), session)
        endpoint = EventsEndpoint(SECRET, SystemClock())
        endpoint.app = service.app
        app = Starlette(routes=[Route("/slack/events", endpoint.handle, methods=["POST"])])
        transport = httpx.ASGITransport(app)
        async with (
            service.running(),
            httpx.AsyncClient(transport=transport, base_url="http://testserver") as http,
        ):
            await asyncio.wait_for(service.ready.wait(), 20)
            yield Bench(slack, desk, timer, service, talks, http)


@asynccontextmanager
async def bench_and_slack(folder: Path, **changed: Any) -> AsyncIterator[Bench]:  # noqa: ANN401 - settings
    """Run the service and a fake Slack."""
    async with fake_slack() as slack, bench(folder, slack, **changed) as made:
        yield made
