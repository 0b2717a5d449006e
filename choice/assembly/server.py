"""Build the HTTP service from settings: desk, conversations, model, pages, MCP and Slack."""

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.metadata import version
from typing import TYPE_CHECKING, Self

from typing_extensions import override

from choice.assembly.desk import default_duration, open_store, purge_old
from choice.assembly.environment import environment_settings
from choice.assembly.local import desk_name
from choice.auth import Principal, TokenVerifier, open_verifier, secret_in
from choice.clock import Clock
from choice.conversations import (
    IDLE_SECONDS,
    Conversations,
    ProcessLock,
    TurnDependencies,
    Turns,
    default_terms,
    lock_folder,
    system_prompt,
)
from choice.demo.data import load_demo
from choice.desk import Desk, Person
from choice.desk.sql.store import SqlStore
from choice.errors import BadToken, InvalidSetting, MissingExtra
from choice.local import LOCAL_TENANT, local_user
from choice.preferences import PreferencesFile
from choice.providers import ModelClient, open_model
from choice.server.app import ASGIApp, HTTPConnection, OpenService, Route, WebSocket, build_app
from choice.server.http_server import ReportStartupErrors, Server, server_config
from choice.server.limits import open_limiter
from choice.server.middleware import authorization_of
from choice.server.service import Service
from choice.settings import Settings
from choice.sources.protocol import Source
from choice.sources.sql import SqlSource
from choice.telemetry import NO_TRACING, Metrics, Tracing, set_up_logging
from choice.web.live_socket import LiveSocket
from choice.web.pages import Pages
from choice.web.sessions import RequestGuard, Visitor, Visitors

if TYPE_CHECKING:
    from choice.assembly.mcp import McpMount
    from choice.assembly.slack import SlackMount


_DATABASE = "CHOICE_DATABASE_URL"


@dataclass(slots=True)
class Serving:
    """Builds, runs and drains the HTTP service of one process."""

    settings: Settings
    model: ModelClient | None = None
    """Model to use instead of the one in the settings."""
    source: Source | None = None
    """Data source to use instead of the tables in the database."""
    with_demo_data: bool = False
    idle_seconds: float = IDLE_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing | None = None
    """Tracing to use instead of the one in the settings."""
    desk: Desk | None = None
    """An open desk to use. If None, the service opens the desk of the settings."""
    clock: Clock | None = None
    """Replaces the system clock in tests. PostgreSQL uses the clock of its server."""
    pages: Pages = field(init=False)
    slack: "SlackMount | None" = None
    _mcp: "McpMount | None" = None
    _drain: Callable[[], Awaitable[None]] | None = None
    _verifier: TokenVerifier | None = None

    def __post_init__(self) -> None:
        settings = self.settings
        self.tracing = self.tracing or tracing_of(settings)
        # The cookies of the pages are signed with a key that is derived from the server's secret.
        secret = settings.jwt_secret or secret_in(settings.data_dir)
        visitors = Visitors(hashlib.sha256(f"pages:{secret}".encode()).digest())
        guard = RequestGuard(settings.own_hosts())
        preferences = PreferencesFile(settings.data_dir / "preferences.json")
        self.pages = Pages(visitors, guard, preferences, LiveSocket(self._person), self._holder)
        self._mcp = mcp_mount(settings)
        self.slack = slack_mount(settings)

    def _seconds(self) -> float:
        """Return the current Unix time."""
        return time.time() if self.clock is None else self.clock.now().timestamp()

    def sign_in_link(self) -> str:
        """Return a single-use link that signs in the local user."""
        visitor = Visitor(local_user(), LOCAL_TENANT, frozenset({"member", "analyst"}))
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return f"http://{host}:{self.settings.port}/sign-in#{self.pages.visitors.code_for(visitor)}"

    def _holder(self, connection: HTTPConnection) -> Visitor | None:
        """Return the user of the bearer token, or None if the request has no valid token."""
        if self._verifier is None:
            return None
        try:
            principal = self._verifier.verify(authorization_of(connection))
        except BadToken:
            return None
        return Visitor(principal.user, principal.tenant, principal.roles)

    def _person(self, socket: WebSocket) -> Person | None:
        """Return the user of a WebSocket, or None if nobody is signed in."""
        visitor = self.pages.visitor(socket)
        return None if visitor is None else Person(visitor.user, visitor.tenant, visitor.roles)

    @asynccontextmanager
    async def open_service(self) -> AsyncIterator[Service]:
        """Open the desk, the conversations and the model, and close them when the block ends."""
        settings = self.settings
        async with AsyncExitStack() as stack:
            if self.tracing is not None:
                # Exporting the last spans blocks: do it in a thread.
                stack.push_async_callback(asyncio.to_thread, self.tracing.close)
            desk, store = await self._opened_desk(stack)
            await purge_old(store, settings)
            if self.with_demo_data:
                await load_demo(store.database, LOCAL_TENANT, store.now().date())
            verifier = await stack.enter_async_context(open_verifier(settings, self._seconds))
            self._verifier = verifier
            limiter = open_limiter(settings)
            stack.push_async_callback(limiter.close)
            model = self.model or open_model(settings.model, settings.variables)
            stack.push_async_callback(model.close)
            conversations = Conversations(store.database, timedelta(days=settings.session_days))
            source = self.source or SqlSource(store.database)
            process = stack.enter_context(ProcessLock(lock_folder(settings.database_url, settings.data_dir)))
            listener = None if self.slack is None else self.slack.listener
            deps = TurnDependencies(
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
                terms=default_terms if listener is None else listener.terms,
            )
            turns = Turns(deps, listener)
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
            yield Service(
                desk,
                turns,
                conversations,
                identify,
                limiter,
                self.metrics,
                model.name,
                desk_name(settings),
            )

    async def _opened_desk(self, stack: AsyncExitStack) -> tuple[Desk, SqlStore]:
        settings, desk = self.settings, self.desk
        if desk is None:
            store, wakeups = await open_store(settings.database_url, settings, self.clock)
            desk = await stack.enter_async_context(
                Desk(store, wakeups, default_duration=default_duration(settings))
            )
        if not isinstance(desk.store, SqlStore):
            raise InvalidSetting(_DATABASE, "must be SQLite or PostgreSQL for the chat service.")
        return desk, desk.store

    async def drain(self) -> None:
        """End all running turns, each with a final event."""
        await self.pages.socket.stop()
        if self._drain is not None:
            await self._drain()

    def app(self, open_service: OpenService | None = None) -> ASGIApp:
        """Return the ASGI application. `open_service` replaces the method of that name."""
        return build_app(
            open_service or self.open_service,
            version=version("choicewire"),
            allowed_hosts=self.settings.answered_hosts(),
            metrics=self.metrics,
            tracing=self.tracing or NO_TRACING,
            extra_routes=[
                *self.pages.routes(),
                *([] if self._mcp is None else [Route("/mcp", self._mcp)]),
                *([] if self.slack is None else self.slack.routes()),
                self.pages.anywhere_else(),
            ],
        )


