"""Turns of a conversation: a person says something, the model answers, and what it asks comes to the desk."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import dropwhile

from choice.auth.principal import Principal
from choice.conversations.answering import Answering, Input, Prepared, Retry, Said
from choice.conversations.asking import Asking
from choice.conversations.cards import COMMAND
from choice.conversations.frames import NobodyReads, Readers
from choice.conversations.history import new_message_id
from choice.conversations.models import NO_DETAILS, Message, State, UnknownConversation
from choice.conversations.parts import Parts
from choice.conversations.running import Resuming, RunningTurns
from choice.conversations.sql import NewConversation, NewMessage, Owner
from choice.conversations.store import Conversations, owner_of
from choice.conversations.turn import Turn
from choice.sources.protocol import DatabaseSource, Look, Source


def without_stopped(messages: Sequence[Message]) -> list[Message]:
    """Return what was said without the stopped answers at its end, so that the last message has none."""
    kept = list(dropwhile(lambda each: each.details.ending == "stopped", reversed(messages)))
    return kept[::-1]


_RENEWING_SECONDS = 2.0
_PURGING = timedelta(days=1)

logger = logging.getLogger(__name__)


class Turns:
    """Begins turns, and looks after those that run and those that go on by themselves."""

    def __init__(self, parts: Parts, readers: Readers | None = None) -> None:
        readers = readers or NobodyReads()
        self._parts = parts
        self._answering = Answering(parts.desk, parts.metrics)
        self._source = _beside(parts.conversations, parts.source)
        self.running = RunningTurns(parts, readers)
        self.resuming = Resuming(parts, self._answering, self.running, readers)
        self._purged_at: datetime | None = None

    @property
    def is_draining(self) -> bool:
        """Whether the server stops."""
        return self.running.draining.is_set()

    async def begin(  # noqa: PLR0913 - what is known of the conversation
        self,
        principal: Principal,
        conversation_id: str,
        wanted: Input,
        *,
        new: NewConversation | None = None,
        is_unknown: bool = False,
        past: list[Message] | None = None,
    ) -> Turn:
        """Take what a person said; when this returns, it is kept, and `run` of the turn answers it.

        `new` is the conversation to make where there is none; with `is_unknown` there cannot be one.
        `past` is told to the model before the first message of a new conversation.

        Raises:
            UnknownConversation: There is none, or it is somebody else's.
            ConversationBusy: The last message is still being answered.
            UnknownInteraction, InteractionClosed, InvalidAnswer: The answer to a card cannot be taken.
        """
        lease = self.running.new_lease()
        said = _typed(wanted)
        conversations, owner = self._parts.conversations, owner_of(principal)
        if new is not None and said is not None and is_unknown:
            taken = await conversations.start(new, owner, lease, said, self._look(said.content, principal))
        else:
            taken = await conversations.take(conversation_id, owner, lease, new=new, said=said)
        conversation = taken.conversation
        messages = without_stopped(taken.messages) if isinstance(wanted, Retry) else taken.messages
        try:
            if taken.is_said:
                prepared = Prepared((said,) if said else ())
            else:
                prepared = await self._answering.prepare(conversation, messages, wanted)
                await self._parts.conversations.say(conversation, prepared.said)
        except BaseException:
            state: State = "idle" if conversation.state == "working" else conversation.state
            await asyncio.shield(self._parts.conversations.let_go(conversation, lease, state))
            raise
        told = messages or past or []
        return self.running.add(conversation, principal, lease, told, prepared, taken.found)

    def _look(self, words: str, principal: Principal) -> Look | None:
        """Return how to find what matters to a message while it is kept, where one database serves both."""
        words = words.strip()
        if self._source is None or words == COMMAND:
            return None
        return self._source.look(words, principal, self._parts.clock.now())

    async def would_answer(self, principal: Principal, conversation_id: str, content: str) -> bool:
        """Tell whether typed words name an option of the question that is open in a conversation."""
        try:
            conversation, messages = await self._parts.conversations.read(
                conversation_id, owner_of(principal)
            )
        except UnknownConversation:
            return False
        return await self._answering.would_answer(conversation, messages, content)

    async def leave(self, conversation_id: str, owner: Owner) -> None:
        """Forget a conversation; what is open in it is superseded.

        Raises:
            UnknownConversation: There is none, or it is somebody else's.
        """
        conversation = await self._parts.conversations.get(conversation_id, owner)
        for turn in self.running.of(conversation_id):
            await turn.forget()
        await Asking(self._parts.desk).drop_unknown(conversation, [])
        await self._parts.conversations.delete(conversation_id, owner)

    # --- Keeping on ---

    async def start(self) -> None:
        """Go on with conversations that were left: by a process that died, or while none was running."""
        await self.purge_daily()
        await self.resuming.take_up_waiting()

    async def keep_alive(self) -> None:
        """Say until cancelled that the turns of this process are alive, and look for those of dead ones."""
        while True:
            await asyncio.sleep(_RENEWING_SECONDS)
            try:
                await self.running.renew()
                self.running.end_unwelcome()
                await self.resuming.take_up_left()
                await self.purge_daily()
            except Exception:
                logger.exception("Turns could not be kept alive; it is tried again")

    async def purge_daily(self) -> None:
        """Forget conversations that have expired, unless that was done within a day."""
        now = self._parts.clock.now()
        if self._purged_at is None or now - self._purged_at >= _PURGING:
            await self._parts.conversations.purge()
            self._purged_at = now

    async def drain(self) -> None:
        """End all turns with a last event, and begin no more."""
        self.running.drain()
        await self.resuming.stop()


def _beside(conversations: Conversations, source: Source) -> DatabaseSource | None:
    """Return a source if its data lies in the database that keeps the conversations."""
    if isinstance(source, DatabaseSource) and source.database is conversations.database:
        return source
    return None


def _typed(wanted: Input) -> NewMessage | None:
    if isinstance(wanted, Said):
        return NewMessage(wanted.message_id or new_message_id(), "user", wanted.content, NO_DETAILS)
    return None
