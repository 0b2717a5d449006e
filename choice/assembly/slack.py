"""Slack inside the HTTP server: its routes, and its way to the model through the chat service."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from choice.assembly.slack_talks import SlackConversations, SlackReaders
from choice.chat.app import Route
from choice.chat.conversations import Conversations
from choice.chat.rate_limit import Limiter
from choice.chat.turns import Turns
from choice.clock import SystemClock
from choice.desk.database import Database
from choice.desk.desk import Desk
from choice.settings import Settings
from choice.slack.api.client import Session, SingleWorkspace, SystemTimer, Timer, open_session
from choice.slack.api.oauth import (
    INSTALL,
    REDIRECT,
    Installations,
    InstalledWorkspaces,
    OAuthEndpoints,
    TokenCipher,
    load_or_create_key,
)
from choice.slack.api.requests import EventsEndpoint
from choice.slack.service import Dependencies, SlackService, socket_mode

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class SlackMount:
    """The routes of Slack; they answer once the service behind them is open."""

    settings: Settings
    timer_of: Callable[[Database], Timer] = lambda database: SystemTimer(database.clock)
    service: SlackService | None = None
    _endpoint: EventsEndpoint = field(init=False)
    _oauth: OAuthEndpoints = field(default_factory=OAuthEndpoints)
    readers: SlackReaders = field(init=False)
    """Those who read along in Slack."""

    def __post_init__(self) -> None:
        self._endpoint = EventsEndpoint(self.settings.slack.signing_secret or "", SystemClock())
        self.readers = SlackReaders()

    def routes(self) -> list[Route]:
        """Return the routes; with a socket alone there are none."""
        if self.settings.slack.signing_secret is None:
            return []
        events = Route("/slack/events", self._endpoint.handle, methods=["POST"])
        if self.settings.slack.client_id is None:
            return [events]
        return [
            events,
            Route(INSTALL, self._oauth.install, methods=["GET"]),
            Route(REDIRECT, self._oauth.handle_redirect, methods=["GET"]),
        ]

    def greeting(self) -> str:
        """Return what is said when the server starts."""
        slack = self.settings.slack
        if slack.app_token is not None:
            return "Slack is connected over a socket."
        more = f"; workspaces install it at {INSTALL}" if slack.client_id is not None else ""
        return f"Slack is served at POST /slack/events{more}."

    @asynccontextmanager
    async def opened(
        self, desk: Desk, database: Database, conversations: Conversations, limiter: Limiter, turns: Turns
    ) -> AsyncIterator[None]:
        """Serve Slack for as long as the block lasts."""
        slack, talks = self.settings.slack, SlackConversations(conversations, limiter, turns)
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(open_session())
            dependencies = Dependencies(desk, database, talks, self.timer_of(database))
            service = await self._service(dependencies, session)
            self.readers.service = service
            await stack.enter_async_context(service.running())
            if slack.app_token is not None:
                await stack.enter_async_context(socket_mode(service, slack.app_token))
            self._endpoint.app, self._endpoint.is_ready = service.app, service.ready.is_set
            self.service = service
            try:
                yield
            finally:
                self._endpoint.app = None

    async def _service(self, dependencies: Dependencies, session: Session) -> SlackService:
        """Return the service for the workspace of the token, or for all that install the app."""
        slack = self.settings.slack
        if slack.client_id is None:
            return SlackService(
                slack, dependencies, SingleWorkspace(slack.bot_token or "", slack.tenant), session
            )
        vault = TokenCipher(slack.token_key or load_or_create_key(self.settings.data_dir))
        installations = Installations(dependencies.database, slack.client_id, vault)
        await installations.create_tables()
        workspaces = InstalledWorkspaces(installations)
        service = SlackService(slack, dependencies, workspaces, session)
        self._oauth.open(slack, service.api.client(), installations, workspaces)
        return service
