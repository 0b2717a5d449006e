"""Proxies between the server processes and their backends, which can be cut, stalled and slowed."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

_CHUNK = 65536


class Link:
    """A proxy on a Unix socket in front of a server on another one."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._tasks: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self._delay = 0.0

    @asynccontextmanager
    async def listening(self, place: Path) -> AsyncIterator[None]:
        """Accept connections at a path until the block ends."""
        server = await asyncio.start_unix_server(self._connected, place)
        try:
            yield
        finally:
            server.close()
            await self._drop()

    async def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self._is_cut = True
        await self._drop()

    def stall(self) -> None:
        """Keep connections open without forwarding anything, as a network that drops packets."""
        self._flows.clear()

    def slow(self, seconds: float) -> None:
        """Delay each chunk in each direction."""
        self._delay = seconds

    async def mend(self, *, resume: bool = True) -> None:
        """End the fault. Without `resume`, connections that were open during the fault are closed."""
        self._is_cut, self._delay = False, 0.0
        if not resume:
            await self._drop()
        self._flows.set()

    async def _drop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                if not self._is_cut:
                    await self._forward(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _forward(self, reader: StreamReader, writer: StreamWriter) -> None:
        from_target, to_target = await asyncio.open_unix_connection(self._target)
        pumps = {
            asyncio.ensure_future(self._pump(reader, to_target)),
            asyncio.ensure_future(self._pump(from_target, writer)),
        }
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            to_target.transport.abort()

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        while data := await reader.read(_CHUNK):
            if self._delay:
                await asyncio.sleep(self._delay)
            await self._flows.wait()
            writer.write(data)
            await writer.drain()
