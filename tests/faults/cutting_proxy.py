"""Proxy for PostgreSQL that sometimes closes the connection instead of forwarding a reply."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

_READY, _DONE = b"Z", b"C"
_ROW_TAKEN = b"s"
"""PortalSuspended: replaces CommandComplete if the client fetches one row only."""
_HEADER = 5


class CuttingProxy:
    """Drops complete replies: the work is done, but the client is not told."""

    def __init__(self, server: Path, random: Random) -> None:
        self.chance = 0.0
        """Probability that a reply is dropped."""
        self.swallowed: Counter[str] = Counter()
        self._server = server
        self._random = random
        self._lines: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self, folder: Path) -> AsyncIterator[None]:
        """Listen on a socket in a folder, like a server."""
        server = await asyncio.start_unix_server(self._connected, folder / ".s.PGSQL.5432")
        try:
            yield
        finally:
            server.close()
            for line in self._lines:
                line.cancel()
            await asyncio.gather(*self._lines, return_exceptions=True)

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(self._server / ".s.PGSQL.5432")
        there = asyncio.create_task(_hand_on(reader, to_server))
        back = asyncio.create_task(self._replies(from_server, writer))
        self._lines |= {there, back}
        with suppress(asyncio.CancelledError):
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
        for line in (there, back):
            line.cancel()
            self._lines.discard(line)
        for end in (writer, to_server):
            end.transport.abort()

    async def _replies(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward the server's messages until the connection is cut or ends."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                message = await _message(reader)
                if message[:1] in {_DONE, _ROW_TAKEN}:
                    done, message = await _rest_of_reply(message, reader)
                    if self._random.random() < self.chance:
                        self.swallowed[done] += 1
                        return
                writer.write(message)
                await writer.drain()


async def _hand_on(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


async def _message(reader: StreamReader) -> bytes:
    header = await reader.readexactly(_HEADER)
    return header + await reader.readexactly(int.from_bytes(header[1:], "big") - 4)


async def _rest_of_reply(first: bytes, reader: StreamReader) -> tuple[str, bytes]:
    """Return the completed command and all messages until the server is ready again."""
    said = first[_HEADER:].rstrip(b"\0").decode().split()
    done, reply, last = said[0] if said else "one row", first, first
    while last[:1] != _READY:
        last = await _message(reader)
        reply += last
    inside = last[_HEADER:] != b"I"
    return f"{done} in a transaction" if inside else done, reply
