"""Puts the chat service together: settings become a service, and the service an application."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.metadata import version
from typing import TYPE_CHECKING

from choice.assembly.desk import open_store, purge_old, usual_time
from choice.assembly.environment import environment_settings
from choice.assembly.extras import mcp_mount, slack_mount, tracing_of
from choice.chat.app import ASGIApp, HTTPConnection, OpenService, Route, WebSocket, build_app
from choice.chat.asking import usual_terms
from choice.chat.bearer_token import TokenVerifier, authorization_of, open_verifier
from choice.chat.conversations import Conversations
from choice.chat.demo import load_demo
from choice.chat.living_processes import LivingProcess, folder_for
from choice.chat.logs import set_up_logging
from choice.chat.metrics import Metrics
from choice.chat.model_client import ModelClient
from choice.chat.parts import IDLE_SECONDS, Parts
from choice.chat.principal import Principal
from choice.chat.providers import open_model
from choice.chat.rate_limit import open_limiter
from choice.chat.refusals import BadToken
from choice.chat.secret_file import secret_in
from choice.chat.service import Service
from choice.chat.sources.source import Source
from choice.chat.sources.sql_source import SqlSource
from choice.chat.starting import PlainStart
from choice.chat.system_prompt import system_prompt
from choice.chat.tracing import NO_TRACING, Tracing
from choice.chat.turns import Turns
from choice.clock import Clock
from choice.desk.desk import Desk
from choice.desk.people import Person
from choice.desk.sql_store import SqlStore
from choice.errors import InvalidSetting
from choice.local import LOCAL_TENANT, local_user
from choice.preferences import PreferencesFile
from choice.settings import Settings
from choice.web.live_socket import LiveSocket
from choice.web.pages import Pages
from choice.web.request_guard import RequestGuard
from choice.web.visitors import Visitor, Visitors

if TYPE_CHECKING:
    from choice.assembly.mcp_http import McpMount
    from choice.assembly.slack import SlackMount

_DATABASE = "CHOICE_DATABASE_URL"


@dataclass(slots=True)
class Serving:
    """One running service, and how it is told to stop."""

    settings: Settings
    model: ModelClient | None = None
    """Instead of the one that the settings name."""
    source: Source | None = None
    """Instead of the tables of this database."""
    with_demo_data: bool = False
    idle_seconds: float = IDLE_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing | None = None
    """Instead of what the settings name."""
    desk: Desk | None = None
    """Somebody else's in this process, instead of one of its own."""
    clock: Clock | None = None
    """Instead of the machine's, for tests; PostgreSQL has its own."""
    pages: Pages = field(init=False)
    slack: "SlackMount | None" = None
    _mcp: "McpMount | None" = None
    _drain: Callable[[], Awaitable[None]] | None = None
    _verifier: TokenVerifier | None = None

    def __post_init__(self) -> None:
        settings = self.settings
        self.tracing = self.tracing or tracing_of(settings)
        # Only its own pages may use its cookie, and only those who know the secret can have made that cookie.
        secret = settings.jwt_secret or secret_in(settings.data_dir)
        visitors = Visitors(hashlib.sha256(f"pages:{secret}".encode()).digest())
        guard = RequestGuard(settings.own_hosts())
        preferences = PreferencesFile(settings.data_dir / "preferences.json")
        self.pages = Pages(visitors, guard, preferences, LiveSocket(self._person), self._holder)
        self._mcp = mcp_mount(settings)
        self.slack = slack_mount(settings)

    def _seconds(self) -> float:
        """Return the seconds since 1970."""
        return time.time() if self.clock is None else self.clock.now().timestamp()

    def sign_in_link(self) -> str:
        """Return a link that signs the person of this machine in, once."""
        visitor = Visitor(local_user(), LOCAL_TENANT, frozenset({"member", "analyst"}))
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return f"http://{host}:{self.settings.port}/sign-in#{self.pages.visitors.code_for(visitor)}"

    def _holder(self, connection: HTTPConnection) -> Visitor | None:
        """Return whom the token of a request speaks of."""
        if self._verifier is None:
            return None
        try:
            principal = self._verifier.verify(authorization_of(connection))
        except BadToken:
            return None
        return Visitor(principal.user, principal.tenant, principal.roles)

    def _person(self, socket: WebSocket) -> Person | None:
        """Return who is at the page behind a socket."""
        visitor = self.pages.visitor(socket)
        return None if visitor is None else Person(visitor.user, visitor.tenant, visitor.roles)

    @asynccontextmanager
    async def open_service(self) -> AsyncIterator[Service]:
        """Open the desk, the conversations and the model, and close them again."""
        settings = self.settings
        async with AsyncExitStack() as stack:
            if self.tracing is not None:
                # Sending what is left may take a moment, in which the loop should not stand still.
                stack.push_async_callback(asyncio.to_thread, self.tracing.close)
            desk, store = await self._opened_desk(stack)
            await purge_old(store, settings)
            if self.with_demo_data:
                await load_demo(store.database, LOCAL_TENANT, store.now().date())
            verifier = await stack.enter_async_context(open_verifier(settings, self._seconds))
            self._verifier = verifier
            limiter = await open_limiter(settings)
            stack.push_async_callback(limiter.close)
            model = self.model or open_model(settings.model, settings.variables)
            stack.push_async_callback(model.close)
            conversations = Conversations(store.database, timedelta(days=settings.session_days))
            source = self.source or SqlSource(store.database)
            process = stack.enter_context(LivingProcess(folder_for(settings.database_url, settings.data_dir)))
            readers = None if self.slack is None else self.slack.readers
            parts = Parts(
                desk,
                conversations,
                model,
                source,
                store.database.clock,
                system_prompt,
                idle_seconds=self.idle_seconds,
                metrics=self.metrics,
                tracing=self.tracing or NO_TRACING,
                process=process,
                terms=usual_terms if readers is None else readers.terms,
            )
            turns = Turns(parts, readers)
            if self.slack is not None:
                await stack.enter_async_context(
                    self.slack.opened(desk, store.database, conversations, limiter, turns)
                )
            await stack.enter_async_context(_running(turns, desk))
            self._drain = turns.drain
            await self.pages.socket.attach(desk)
            if self._mcp is not None:
                await stack.enter_async_context(self._mcp.opened(desk, verifier))
            identify = _identify(verifier, self.pages)
            yield Service(desk, turns, conversations, identify, limiter, self.metrics, model.name)

    async def _opened_desk(self, stack: AsyncExitStack) -> tuple[Desk, SqlStore]:
        settings, desk = self.settings, self.desk
        if desk is None:
            store, wakeups = await open_store(settings.database_url, settings, self.clock)
            desk = await stack.enter_async_context(Desk(store, wakeups, usual=usual_time(settings)))
        if not isinstance(desk.store, SqlStore):
            raise InvalidSetting(_DATABASE, "must be SQLite or PostgreSQL for the chat service.")
        return desk, desk.store

    async def drain(self) -> None:
        """End what is being answered, each with a last event."""
        await self.pages.socket.stop()
        if self._drain is not None:
            await self._drain()

    def app(self, open_service: OpenService | None = None) -> ASGIApp:
        """Return the application of this service, or of one that is opened in another way."""
        return build_app(
            open_service or self.open_service,
            version=version("choicewire"),
            allowed_hosts=self.settings.answered_hosts(),
            metrics=self.metrics,
            tracing=self.tracing or NO_TRACING,
            more=[
                *self.pages.routes(),
                *([] if self._mcp is None else [Route("/mcp", self._mcp)]),
                *([] if self.slack is None else self.slack.routes()),
                self.pages.anywhere_else(),
            ],
        )


def _identify(verifier: TokenVerifier, pages: Pages) -> Callable[[HTTPConnection], Principal]:
    """Return who decides who calls: a token where there is one, else the cookie of one of our pages."""

    def identify(connection: HTTPConnection) -> Principal:
        authorization = authorization_of(connection)
        visitor = pages.visitor(connection) if authorization is None else None
        if visitor is None:
            return verifier.verify(authorization)
        return Principal(visitor.user, visitor.tenant, visitor.roles)

    return identify


@asynccontextmanager
async def _running(turns: Turns, desk: Desk) -> AsyncIterator[Turns]:
    """Let conversations go on: those that were left, and those whose questions are answered elsewhere."""
    await turns.start()
    await desk.attach(turns.resuming)
    keeping = asyncio.get_running_loop().create_task(turns.keep_alive())
    try:
        yield turns
    finally:
        keeping.cancel()
        await turns.drain()
        await asyncio.gather(keeping, return_exceptions=True)


def app_of_environment() -> ASGIApp:
    """Return the application of this installation's settings, for servers that build it themselves."""
    settings = environment_settings()
    set_up_logging(settings.log_format)
    return PlainStart(Serving(settings, with_demo_data=settings.model == "embedded").app())
