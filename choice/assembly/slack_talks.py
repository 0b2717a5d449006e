"""The way between threads of Slack and the conversations of the chat service."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from choice.chat.answering import Retry, Said
from choice.chat.asking import usual_terms
from choice.chat.conversation import Conversation, ConversationBusy, NothingToRetry, UnknownConversation
from choice.chat.conversation_units import NewConversation, Owner
from choice.chat.conversations import Conversations
from choice.chat.principal import Principal
from choice.chat.rate_limit import Limiter
from choice.chat.readers import NobodyReads, Reading
from choice.chat.refusals import LimiterUnavailable, RateLimited
from choice.chat.turns import Turns
from choice.desk.asking import Terms
from choice.errors import StoreError
from choice.slack.service import SlackService
from choice.slack.store import Thread
from choice.slack.talk import ModelBusy, ModelMessage, ModelRateLimited, Reader
from choice.wire.events import Completed, Event, Failed

logger = logging.getLogger(__name__)

DAY = 24 * 60 * 60.0
"""How long a question in Slack can be answered, in seconds."""


class SlackConversations:
    """Leads the conversations of Slack in the chat service."""

    def __init__(self, conversations: Conversations, limiter: Limiter, turns: Turns) -> None:
        self._conversations, self._limiter, self._turns = conversations, limiter, turns

    async def send(self, thread: Thread, text: str, message_id: str) -> None:
        """Tell the model what the owner of a thread said; return when it has answered."""
        turns = self._turns
        if turns.is_draining:
            raise ModelBusy
        principal = Principal(thread.owner, thread.place.tenant, frozenset({"member"}))
        wanted = Said(text, message_id)
        said = await self._said(thread)
        if message_id not in said:
            await self._count(principal)
        new = NewConversation(thread.conversation_id, "thread", "chat")
        try:
            turn = await turns.begin(
                principal, thread.conversation_id, Retry() if message_id in said else wanted, new=new
            )
        except ConversationBusy as error:
            raise ModelBusy from error
        except NothingToRetry:
            return
        await turns.running.read_along(turn)

    async def _said(self, thread: Thread) -> set[str]:
        owner = Owner(thread.place.tenant, thread.owner)
        try:
            _conversation, messages = await self._conversations.read(thread.conversation_id, owner)
        except UnknownConversation:
            return set()
        return {message.id for message in messages}

    async def _count(self, principal: Principal) -> None:
        try:
            await self._limiter.take(principal)
        except (RateLimited, LimiterUnavailable) as error:
            raise ModelRateLimited from error

    async def messages_after(self, thread: Thread, message_id: str | None) -> list[ModelMessage]:
        """Return what the model wrote after one of its messages, the oldest first."""
        owner = Owner(thread.place.tenant, thread.owner)
        try:
            _conversation, messages = await self._conversations.read(thread.conversation_id, owner)
        except UnknownConversation:
            return []
        ids = [message.id for message in messages]
        start = ids.index(message_id) + 1 if message_id in ids else 0
        written = [message for message in messages[start:] if message.role == "assistant"]
        return [ModelMessage(message.id, message.content) for message in written]


class SlackReaders:
    """Lets threads of Slack read along, and asks there on Slack's terms."""

    def __init__(self) -> None:
        self.service: SlackService | None = None
        self._nobody = NobodyReads()
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def reading(self, conversation: Conversation) -> AsyncIterator[Reading]:
        """Return where the words of the next turn go."""
        if self.service is None:
            async with self._nobody.reading(conversation) as nobody:
                yield nobody
            return
        async with self.service.relay.turn(conversation.id, conversation.tenant) as reader:
            if reader is None:
                async with self._nobody.reading(conversation) as nobody:
                    yield nobody
            else:
                yield PlainWords(reader), ReaderSink(reader)

    async def waits(self, conversation: Conversation) -> bool:
        """Tell whether a conversation is led in Slack: nobody there asks for an answer again."""
        if self.service is None:
            return False
        return await self.service.threads.of(conversation.id, conversation.tenant) is not None

    def ended(self, conversation: Conversation) -> None:
        """Have told in its thread what a turn wrote that was begun elsewhere."""
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
        except StoreError as error:
            logger.warning("What was written is told in Slack later: %s", error)

    async def terms(self, conversation: Conversation) -> Terms:
        """Return of whom and for how long a conversation asks: in Slack for a day."""
        service = self.service
        thread = None if service is None else await service.threads.of(conversation.id, conversation.tenant)
        if service is None or thread is None:
            return await usual_terms(conversation)
        audience = service.answerers.audience(thread.owner, thread.place.channel)
        return {"audience": audience, "policy": "wait", "timeout": DAY}


class PlainWords:
    """A vocabulary of nothing but the text; what else happens is told to the reader."""

    headers: tuple[tuple[str, str], ...] = ()

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def text(self, text: str) -> str:
        """Return the text."""
        return text

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the text of pieces that are ready together."""
        return "".join(pieces)

    def event(self, event: Event) -> str:
        """Tell how the turn ended."""
        if isinstance(event, Completed):
            self._reader.completed(event.message_id, event.state)
        elif isinstance(event, Failed):
            self._reader.failed(event.code)
        return ""


class ReaderSink:
    """Passes text on as it comes; a thread takes it when it can, so nobody waits for room."""

    is_full = False

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._more: Callable[[], str] | None = None

    def push(self, frames: str) -> None:
        """Let text go."""
        self._draw()
        if frames:
            self._reader.write(frames)

    def finish(self, frames: str) -> None:
        """Let the last text go."""
        self.push(frames)

    def expect(self, more: Callable[[], str]) -> None:
        """Learn that there is text; it is fetched with the next turn of the loop."""
        self._more = more
        asyncio.get_running_loop().call_soon(self._draw)

    async def room(self) -> None:
        """Wait for nothing."""

    def _draw(self) -> None:
        more, self._more = self._more, None
        text = "" if more is None else more()
        if text:
            self._reader.write(text)
