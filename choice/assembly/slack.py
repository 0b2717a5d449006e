"""Slack integration of the HTTP server: routes, and conversations with the model in Slack threads."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from choice.auth import Entry, Principal, principal_for
from choice.clock import SystemClock
from choice.conversations import (
    Conversation,
    ConversationBusy,
    Conversations,
    NewConversation,
    NothingToRetry,
    NullListener,
    Owner,
    Retry,
    TurnOutput,
    Turns,
    UnknownConversation,
    UserMessage,
    default_terms,
)
from choice.conversations.cards import asker_of
from choice.desk import Desk, Terms
from choice.desk.sql.transaction import Database
from choice.errors import LimiterUnavailable, RateLimited, StoreError
from choice.server.app import BaseRoute, Route
from choice.server.limits import Limiter
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
from choice.slack.store import Thread
from choice.slack.talk import ModelBusy, ModelMessage, ModelRateLimited, Reader
from choice.wire import Completed, Event, Failed

logger = logging.getLogger(__name__)

_DIALECT = "user_choice_group"
DAY = 24 * 60 * 60.0
"""Timeout of questions in Slack, in seconds."""


class SlackConversations:
    """Runs Slack threads as conversations of the chat service."""

    def __init__(self, conversations: Conversations, limiter: Limiter, turns: Turns) -> None:
        self._conversations, self._limiter, self._turns = conversations, limiter, turns

    async def send(self, thread: Thread, text: str, message_id: str) -> None:
        """Send a message of the thread's owner to the model; return when its turn has ended."""
        turns = self._turns
        if turns.is_draining:
            raise ModelBusy
        principal = principal_for(thread.owner, thread.place.tenant, frozenset({"member"}))
        wanted = UserMessage(text, message_id)
        sent = await self._message_ids(thread)
        if message_id not in sent:
            await self._count(principal)
        new = NewConversation(thread.conversation_id, "thread", "chat")
        try:
            turn = await turns.begin(
                principal, thread.conversation_id, Retry() if message_id in sent else wanted, new=new
            )
        except ConversationBusy as error:
            raise ModelBusy from error
        except NothingToRetry:
            return
        await turns.running.run_with_listener(turn)

    async def _message_ids(self, thread: Thread) -> set[str]:
        owner = Owner(thread.place.tenant, thread.owner)
        try:
            _conversation, messages = await self._conversations.read(thread.conversation_id, owner)
        except UnknownConversation:
            return set()
        return {message.id for message in messages}

    async def _count(self, principal: Principal) -> None:
        try:
            await self._limiter.acquire(principal)
        except (RateLimited, LimiterUnavailable) as error:
            raise ModelRateLimited from error

    async def messages_after(self, thread: Thread, message_id: str | None) -> list[ModelMessage]:
        """Return the model's messages after the message with this id, oldest first; all if it is unknown."""
        owner = Owner(thread.place.tenant, thread.owner)
        try:
            _conversation, messages = await self._conversations.read(thread.conversation_id, owner)
        except UnknownConversation:
            return []
        ids = [message.id for message in messages]
        start = ids.index(message_id) + 1 if message_id in ids else 0
        written = [message for message in messages[start:] if message.role == "assistant"]
        return [ModelMessage(message.id, message.content) for message in written]


