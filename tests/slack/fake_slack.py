"""A fake Slack server: Web API, tokens, triggers, limits, Socket Mode, and a log of calls."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.slack.fake_socket import FakeSocket

BOT = "UBOT00001"
PATIENCE = 20


@dataclass(slots=True)
class Call:
    """One call of a method."""

    method: str
    arguments: dict[str, Any]
    token: str | None
    error: str | None = None


@dataclass(slots=True)
class Message:
    """A posted message."""

    channel: str
    ts: str
    text: str
    blocks: list[dict[str, Any]]
    thread_ts: str | None = None
    only_for: str | None = None
    is_streaming: bool = False
    is_deleted: bool = False


@dataclass(slots=True)
class Trouble:
    """An error that a method returns a number of times."""

    method: str
    error: str = "internal_error"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1


@dataclass(slots=True)
class Team:
    """A workspace that installed the app."""

    id: str = "T0000001"
    token: str = "xoxb-1"  # noqa: S105 - for tests
    bot_user: str = BOT
    bot_id: str = "B0000001"
    is_open: bool = True


class FakeSlack:
    """Behaves like Slack from the view of an app. Timestamps are a counter."""

    def __init__(self) -> None:
        self.teams = {"T0000001": Team()}
        self.calls: list[Call] = []
        self.messages: dict[tuple[str, str], Message] = {}
        self.troubles: list[Trouble] = []
        self.held: dict[str, asyncio.Event] = {}
        self.views: list[dict[str, Any]] = []
        self.homes: dict[str, dict[str, Any]] = {}
        self.locales: dict[str, str] = {}
        self.groups: dict[str, list[str]] = {}
        self.archived: set[str] = set()
        self.statuses: list[tuple[str, str]] = []
        self.response_uses: Counter[str] = Counter()
        self.codes: dict[str, Team] = {}
        self.without: set[str] = set()
        """Methods that this server does not support."""
        self.socket = FakeSocket()
        self.url = ""
        self._time = itertools.count(1_900_000_000)
        self._triggers: dict[str, bool] = {}
        self._news = asyncio.Condition()

    # --- For tests ---

    async def wait_for(
        self, method: str, fits: Callable[[Call], bool] = lambda _call: True, *, count: int = 1
    ) -> list[Call]:
        """Wait until a method was called successfully this often with matching arguments."""

        def found() -> list[Call]:
            return [call for call in self.calls if call.method == method and not call.error and fits(call)]

        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: len(found()) >= count)
        return found()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until a condition is true; it is checked after each call."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(happened)

    def called(self, method: str) -> list[Call]:
        """Return the calls of a method, including failed ones."""
        return [call for call in self.calls if call.method == method]

    def thread(self, channel: str, thread_ts: str) -> list[Message]:
        """Return the visible messages of a thread."""
        return [
            message
            for message in self.messages.values()
            if message.channel == channel
            and message.thread_ts == thread_ts
            and message.only_for is None
            and not message.is_deleted
        ]

    def notes(self, user: str) -> list[str]:
        """Return the ephemeral messages of a user."""
        return [message.text for message in self.messages.values() if message.only_for == user]

    def trouble(self, method: str, error: str = "internal_error", **more: Any) -> None:  # noqa: ANN401 - a script
        """Make a method fail."""
        self.troubles.append(Trouble(method, error, **more))

    def trigger(self) -> str:
        """Return a trigger that opens one modal."""
        name = f"trigger-{next(self._time)}"
        self._triggers[name] = True
        return name

    def expire_triggers(self) -> None:
        """Expire all triggers."""
        self._triggers = dict.fromkeys(self._triggers, False)

    def new_ts(self) -> str:
        """Return the timestamp of the next message."""
        return f"{next(self._time)}.000100"

    # --- For the app ---

    async def note(self, call: Call) -> None:
        """Log a call and notify waiters."""
        async with self._news:
            self.calls.append(call)
            self._news.notify_all()

    def use_trigger(self, name: str) -> str | None:
        """Consume a trigger; return the error code if it is invalid."""
        if name not in self._triggers:
            return "exchanged_trigger_id" if name.startswith("trigger-") else "invalid_trigger_id"
        return None if self._triggers.pop(name) else "expired_trigger_id"


@asynccontextmanager
async def fake_slack(fake: FakeSlack | None = None) -> AsyncIterator[FakeSlack]:
    """Serve a fake Slack during the block."""
    from tests.slack.fake_methods import answer  # noqa: PLC0415 - it needs the types of this module

    slack = fake or FakeSlack()

    async def method(request: web.Request) -> web.Response:
        return await answer(slack, request)

    async def response_url(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        slack.response_uses[name] += 1
        if slack.response_uses[name] > 5:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        await slack.note(Call("response_url", json.loads(await request.text()), None))
        return web.Response(text="ok")

    app = web.Application(client_max_size=4 * 1024 * 1024)
    app.router.add_route("*", "/api/{method}", method)
    app.router.add_post("/response/{name}", response_url)
    app.router.add_get("/link", slack.socket.serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server = site._server  # noqa: SLF001 - the only way to learn the port
    port = server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    slack.url = f"http://127.0.0.1:{port}/api/"
    slack.socket.url = f"ws://127.0.0.1:{port}/link"
    try:
        yield slack
    finally:
        await slack.socket.close()
        for event in slack.held.values():
            event.set()
        await runner.cleanup()
