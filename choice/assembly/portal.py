"""The page of this machine's questions, on a server that runs already or on one of our own."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from choice.assembly.local import page_of, serves_pages
from choice.desk.desk import Desk
from choice.settings import Settings

_LOOK_AGAIN_SECONDS = 5.0


@dataclass(slots=True)
class LocalReach:
    """Finds or starts the server of the pages."""

    settings: Settings
    desk: Callable[[], Awaitable[Desk]]
    """Opens the desk, which our own server shares: an answer on its pages is heard without a detour."""
    _serving: Settings | None = None
    _looked_at: float = float("-inf")
    _own: asyncio.Task[None] | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opened: set[str] = field(default_factory=set)
    _sign_in: Callable[[], str] | None = None
    """Makes the link that lets the person in to our own server; nobody else gets to see it."""

    @property
    def is_serving(self) -> bool:
        """Whether the pages are ours to serve."""
        return self._own is not None and not self._own.done()

    async def page(self, interaction_id: str, *, starts_server: bool) -> str | None:
        """Return the address of a question's page, or None where no server shows it."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            may_help = starts_server and self._serving is None and self._own is None
            if may_help or now - self._looked_at > _LOOK_AGAIN_SECONDS:
                self._serving = await self._found(starts_server=starts_server)
                self._looked_at = now
        return None if self._serving is None else page_of(self._serving, interaction_id)

    def link_to_open(self, address: str) -> str | None:
        """Return what to open for a page, or None if it was opened before; the first link signs in too."""
        if address in self._opened:
            return None
        self._opened.add(address)
        sign_in, self._sign_in = self._sign_in, None
        return address if sign_in is None else sign_in()

    async def close(self) -> None:
        """Stop the server, if it is our own."""
        if self._own is not None:
            self._own.cancel()
            await asyncio.wait([self._own])

    async def _found(self, *, starts_server: bool) -> Settings | None:
        """Return the settings of a server that answers: the usual one, else our own."""
        if self._serving is not None and await serves_pages(self._serving):
            return self._serving
        if await serves_pages(self.settings):
            return self.settings
        return await self._started() if starts_server and self._own is None else None

    async def _started(self) -> Settings | None:
        try:
            from choice.assembly.server import Serving  # noqa: PLC0415 - costly, and often needed for nothing
            from choice.chat.server import Server, server_config  # noqa: PLC0415 - the same
        except ImportError:
            return None
        settings = replace(self.settings, port=free_port(self.settings.host, self.settings.port))
        serving, ready = Serving(settings, desk=await self.desk()), asyncio.Event()
        server = Server(server_config(serving.app(), settings.host, settings.port), serving.drain, ready.set)
        self._own = asyncio.get_running_loop().create_task(_quietly(server))
        waiting = asyncio.get_running_loop().create_task(ready.wait())
        await asyncio.wait([self._own, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        self._sign_in = serving.sign_in_link
        return settings if ready.is_set() else None


async def _quietly(server: Any) -> None:  # noqa: ANN401 - a server whose packages may be missing
    """Serve until cancelled, and leave the signals to whoever else is in this process."""
    try:
        await server._serve()  # noqa: SLF001 - `serve` would take over the signals of the whole process
    except asyncio.CancelledError:
        server.should_exit = True
        await asyncio.shield(server.shutdown())
        raise


def free_port(host: str, wanted: int) -> int:
    """Return the port that is wanted, or another one if somebody has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (wanted, 0):
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    return wanted
