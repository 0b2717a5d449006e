"""Build the HTTP service from settings: desk, conversations, model, pages, MCP and Slack."""

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, Self

from typing_extensions import override

from choice.assembly.agent import configured_model
from choice.assembly.desk import default_duration, open_store, purge_old
from choice.assembly.environment import environment_settings
from choice.assembly.local import desk_name, local_principal, preferences_file
from choice.auth import Action, Entry, Principal, TokenVerifier, open_verifier, secret_in
from choice.clock import Clock
from choice.conversations import (
    Conversations,
    LearnedLimits,
    ProcessLock,
    PromptOf,
    Reader,
    TurnDependencies,
    Turns,
    default_terms,
    lock_folder,
    no_dialect,
    system_prompt,
    zone_named,
)
from choice.demo.data import load_demo
from choice.demo.persona import ROLE as DEMO_ROLE
from choice.desk import Desk
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import Database
from choice.errors import BadToken, InvalidSetting, MissingExtra
from choice.local import LOCAL_TENANT, local_user
from choice.providers import ModelClient
from choice.server.app import ASGIApp, BaseRoute, HTTPConnection, OpenService, Route, build_app
from choice.server.http_server import ReportStartupErrors, Server, server_config
from choice.server.limits import open_limiter
from choice.server.middleware import BODY_SECONDS, authorization_of
from choice.server.service import Service
from choice.settings import Settings
from choice.sources.own import open_source
from choice.sources.protocol import Source
from choice.sources.sql import SqlSource
from choice.telemetry import NO_TRACING, Metrics, Tracing, set_up_logging
from choice.web.live_socket import LiveSocket
from choice.web.pages import Pages
from choice.web.preferences import UserPreferences
from choice.web.proxy import ProxySignIn
from choice.web.sessions import CHECK_SECONDS, PageSession, PageSessions, RequestGuard

if TYPE_CHECKING:
    from choice.assembly.mcp import McpMount
    from choice.assembly.slack import SlackMount


_DATABASE = "CHOICE_DATABASE_URL"
MCP_ACTION: Final[Action] = "interaction.ask_oneself"
"""What the holder of a token must be allowed to do to connect to `/mcp`."""
_PROMPT_FILE = "CHOICE_SYSTEM_PROMPT_FILE"


