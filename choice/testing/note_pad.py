"""Paper for models that keeps what they write."""

import asyncio

from choice.chat.model_client import Piece


class NotePad:
    """Keeps all pieces in `pieces`. With `most`, there is room for so many until somebody calls `clear`.

    `written` is set from the first piece on, `awaited` as long as a model waits for room.
    """

    def __init__(self, most: int | None = None) -> None:
        self.pieces: list[Piece] = []
        self.written = asyncio.Event()
        self.awaited = asyncio.Event()
        self._most = most
        self._left = most
        self._room = asyncio.Event()

    def write(self, piece: Piece) -> bool:
        """Keep a piece; tell whether there is room for more."""
        self.pieces.append(piece)
        self.written.set()
        if self._left is None:
            return True
        self._left -= 1
        self._room.clear()
        return self._left > 0

    async def room(self) -> None:
        """Wait until somebody clears the pad."""
        self.awaited.set()
        await self._room.wait()
        self.awaited.clear()

    def clear(self) -> None:
        """Make room again; what was written stays."""
        self._left = self._most
        self._room.set()
