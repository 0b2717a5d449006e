"""A scripted model client and a recording sink, for tests without a real model."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from choice.errors import ChoiceError
from choice.providers import ModelRequest, Piece, TokenSink, ToolCall


class NoReplyLeft(ChoiceError):
    """The model received more requests than the script has replies."""

    def __init__(self, asked: int) -> None:
        super().__init__(f"The scripted model received {asked} requests and has no reply for the last one.")
        self.asked = asked


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """One reply: text tokens, then tool calls, then an optional failure."""

    text: str | tuple[str, ...] = ""
    """The tokens, or a text that is split into tokens of equal length."""
    calls: tuple[ToolCall, ...] = ()
    failure: Exception | None = None
    """Exception to raise after the text and the calls."""
    released: asyncio.Event | None = None
    """If given, the reply pauses until this event is set."""
    stops_after: int = 0
    """Number of pieces to write before the pause."""


class ScriptedModel:
    """Returns the replies of its script in order.

    `requests` lists the received requests, and the first one sets `asked`. `open_replies` counts the replies
    in progress, and `abandoned` counts the cancelled replies.
    """

    def __init__(
        self,
        replies: Sequence[ScriptedReply | str | ToolCall | Exception],
        *,
        token_length: int = 4,
        name: str = "scripted model",
    ) -> None:
        self._replies = [_reply(one) for one in replies]
        self._token_length = token_length
        self._name = name
        self.requests: list[ModelRequest] = []
        self.asked = asyncio.Event()
        self.open_replies = 0
        self.abandoned = 0
        self._moved = asyncio.Event()

    @property
    def name(self) -> str:
        """Display name of the model."""
        return self._name

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Write the next reply of the script, one token at a time.

        Raises:
            NoReplyLeft: The script has no more replies.
        """
        self.requests.append(request)
        self.asked.set()
        self._moved.set()
        if not self._replies:
            raise NoReplyLeft(len(self.requests))
        scripted = self._replies.pop(0)
        ended = False
        self.open_replies += 1
        try:
            for at, piece in enumerate(self._pieces(scripted)):
                if at == scripted.stops_after and scripted.released is not None:
                    await scripted.released.wait()
                if not sink.write(piece):
                    await sink.drain()
            if scripted.released is not None:
                await scripted.released.wait()
            ended = True
        finally:
            self.open_replies -= 1
            self.abandoned += not ended
            self._moved.set()
        if scripted.failure is not None:
            raise scripted.failure

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until a condition is true. It is checked at every request and at the end of every reply."""
        while not happened():
            self._moved.clear()
            await self._moved.wait()

    async def close(self) -> None:
        """Do nothing. There are no connections to close."""

    def _pieces(self, scripted: ScriptedReply) -> list[Piece]:
        text, length = scripted.text, self._token_length
        if isinstance(text, tuple):
            return [*text, *scripted.calls]
        return [*(text[at : at + length] for at in range(0, len(text), length)), *scripted.calls]


def _reply(written: ScriptedReply | str | ToolCall | Exception) -> ScriptedReply:
    match written:
        case str():
            return ScriptedReply(written)
        case ToolCall():
            return ScriptedReply(calls=(written,))
        case Exception():
            return ScriptedReply(failure=written)
        case _:
            return written


class RecordingSink:
    """Records all pieces in `pieces`. With `most`, the sink is full after that many pieces until `clear`.

    `written` is set by the first piece. `awaited` is set while a model waits in `drain`.
    """

    def __init__(self, most: int | None = None) -> None:
        self.pieces: list[Piece] = []
        self.written = asyncio.Event()
        self.awaited = asyncio.Event()
        self.signs_of_life = 0
        self._most = most
        self._left = most
        self._room = asyncio.Event()

    def write(self, piece: Piece) -> bool:
        """Record a piece. Return False if the sink is full."""
        self.pieces.append(piece)
        self.written.set()
        if self._left is None:
            return True
        self._left -= 1
        self._room.clear()
        return self._left > 0

    def keep_alive(self) -> None:
        """Count a sign of life."""
        self.signs_of_life += 1

    async def drain(self) -> None:
        """Wait until `clear` is called."""
        self.awaited.set()
        await self._room.wait()
        self.awaited.clear()

    def clear(self) -> None:
        """Accept pieces again. Recorded pieces are not removed."""
        self._left = self._most
        self._room.set()
