"""The turns that this process runs."""

import asyncio
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from choice.answers import Superseded
from choice.auth.principal import Principal
from choice.conversations.answering import SURFACE, Answering, Prepared
from choice.conversations.asking import Asking
from choice.conversations.cards import is_of_chat
from choice.conversations.frames import Readers
from choice.conversations.models import Conversation, ConversationBusy, Message, State, UnknownConversation
from choice.conversations.parts import Parts
from choice.conversations.sql import Owner
from choice.conversations.turn import Turn
from choice.desk.interaction import Interaction
from choice.sources.protocol import Findings


class RunningTurns:
    """Turns by their lease, from their beginning to their end."""

    def __init__(self, parts: Parts, readers: Readers) -> None:
        self._parts = parts
        self._readers = readers
        self._running: dict[str, Turn] = {}
        self.when_ended: Callable[[Turn], None] = lambda _turn: None
        """Hears of each turn that has ended, before its readers do."""
        self.draining = asyncio.Event()
        """Set when the server stops: nothing more is begun, and nobody is kept waiting."""

    def new_lease(self) -> str:
        """Return a lease that tells which process has it."""
        return f"{self._parts.process.name}.{token_hex(16)}"

    def add(  # noqa: PLR0913, PLR0917 - all that a turn begins with
        self,
        conversation: Conversation,
        principal: Principal,
        lease: str,
        told: list[Message],
        prepared: Prepared,
        found: Findings | None = None,
    ) -> Turn:
        """Return a turn that counts as running until it has ended."""
        turn = Turn(self._parts, conversation, principal, lease, told, prepared, self._ended, found)
        self._running[lease] = turn
        return turn

    def of(self, conversation_id: str) -> list[Turn]:
        """Return the turns of a conversation."""
        return [turn for turn in self._running.values() if turn.conversation.id == conversation_id]

    async def read_along(self, turn: Turn) -> None:
        """Run a turn with whoever reads its conversation from elsewhere, or with nobody."""
        async with self._readers.reading(turn.conversation) as (vocabulary, frames):
            await turn.run(vocabulary, frames)

    async def renew(self) -> None:
        """Say that the turns of this process are alive."""
        if self._running:
            await self._parts.conversations.renew(list(self._running))

    def end_unwelcome(self) -> None:
        """End the turns of those whose token has ended since they asked, each with a last event."""
        for turn in list(self._running.values()):
            if not turn.is_welcome():
                turn.end_for_good()

    def drain(self) -> None:
        """End all turns with a last event, and say that no more is begun."""
        self.draining.set()
        for turn in list(self._running.values()):
            turn.end_for_shutdown()

    def _ended(self, turn: Turn) -> None:
        self._running.pop(turn.lease, None)
        self.when_ended(turn)
        self._readers.ended(turn.conversation)


MOST_RESUMING = 8
"""So many conversations go on at once with nobody reading along; the others wait for their turn."""


class Resuming:
    """As a surface of the desk it hears of every question that ended; `take_up_left` finds all others."""

    name = "chat"
    """A card in a conversation."""

    def __init__(self, parts: Parts, answering: Answering, running: RunningTurns, readers: Readers) -> None:
        self._parts = parts
        self._answering = answering
        self._running = running
        self._readers = readers
        self._waiting_for_turn: dict[str, Owner] = {}
        """Conversations to go on with as soon as their turn has ended."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._places = asyncio.Semaphore(MOST_RESUMING)
        running.when_ended = self._turn_ended

    async def show(self, interaction: Interaction) -> None:
        """Do nothing: whoever asked has shown it."""

    async def close(self, interaction: Interaction) -> None:
        """Go on with a conversation whose question has ended somewhere else, with an answer or without."""
        conversation_id = interaction.asked_by.conversation
        if not is_of_chat(interaction) or conversation_id is None or self._running.draining.is_set():
            return
        outcome = interaction.outcome
        # What was answered or left in the conversation itself is told by the turn in which that happened.
        is_ours = isinstance(outcome, Superseded | None) or getattr(outcome, "surface", None) == SURFACE
        if not is_ours and not interaction.acknowledged_at:
            owner = Owner(interaction.asked_by.tenant, interaction.audience.users[0])
            self._resume(conversation_id, owner)

    async def take_up_waiting(self) -> None:
        """Go on with conversations that were left by a process that died, or while none was running."""
        await self._bury_the_dead()
        for conversation in await self._parts.conversations.waiting():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def take_up_left(self) -> None:
        """Go on with conversations whose process died, or let them be said something again."""
        await self._bury_the_dead()
        for conversation in await self._parts.conversations.left():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def stop(self) -> None:
        """Go on with nothing any more."""
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing goes on that was answered somewhere else."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _bury_the_dead(self) -> None:
        """End the leases of processes that died beside this one: nobody need wait for their end."""
        process = self._parts.process
        for name in await asyncio.to_thread(process.dead):
            await self._parts.conversations.end_leases(name)
            await asyncio.to_thread(process.bury, name)

    def _resume(self, conversation_id: str, owner: Owner) -> None:
        task = asyncio.get_running_loop().create_task(self._go_on(conversation_id, owner))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _turn_ended(self, turn: Turn) -> None:
        owner = self._waiting_for_turn.pop(turn.conversation.id, None)
        if owner is not None and not self._running.draining.is_set():
            self._resume(turn.conversation.id, owner)

    async def _go_on(self, conversation_id: str, owner: Owner) -> None:
        """Go on with a conversation once there is a place."""
        async with self._places:
            await self._catch_up(conversation_id, owner)

    async def _catch_up(self, conversation_id: str, owner: Owner) -> None:
        """Answer, with nobody reading along, what was said elsewhere; another process may be faster."""
        parts, lease = self._parts, self._running.new_lease()
        try:
            if not await self._has_to_go_on(conversation_id, owner):
                return
            taken = await parts.conversations.take(conversation_id, owner, lease)
        except UnknownConversation:
            return
        except ConversationBusy:
            # If its own turn is still on its way to its end, that has asked what was answered so fast.
            if self._running.of(conversation_id):
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
        turn = self._running.add(conversation, principal, lease, taken.messages, prepared)
        await self._running.read_along(turn)

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


def _state_after(state: State, prepared: Prepared) -> State:
    """Return the state of a conversation with which nobody can go on now."""
    if prepared.is_waiting:
        return "waiting"
    return "idle" if prepared.is_over or state == "working" else state
