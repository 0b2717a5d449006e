"""The seam to those who read a conversation from elsewhere, with no request of their own."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from choice.chat.conversation import Conversation
from choice.chat.frames import FrameSink, NoReader
from choice.wire.card_stream import CardStream
from choice.wire.vocabulary import Vocabulary

Reading = tuple[Vocabulary, FrameSink]
"""Where the words of a turn go, and in which vocabulary."""


class Readers(Protocol):
    """Reads along where a conversation goes on by itself, and hears of every turn that ended."""

    def reading(self, conversation: Conversation) -> AbstractAsyncContextManager[Reading]:
        """Return where the words of the next turn go, for as long as it lasts."""
        ...

    async def waits(self, conversation: Conversation) -> bool:
        """Tell whether somebody waits for an answer who will not ask for it again."""
        ...

    def ended(self, conversation: Conversation) -> None:
        """Learn that a turn ended, whoever read it."""
        ...


class NobodyReads:
    """Nobody reads along; answers are kept all the same."""

    @asynccontextmanager
    async def reading(self, _conversation: Conversation) -> AsyncIterator[Reading]:
        """Let the words go nowhere."""
        yield CardStream(), NoReader()

    async def waits(self, _conversation: Conversation) -> bool:
        """Wait for nothing."""
        return False

    def ended(self, conversation: Conversation) -> None:
        """Hear nothing."""
