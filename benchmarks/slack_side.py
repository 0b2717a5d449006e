"""Slack's side of the benchmarks: a fake Slack API, clicks, and a desk on SQLite."""

import asyncio
import json
import re
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlencode

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from starlette.requests import Request

from choice.clock import SystemClock
from choice.desk import Asker, Desk, Person
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.models import Answer, Question
from choice.settings import SlackSettings
from choice.slack.api.client import SingleWorkspace, SystemTimer, open_session
from choice.slack.api.requests import EventsEndpoint
from choice.slack.service import Dependencies, SlackService
from choice.slack.store import Thread, ThreadRef
from tests.slack.bench import RecordedConversations
from tests.slack.fake_slack import FakeSlack, Message, fake_slack
from tests.slack.member import SECRET, Member, buttons, signed

_QUESTION = Question(text="Which store?", options=["SQLite", "PostgreSQL"])
_FORM = "application/x-www-form-urlencoded"


def bare_listener() -> AsyncApp:
    """Return a minimal Bolt app that acknowledges clicks."""

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(enterprise_id=None, team_id="T0000001", bot_token="xoxb-1")  # noqa: S106 - none

    app = AsyncApp(signing_secret=SECRET, authorize=authorize)

    @app.action(re.compile(".*"))
    async def acknowledge(ack: AsyncAck) -> None:
        await ack()

    return app


class SlackSide:
    """Asks questions and simulates clicks on them."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._stack = folder, AsyncExitStack()
        self._slack = FakeSlack()
        self._door = EventsEndpoint(SECRET, SystemClock())
        self._answered = 0

    async def open(self) -> None:
        """Start serving."""
        slack = await self._stack.enter_async_context(fake_slack(self._slack))
        path = self._folder / "desk.db"
        create_sqlite_file(path)
        store = await open_sqlite_store(path, most_open=None)
        self._desk = await self._stack.enter_async_context(Desk(store))
        session = await self._stack.enter_async_context(open_session())
        settings = SlackSettings("xoxb-1", SECRET, api_url=slack.url, answerers=("channel",))
        timer = SystemTimer(store.database.clock)
        dependencies = Dependencies(self._desk, store.database, RecordedConversations(), timer)
        self._service = SlackService(settings, dependencies, SingleWorkspace("xoxb-1", "local"), session)
        self._door.app = self._service.app
        await self._stack.enter_async_context(self._service.running())
        await self._service.ready.wait()
        place = ThreadRef("local", "T0000001", "C0000001", "1.1")
        await self._service.threads.add(Thread("conversation", place, "U0000001"))

    async def close(self) -> None:
        """Stop serving."""
        await self._stack.aclose()

    async def answered_one_by_one(self, count: int) -> float:
        """Return the time per answering click, sequentially, in seconds."""
        bodies = [await self._click(f"U{number:07}") for number in range(count)]
        return await _timed(self._take, bodies, self._settled)

    async def acknowledged_one_by_one(self, app: AsyncApp, count: int) -> float:
        """Return the time per click in the minimal app, in seconds."""
        bodies = [await self._click(f"U{number:07}") for number in range(count)]

        async def take(body: str) -> int:
            return await _dispatch(app, body)

        return await _timed(take, bodies, self._service.worker.wait_idle)

    async def decided_one_by_one(self, count: int) -> float:
        """Return the time per answer on the desk alone, in seconds."""
        seconds: list[float] = []
        answer = Answer(question_id="q1", option_ids=(_QUESTION.options[0].id,))
        for _ in range(count):
            message = await self._card()
            card = await self._service.cards.by_handle(next(buttons(message))["value"][:32], "local")
            assert card is not None
            started = time.perf_counter()
            await self._desk.answer(card.interaction_id, answer, by=Person("U0000001"), surface="slack")
            seconds.append(time.perf_counter() - started)
            await self._settled()
        return statistics.median(seconds)

    async def answered_at_once(self, count: int) -> float:
        """Return the time until all concurrent clicks on one question are acknowledged, in seconds."""
        card = await self._card()
        bodies = [self._body(card, f"U{number:07}") for number in range(count)]
        started = time.perf_counter()
        statuses = await asyncio.gather(*[self._take(body) for body in bodies])
        seconds = time.perf_counter() - started
        assert set(statuses) == {200}
        await self._settled()
        return seconds

    async def _settled(self) -> None:
        """Wait until the message of the last answer is updated and nothing is pending."""
        self._answered += 1
        await self._slack.wait_for("chat.update", count=self._answered)
        await self._service.worker.wait_idle()

    async def _take(self, body: str) -> int:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        headers = [(name.lower().encode(), value.encode()) for name, value in signed(body).items()]
        scope = {"type": "http", "method": "POST", "headers": [(b"content-type", _FORM.encode()), *headers]}
        return (await self._door.handle(Request(scope, receive))).status_code

    async def _click(self, user: str) -> str:
        return self._body(await self._card(), user)

    def _body(self, card: Message, user: str) -> str:
        member = Member(self._slack, user=user)
        return urlencode({"payload": json.dumps(member.click_payload(card, next(buttons(card))))})

    async def _card(self) -> Message:
        """Ask a question and return its message as posted to Slack."""
        audience = self._service.answerers.audience("U0000001", "C0000001")
        asker = Asker("chat assistant", conversation="conversation")
        before = len(self._slack.called("chat.postMessage"))
        await self._desk.open(_QUESTION, asked_by=asker, audience=audience, timeout=3600.0)
        await self._slack.wait_for("chat.postMessage", count=before + 1)
        await self._service.worker.wait_idle()
        return list(self._slack.messages.values())[-1]


async def _dispatch(app: AsyncApp, body: str) -> int:
    headers: dict[str, object] = {"content-type": _FORM, **signed(body)}
    response = await app.async_dispatch(AsyncBoltRequest(body=body, headers=headers))  # type: ignore[arg-type]
    assert response.status == 200
    return response.status


async def _timed(
    take: Callable[[str], Awaitable[int]], bodies: list[str], settled: Callable[[], Awaitable[None]]
) -> float:
    """Return the median time of the requests; background work of each ends before the next begins."""
    seconds: list[float] = []
    for body in bodies:
        started = time.perf_counter()
        assert await take(body) == 200
        seconds.append(time.perf_counter() - started)
        await settled()
    return statistics.median(seconds)
