"""Stands between a client and PostgreSQL, and now and then cuts the line instead of handing on a reply."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

_READY, _DONE = b"Z", b"C"
_HEADER = 5


class CuttingProxy:
    """Swallows whole replies: what was asked for has been done, and nobody is told."""

    def __init__(self, server: Path, random: Random) -> None:
        self.chance = 0.0
        """How likely it is that a reply is swallowed."""
        self.swallowed: Counter[str] = Counter()
        self._server = server
        self._random = random
        self._lines: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def listening(self, folder: Path) -> AsyncIterator[None]:
        """Listen in a folder, as a server would."""
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
        """Hand on reply after reply; end when one was swallowed, or there are no more."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                reply, done = await _reply(reader)
                if self._random.random() < self.chance:
                    self.swallowed[done] += 1
                    return
                writer.write(reply)
                await writer.drain()


async def _hand_on(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


async def _reply(reader: StreamReader) -> tuple[bytes, str]:
    """Return all messages up to the one that says that the server is ready, and what was done last."""
    reply, done = b"", "nothing"
    while True:
        header = await reader.readexactly(_HEADER)
        content = await reader.readexactly(int.from_bytes(header[1:], "big") - 4)
        reply += header + content
        if header[:1] == _DONE:
            done = content.rstrip(b"\0").decode().split()[0]
        if header[:1] == _READY:
            outside = content == b"I"
            return reply, done if outside or done == "nothing" else f"{done} in a transaction"
