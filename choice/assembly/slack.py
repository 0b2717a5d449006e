"""Slack inside the HTTP server: its routes, and its way to the model through the chat service."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from choice.assembly.slack_talks import ChatTalks, SlackReaders
from choice.chat.app import Route
from choice.chat.conversations import Conversations
from choice.chat.rate_limit import Limiter
from choice.chat.turns import Turns
from choice.clock import SystemClock
from choice.desk.database import Database
from choice.desk.desk import Desk
from choice.settings import Settings
from choice.slack.api.client import OneWorkspace, Session, SystemTimer, Timer, open_session
from choice.slack.api.oauth import (
    INSTALL,
    REDIRECT,
    Installations,
    InstalledWorkspaces,
    Installing,
    TokenVault,
    key_in,
)
from choice.slack.api.requests import FrontDoor
from choice.slack.service import Around, SlackService, socket_mode

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class SlackMount:
    """The routes of Slack; they answer once the service behind them is open."""

    settings: Settings
    timer_of: Callable[[Database], Timer] = lambda database: SystemTimer(database.clock)
    service: SlackService | None = None
    _door: FrontDoor = field(init=False)
    _installing: Installing = field(default_factory=Installing)
    readers: SlackReaders = field(init=False)
    """Those who read along in Slack."""

    def __post_init__(self) -> None:
        self._door = FrontDoor(self.settings.slack.signing_secret or "", SystemClock())
        self.readers = SlackReaders()

    def routes(self) -> list[Route]:
        """Return the routes; with a socket alone there are none."""
        if self.settings.slack.signing_secret is None:
            return []
        events = Route("/slack/events", self._door.take, methods=["POST"])
        if self.settings.slack.client_id is None:
            return [events]
        return [
            events,
            Route(INSTALL, self._installing.leave, methods=["GET"]),
            Route(REDIRECT, self._installing.come_back, methods=["GET"]),
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
        slack, talks = self.settings.slack, ChatTalks(conversations, limiter, turns)
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(open_session())
            around = Around(desk, database, talks, self.timer_of(database))
            service = await self._service(around, session)
            self.readers.service = service
            await stack.enter_async_context(service.running())
            if slack.app_token is not None:
                await stack.enter_async_context(socket_mode(service, slack.app_token))
            self._door.app, self._door.is_ready = service.app, service.ready.is_set
            self.service = service
            try:
                yield
            finally:
                self._door.app = None

    async def _service(self, around: Around, session: Session) -> SlackService:
        """Return the service for the workspace of the token, or for all that install the app."""
        slack = self.settings.slack
        if slack.client_id is None:
            return SlackService(slack, around, OneWorkspace(slack.bot_token or "", slack.tenant), session)
        vault = TokenVault(slack.token_key or key_in(self.settings.data_dir))
        installations = Installations(around.database, slack.client_id, vault)
        await installations.make_tables()
        workspaces = InstalledWorkspaces(installations)
        service = SlackService(slack, around, workspaces, session)
        self._installing.open(slack, service.api.client(), installations, workspaces)
        return service