@dataclass(slots=True)
class Serving:
    """Builds, runs and drains the HTTP service of one process."""

    settings: Settings
    model: ModelClient | None = None
    """Model to use instead of the one in the settings."""
    source: Source | None = None
    """Data source to use instead of the tables in the database."""
    with_demo_data: bool = False
    idle_seconds: float | None = None
    """Idle timeout of an answer to use instead of the one in the settings."""
    body_seconds: float = BODY_SECONDS
    """Seconds within which the body of a request must arrive."""
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing | None = None
    """Tracing to use instead of the one in the settings."""
    desk: Desk | None = None
    """An open desk to use. If None, the service opens the desk of the settings."""
    clock: Clock | None = None
    """Replaces the system clock in tests. PostgreSQL uses the clock of its server."""
    check_seconds: float = CHECK_SECONDS
    """Interval at which open sockets and MCP streams check that their caller is still signed in."""
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
        sessions = PageSessions(hashlib.sha256(f"pages:{secret}".encode()).digest(), self._seconds)
        guard = RequestGuard(settings.own_hosts())
        preferences = UserPreferences(preferences_file(settings), (LOCAL_TENANT, local_user()))
        socket = LiveSocket(self._session, self.check_seconds)
        self.pages = Pages(
            sessions, guard, preferences, socket, self._holder, sign_out_url=settings.sign_out_url
        )
        self._mcp = mcp_mount(settings, self.pages.preferences, self.check_seconds)
        self.slack = slack_mount(settings)

    def _seconds(self) -> float:
        """Return the current Unix time."""
        return time.time() if self.clock is None else self.clock.now().timestamp()

    def sign_in_link(self) -> str:
        """Return a single-use link that signs in the local user."""
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return (
            f"http://{host}:{self.settings.port}/sign-in#{self.pages.sessions.codes.issue(local_principal())}"
        )

    async def _session(self, connection: HTTPConnection) -> PageSession | None:
        return await self.pages.session(connection)

    def _holder(self, connection: HTTPConnection) -> Principal | None:
        """Return the user of the bearer token, or None if the request has no valid token."""
        if self._verifier is None:
            return None
        try:
            return self._verifier.verify(authorization_of(connection))
        except BadToken:
            return None

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
            if self.with_demo_data or settings.demo_data:
                await load_demo(store.database, LOCAL_TENANT, store.now().date())
            verifier = await stack.enter_async_context(open_verifier(settings, self._seconds))
            self._verifier = verifier
            if settings.proxy is not None:
                verify = verifier.for_proxy().verify
                proxy = settings.proxy
                self.pages.proxy = ProxySignIn(proxy.header, proxy.trusted, verify, self._seconds)
            limiter = open_limiter(settings)
            stack.push_async_callback(limiter.close)
            model = self.model or configured_model(settings)
            stack.push_async_callback(model.close)
            conversations = Conversations(store.database, timedelta(days=settings.session_days))
            source = self.source or source_of(settings, store.database)
            process = stack.enter_context(ProcessLock(lock_folder(settings.database_url, settings.data_dir)))
            listener = None if self.slack is None else self.slack.listener
            deps = TurnDependencies(
                desk,
                conversations,
                model,
                source,
                store.database.clock,
                self._system_prompt(),
                idle_seconds=self.idle_seconds or settings.model_settings.silence_seconds,
                total_seconds=settings.model_settings.timeout_seconds,
                limits=LearnedLimits(settings.model_settings.tools),
                metrics=self.metrics,
                tracing=self.tracing or NO_TRACING,
                process=process,
                terms=default_terms if listener is None else listener.terms,
                dialect_of=no_dialect if listener is None else listener.dialect,
                reader=Reader(zone_named(settings.time_zone) or UTC),
                dashboard_url=settings.dashboard_url,
                quick_questions=settings.quick_questions,
            )
            turns = Turns(deps, listener)
            if self.slack is not None:
                await stack.enter_async_context(
                    self.slack.opened(desk, store.database, conversations, limiter, turns)
                )
            await stack.enter_async_context(_running(turns, desk))
            self._drain = turns.drain
            self.pages.sessions.open(store.database)
            self.pages.preferences.open(store.database)
            await self.pages.socket.attach(desk, partial(limiter.acquire_slot, held="sockets"))
            if self._mcp is not None:
                await stack.enter_async_context(self._mcp.opened(desk, verifier, limiter))
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

    def _system_prompt(self) -> PromptOf:
        """Return the system prompt with the role in the settings."""
        file = self.settings.model_settings.system_prompt_file
        if file is None:
            return partial(system_prompt, role=DEMO_ROLE) if self.with_demo_data else system_prompt
        try:
            role = file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise InvalidSetting(_PROMPT_FILE, f"cannot be read: {reason}.") from error
        return partial(system_prompt, role=role)

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
            cors_origins=self.settings.cors_origins,
            metrics=self.metrics,
            tracing=self.tracing or NO_TRACING,
            entries=self.entries(),
            body_seconds=self.body_seconds,
        )

    def entries(self) -> list[Entry[BaseRoute]]:
        """Return the routes of the pages, MCP and Slack with their actions."""
        entries = self.pages.entries()
        if self._mcp is not None:
            entries.append(Entry(Route("/mcp", self._mcp), MCP_ACTION))
        if self.slack is not None:
            entries += self.slack.entries()
        return [*entries, self.pages.anywhere_else()]


def _identify(verifier: TokenVerifier, pages: Pages) -> Callable[[HTTPConnection], Awaitable[Principal]]:
    """Return a function that authenticates requests by bearer token or, without one, by session cookie."""

    async def identify(connection: HTTPConnection) -> Principal:
        authorization = authorization_of(connection)
        session = await pages.session(connection) if authorization is None else None
        return verifier.verify(authorization) if session is None else session.principal

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


def has_demo_data(settings: Settings) -> bool:
    """Return whether the service answers from sample rows: with the demo model, but not with an agent."""
    return settings.model == "embedded" and settings.agent is None


def app_of_environment() -> ASGIApp:
    """ASGI factory: return the application, configured from the environment."""
    settings = environment_settings()
    set_up_logging(settings.log_format)
    return ReportStartupErrors(Serving(settings, with_demo_data=has_demo_data(settings)).app())


def source_of(settings: Settings, database: Database) -> Source:
    """Return the data source of the settings: your own, or the tables of the database.

    Raises:
        InvalidSetting: The source cannot be loaded.
    """
    return SqlSource(database) if settings.source is None else open_source(settings.source)


_TELEMETRY = "Sending spans"
_SLACK = "Slack"

logger = logging.getLogger(__name__)


def mcp_mount(settings: Settings, preferences: UserPreferences, check_seconds: float) -> "McpMount | None":
    """Return the application at `/mcp`, or None if the extra `mcp` is not installed."""
    try:
        from choice.assembly.mcp import McpMount  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return McpMount(settings, preferences, check_seconds)


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
