"""Turns of a conversation: a person says something, the model answers, and what it asks comes to the desk."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

from choice.answers import Superseded
from choice.chat.answering import SURFACE, Answering, Input, Prepared, Retry, Said
from choice.chat.asking import Asking
from choice.chat.cards import is_of_chat
from choice.chat.conversation import (
    NO_DETAILS,
    Conversation,
    ConversationBusy,
    Message,
    State,
    UnknownConversation,
)
from choice.chat.conversation_units import NewConversation, NewMessage, Owner
from choice.chat.conversations import Conversations, owner_of
from choice.chat.mode_card import COMMAND
from choice.chat.outcome_messages import new_message_id
from choice.chat.parts import Parts
from choice.chat.principal import Principal
from choice.chat.random_ids import random_hex
from choice.chat.readers import NobodyReads, Readers
from choice.chat.sources.source import DatabaseSource, Look, Source
from choice.chat.stopped_answers import without_stopped
from choice.chat.turn import Turn
from choice.desk.interaction import Interaction

_RENEWING_SECONDS = 2.0
_PURGING = timedelta(days=1)
MOST_RESUMING = 8
"""So many conversations go on at once with nobody reading along; the others wait for their turn."""

logger = logging.getLogger(__name__)


class Turns:
    """Begins turns, keeps them alive, and goes on where a question was answered on another surface."""

    name = "chat"
    """As a surface of the desk: a card in a conversation."""

    def __init__(self, parts: Parts, readers: Readers | None = None) -> None:
        self._parts = parts
        self._readers = readers or NobodyReads()
        self._answering = Answering(parts.desk, parts.metrics)
        self._source = _beside(parts.conversations, parts.source)
        self._running: dict[str, Turn] = {}
        self._waiting_for_turn: dict[str, Owner] = {}
        """Conversations to go on with as soon as their turn has ended."""
        self._resuming: set[asyncio.Task[Any]] = set()
        self._places = asyncio.Semaphore(MOST_RESUMING)
        self._purged_at: datetime | None = None
        self.draining = asyncio.Event()
        """Set when the server stops: nothing more is begun, and nobody is kept waiting."""

    @property
    def is_draining(self) -> bool:
        """Whether the server stops."""
        return self.draining.is_set()

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
        lease = self._new_lease()
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
        turn = Turn(self._parts, conversation, principal, lease, told, prepared, self._ended, taken.found)
        self._running[lease] = turn
        return turn

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
        for turn in list(self._running.values()):
            if turn.conversation.id == conversation_id:
                await turn.forget()
        await Asking(self._parts.desk).drop_unknown(conversation, [])
        await self._parts.conversations.delete(conversation_id, owner)

    # --- As a surface of the desk ---

    async def show(self, interaction: Interaction) -> None:
        """Do nothing: whoever asked has shown it."""

    async def close(self, interaction: Interaction) -> None:
        """Go on with a conversation whose question has ended somewhere else, with an answer or without."""
        conversation_id = interaction.asked_by.conversation
        if not is_of_chat(interaction) or conversation_id is None or self.is_draining:
            return
        outcome = interaction.outcome
        # What was answered or left in the conversation itself is told by the turn in which that happened.
        is_ours = isinstance(outcome, Superseded | None) or getattr(outcome, "surface", None) == SURFACE
        if not is_ours and not interaction.acknowledged_at:
            owner = Owner(interaction.asked_by.tenant, interaction.audience.users[0])
            self._resume(conversation_id, owner)

    # --- Keeping on ---

    async def start(self) -> None:
        """Go on with conversations that were left: by a process that died, or while none was running."""
        await self.purge_daily()
        await self._bury_the_dead()
        for conversation in await self._parts.conversations.waiting():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def keep_alive(self) -> None:
        """Say until cancelled that the turns of this process are alive, and look for those of dead ones."""
        while True:
            await asyncio.sleep(_RENEWING_SECONDS)
            try:
                if self._running:
                    await self._parts.conversations.renew(list(self._running))
                self.end_unwelcome()
                await self.take_up_left()
                await self.purge_daily()
            except Exception:
                logger.exception("Turns could not be kept alive; it is tried again")

    def end_unwelcome(self) -> None:
        """End the turns of those whose token has ended since they asked, each with a last event."""
        for turn in list(self._running.values()):
            if not turn.is_welcome():
                turn.end_for_good()

    async def purge_daily(self) -> None:
        """Forget conversations that have expired, unless that was done within a day."""
        now = self._parts.clock.now()
        if self._purged_at is None or now - self._purged_at >= _PURGING:
            await self._parts.conversations.purge()
            self._purged_at = now

    async def take_up_left(self) -> None:
        """Go on with conversations whose process died, or let them be said something again."""
        await self._bury_the_dead()
        for conversation in await self._parts.conversations.left():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def _bury_the_dead(self) -> None:
        """End the leases of processes that died beside this one: nobody need wait for their end."""
        process = self._parts.process
        for name in await asyncio.to_thread(process.dead):
            await self._parts.conversations.end_leases(name)
            await asyncio.to_thread(process.bury, name)

    def _new_lease(self) -> str:
        return f"{self._parts.process.name}.{random_hex()}"

    async def drain(self) -> None:
        """End all turns with a last event, and begin no more."""
        self.draining.set()
        for turn in list(self._running.values()):
            turn.end_for_shutdown()
        for task in self._resuming:
            task.cancel()
        await asyncio.gather(*self._resuming, return_exceptions=True)

    async def settled(self) -> None:
        """Wait until nothing goes on that was answered somewhere else."""
        await asyncio.gather(*self._resuming, return_exceptions=True)

    def _resume(self, conversation_id: str, owner: Owner) -> None:
        task = asyncio.get_running_loop().create_task(self._go_on(conversation_id, owner))
        self._resuming.add(task)
        task.add_done_callback(self._resuming.discard)

    async def _go_on(self, conversation_id: str, owner: Owner) -> None:
        """Go on with a conversation once there is a place."""
        async with self._places:
            await self._catch_up(conversation_id, owner)

    async def _catch_up(self, conversation_id: str, owner: Owner) -> None:
        """Answer, with nobody reading along, what was said elsewhere; another process may be faster."""
        parts, lease = self._parts, self._new_lease()
        try:
            if not await self._has_to_go_on(conversation_id, owner):
                return
            taken = await parts.conversations.take(conversation_id, owner, lease)
        except UnknownConversation:
            return
        except ConversationBusy:
            # If its own turn is still on its way to its end, that has asked what was answered so fast.
            if any(turn.conversation.id == conversation_id for turn in self._running.values()):
                self._waiting_for_turn[conversation_id] = owner
            return
        conversation = taken.conversation
        try:
            if conversation.state == "working":
                await Asking(parts.desk).drop_unknown(conversation, taken.messages)
            prepared = await self._answering.caught_up(conversation, taken.messages)
            if not prepared.proceeds and await self._broke_off(conversation, taken.messages, prepared):
                prepared = Prepared()
            if prepared.proceeds:
                await parts.conversations.say(conversation, prepared.said)
        except BaseException:
            await asyncio.shield(parts.conversations.let_go(conversation, lease, "waiting"))
            raise
        if not prepared.proceeds:
            await parts.conversations.let_go(conversation, lease, _state_after(conversation.state, prepared))
            return
        principal = Principal(owner.user, owner.tenant)
        turn = Turn(parts, conversation, principal, lease, taken.messages, prepared, self._ended)
        self._running[lease] = turn
        await self.read_along(turn)

    async def read_along(self, turn: Turn) -> None:
        """Run a turn with whoever reads its conversation from elsewhere, or with nobody."""
        async with self._readers.reading(turn.conversation) as (vocabulary, frames):
            await turn.run(vocabulary, frames)

    async def _has_to_go_on(self, conversation_id: str, owner: Owner) -> bool:
        """Tell whether there is something to do, before anybody is kept from the conversation."""
        conversation, messages = await self._parts.conversations.read(conversation_id, owner)
        if conversation.state == "working":
            return True
        prepared = await self._answering.caught_up(conversation, messages)
        return prepared.proceeds or (prepared.is_over and conversation.state == "waiting")

    async def _broke_off(
        self, conversation: Conversation, messages: list[Message], prepared: Prepared
    ) -> bool:
        """Tell whether a process died over an answer that somebody elsewhere still waits for."""
        if conversation.state != "working" or prepared.is_waiting or not messages:
            return False
        return messages[-1].role == "user" and await self._readers.waits(conversation)

    def _ended(self, turn: Turn) -> None:
        self._running.pop(turn.lease, None)
        owner = self._waiting_for_turn.pop(turn.conversation.id, None)
        if owner is not None and not self.is_draining:
            self._resume(turn.conversation.id, owner)
        self._readers.ended(turn.conversation)


def _beside(conversations: Conversations, source: Source) -> DatabaseSource | None:
    """Return a source if its data lies in the database that keeps the conversations."""
    if isinstance(source, DatabaseSource) and source.database is conversations.database:
        return source
    return None


def _state_after(state: State, prepared: Prepared) -> State:
    """Return the state of a conversation with which nobody can go on now."""
    if prepared.is_waiting:
        return "waiting"
    return "idle" if prepared.is_over or state == "working" else state


def _typed(wanted: Input) -> NewMessage | None:
    if isinstance(wanted, Said):
        return NewMessage(wanted.message_id or new_message_id(), "user", wanted.content, NO_DETAILS)
    return None