class SlackTurnListener:
    """Streams turns to Slack threads, and sets the terms of their questions."""

    def __init__(self) -> None:
        self.service: SlackService | None = None
        self._no_listener = NullListener()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def output(self, conversation: Conversation) -> AsyncIterator[TurnOutput]:
        """Yield the vocabulary and sink of the next turn: of the Slack thread if the conversation has one."""
        if self.service is None:
            async with self._no_listener.output(conversation) as output:
                yield output
            return
        async with self.service.relay.turn(conversation.id, conversation.tenant) as reader:
            if reader is None:
                async with self._no_listener.output(conversation) as output:
                    yield output
            else:
                yield PlainWords(reader), ReaderSink(reader)

    async def expects_answer(self, conversation: Conversation) -> bool:
        """Return whether a conversation belongs to a Slack thread."""
        if self.service is None:
            return False
        return await self.service.threads.of(conversation.id, conversation.tenant) is not None

    def turn_ended(self, conversation: Conversation) -> None:
        """Post the missing text of a turn to its Slack thread. The turn may have run elsewhere."""
        service = self.service
        if service is not None:
            task = asyncio.get_running_loop().create_task(self._catch_up(service, conversation))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, service: SlackService, conversation: Conversation) -> None:
        try:
            thread = await service.threads.of(conversation.id, conversation.tenant)
            if thread is not None:
                await service.relay.catch_up(thread)
                await service.surface.announce_queued(asker_of(conversation))
        except StoreError as error:
            logger.warning("Posting to Slack is delayed: %s", error)

    async def dialect(self, conversation: Conversation) -> str | None:
        """Return the richest dialect for Slack threads, with forms, context and descriptions."""
        return _DIALECT if await self.expects_answer(conversation) else None

    async def terms(self, conversation: Conversation) -> Terms:
        """Return the terms of a conversation's questions. Questions in Slack stay open for a day."""
        service = self.service
        thread = None if service is None else await service.threads.of(conversation.id, conversation.tenant)
        if service is None or thread is None:
            return await default_terms(conversation)
        audience = service.answerers.audience(thread.owner, thread.place.channel)
        return {"audience": audience, "policy": "wait", "timeout": DAY}


class PlainWords:
    """Vocabulary that passes text through and reports the end of the turn to the reader."""

    headers: tuple[tuple[str, str], ...] = ()

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def text(self, text: str) -> str:
        """Return the text."""
        return text

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the text of several pieces."""
        return "".join(pieces)

    def event(self, event: Event) -> str:
        """Report the end of the turn to the reader. Return no text."""
        if isinstance(event, Completed):
            self._reader.completed(event.message_id, event.state)
        elif isinstance(event, Failed):
            self._reader.failed(event.code)
        return ""


class ReaderSink:
    """Sink that passes text to a Slack thread. The thread buffers it, so there is no back-pressure."""

    is_full = False

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._more: Callable[[], str] | None = None

    def push(self, frames: str) -> None:
        """Write text."""
        self._draw()
        if frames:
            self._reader.write(frames)

    def finish(self, frames: str) -> None:
        """Write the last text."""
        self.push(frames)

    def expect(self, more: Callable[[], str]) -> None:
        """Fetch available text in the next iteration of the event loop."""
        self._more = more
        asyncio.get_running_loop().call_soon(self._draw)

    async def drain(self) -> None:
        """Return at once."""

    def _draw(self) -> None:
        more, self._more = self._more, None
        text = "" if more is None else more()
        if text:
            self._reader.write(text)


@dataclass(slots=True)
class SlackMount:
    """Slack routes of the HTTP server. They work once the service is open."""

    settings: Settings
    timer_of: Callable[[Database], Timer] = lambda database: SystemTimer(database.clock)
    service: SlackService | None = None
    _endpoint: EventsEndpoint = field(init=False)
    _oauth: OAuthEndpoints = field(default_factory=OAuthEndpoints)
    listener: SlackTurnListener = field(init=False)
    """Streams turns to Slack threads."""

    def __post_init__(self) -> None:
        self._endpoint = EventsEndpoint(self.settings.slack.signing_secret or "", SystemClock())
        self.listener = SlackTurnListener()

    def entries(self) -> list[Entry[BaseRoute]]:
        """Return the routes, or none if only Socket Mode is configured.

        Slack signs its requests; what their users may do is declared with the actions of the events.
        """
        return [Entry(route, "public") for route in self._routes()]

    def _routes(self) -> list[Route]:
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
        """Return the line that is printed when the server starts."""
        slack = self.settings.slack
        if slack.app_token is not None:
            return "Slack is connected over a socket."
        more = f"; workspaces install it at {INSTALL}" if slack.client_id is not None else ""
        return f"Slack is served at POST /slack/events{more}."

    @asynccontextmanager
    async def opened(
        self, desk: Desk, database: Database, conversations: Conversations, limiter: Limiter, turns: Turns
    ) -> AsyncIterator[None]:
        """Serve Slack within the block."""
        slack, talks = self.settings.slack, SlackConversations(conversations, limiter, turns)
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(open_session())
            dependencies = Dependencies(desk, database, talks, self.timer_of(database))
            service = await self._service(dependencies, session)
            self.listener.service = service
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
        """Return the service for the workspace of the bot token, or for all that installed the app."""
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
