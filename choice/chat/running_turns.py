"""The turns that this process runs."""

import asyncio
from collections.abc import Callable
from secrets import token_hex

from choice.chat.answering import Prepared
from choice.chat.conversation import Conversation, Message
from choice.chat.parts import Parts
from choice.chat.principal import Principal
from choice.chat.readers import Readers
from choice.chat.sources.findings import Findings
from choice.chat.turn import Turn


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