def _identify(verifier: TokenVerifier, pages: Pages) -> Callable[[HTTPConnection], Principal]:
    """Return a function that authenticates requests by bearer token or, without one, by session cookie."""

    def identify(connection: HTTPConnection) -> Principal:
        authorization = authorization_of(connection)
        visitor = pages.visitor(connection) if authorization is None else None
        if visitor is None:
            return verifier.verify(authorization)
        return Principal(visitor.user, visitor.tenant, visitor.roles)

    return identify


class EmbeddedServer(Server):
    """A server inside another program, which handles the signals itself."""

    @classmethod
    def of(cls, serving: Serving, started: Callable[[], None]) -> Self:
        """Return a server for a service. `started` is called when the server listens."""
        settings = serving.settings
        return cls(server_config(serving.app(), settings.host, settings.port), serving.drain, started)

    @override
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def run_until_cancelled(self) -> None:
        """Serve until the task is cancelled, then shut down gracefully."""
        try:
            await self.serve()
        except asyncio.CancelledError:
            self.should_exit = True
            await asyncio.shield(self.shutdown())
            raise


@asynccontextmanager
async def _running(turns: Turns, desk: Desk) -> AsyncIterator[Turns]:
    """Resume interrupted conversations at the start, and others when their questions are answered."""
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
    """ASGI factory: return the application, configured from the environment."""
    settings = environment_settings()
    set_up_logging(settings.log_format)
    return ReportStartupErrors(Serving(settings, with_demo_data=settings.model == "embedded").app())


_TELEMETRY = "Sending spans"
_SLACK = "Slack"

logger = logging.getLogger(__name__)


def mcp_mount(settings: Settings) -> "McpMount | None":
    """Return the application at `/mcp`, or None if the extra `mcp` is not installed."""
    try:
        from choice.assembly.mcp import McpMount  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return McpMount(settings)


def slack_mount(settings: Settings) -> "SlackMount | None":
    """Return the Slack integration, or None if its tokens are not set.

    Raises:
        MissingExtra: The packages of the extra `slack` are not installed.
    """
    if not settings.slack.is_on:
        return None
    try:
        from choice.assembly.slack import SlackMount  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_SLACK, extra="slack") from error
    return SlackMount(settings)


def tracing_of(settings: Settings) -> Tracing:
    """Return the tracing of the settings.

    A missing extra is logged and not raised, because the URL may be set for other programs.
    """
    if settings.telemetry_url is None:
        return NO_TRACING
    try:
        from choice.telemetry.otlp import open_telemetry  # noqa: PLC0415 - an extra
    except ImportError:
        logger.warning("%s", MissingExtra(_TELEMETRY, extra="telemetry"))
        return NO_TRACING
    return open_telemetry()
