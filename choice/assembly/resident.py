"""The server that all agents of a user share: started when one is needed, gone when nobody needs it."""

import asyncio
import json
import logging
import signal
import socket
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from typing import Any

from choice.assembly.desk import open_desk
from choice.assembly.inbox import listed
from choice.assembly.local import local_person
from choice.assembly.portal import LocalReach
from choice.assembly.resident_answering import ResidentAnswering
from choice.assembly.resident_asking import ResidentAsking
from choice.assembly.resident_place import ResidentPlace
from choice.assembly.resident_shell import Shell
from choice.desk.desk import Desk
from choice.mcp.front import LONGEST_LINE
from choice.settings import Settings

IDLE_SECONDS = 300.0
_MCP = "choice.assembly.resident_mcp"
"""Loads the kit: most of a second that a shell need not wait for, and nobody else meanwhile."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Resident:
    """Serves fronts: each is one client; all of them share the desk and the page."""

    settings: Settings
    idle_seconds: float = IDLE_SECONDS
    _desk: Desk | None = None
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _reach: LocalReach = field(init=False)
    _fronts: set[asyncio.Task[None]] = field(default_factory=set)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._reach = LocalReach(self.settings, self._opened)

    async def run(self, listener: socket.socket, place: ResidentPlace) -> None:
        """Serve until nobody has needed it for a while."""
        address: str = listener.getsockname()
        running = asyncio.current_task()
        assert running is not None  # noqa: S101 - this is one
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        server = await asyncio.start_unix_server(self._accept, sock=listener, limit=2 * LONGEST_LINE)
        try:
            while True:
                is_idle = await self._is_idle()
                if not self._fronts and not place.file.exists():
                    return  # Nobody can find us any more.
                if is_idle and place.forget(address):
                    return
        finally:
            server.close()
            await self.close()

    async def serve_one(self, line: socket.socket) -> None:
        """Serve one front alone, for as long as it is there."""
        reader, writer = await asyncio.open_connection(sock=line, limit=2 * LONGEST_LINE)
        try:
            await self._serve(reader, writer)
        finally:
            await self.close()

    async def close(self) -> None:
        """Let go of everything; what was asked stays on the desk."""
        for front in self._fronts:
            front.cancel()
        await asyncio.gather(*self._fronts, return_exceptions=True)
        await self._reach.close()
        await self._stack.aclose()

    async def _is_idle(self) -> bool:
        """Wait until something changes or time passes; tell whether nobody needs us."""
        self._changed.clear()
        try:
            async with asyncio.timeout(self.idle_seconds):
                await self._changed.wait()
        except TimeoutError:
            if self._fronts or self._desk is None or not self._reach.is_serving:
                return not self._fronts
            # Somebody may still want to answer on our page what an agent asked that has left.
            return not await self._desk.list(local_person(), most=1) and not self._fronts
        return False

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - this is one
        self._fronts.add(task)
        self._changed.set()
        try:
            await self._serve(reader, writer)
        except Exception:
            logger.exception("A client could not be served")
        finally:
            self._fronts.discard(task)
            self._changed.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            about = json.loads(await reader.readline())
            writer.write(json.dumps({"choicewire": version("choicewire")}).encode() + b"\n")
            if about.keys() & {"ask", "answer", "cancel", "inbox"}:
                await self._serve_shell(about, Shell(reader, writer))
            else:
                await asyncio.to_thread(import_module, _MCP)
                from choice.assembly.resident_mcp import serve_mcp  # noqa: PLC0415 - just loaded

                await serve_mcp(about, (reader, writer), self.settings, self._reach, self._opened)
        except (OSError, ValueError) as error:
            logger.warning("A client left before it said what it is: %s", error)
        finally:
            writer.close()

    async def _serve_shell(self, about: Mapping[str, Any], shell: Shell) -> None:
        desk = await self._opened()
        match about:
            case {"ask": asking}:
                await ResidentAsking(desk, self._reach, asking).serve(shell)
            case {"answer": wanted}:
                await ResidentAnswering(desk, self.settings, shell).answer(wanted)
            case {"cancel": wanted}:
                await ResidentAnswering(desk, self.settings, shell).cancel(wanted)
            case _:
                shell.say(await listed(desk, about["inbox"]))

    async def _opened(self) -> Desk:
        async with self._opening:
            if self._desk is None:
                self._desk = await self._stack.enter_async_context(open_desk())
        return self._desk
