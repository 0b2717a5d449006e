"""Pages for the interactions of the local user, on a running server or on one that this process starts."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from choice.assembly.local import interaction_url, is_server_running
from choice.desk import Desk
from choice.settings import Settings

_RECHECK_SECONDS = 5.0


@dataclass(slots=True)
class Portal:
    """Finds or starts the server that shows the pages."""

    settings: Settings
    desk: Callable[[], Awaitable[Desk]]
    """Opens the desk. A server in this process uses the same desk, so its answers arrive at once."""
    _serving: Settings | None = None
    _checked_at: float = float("-inf")
    _own: asyncio.Task[None] | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opened: set[str] = field(default_factory=set)
    _sign_in: Callable[[], str] | None = None
    """Returns a sign-in link for the server in this process. Only the local user may see it."""

    @property
    def is_serving(self) -> bool:
        """Whether the pages are served by this process."""
        return self._own is not None and not self._own.done()

    async def page(self, interaction_id: str, *, starts_server: bool) -> str | None:
        """Return the address of an interaction's page, or None if no server shows it."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            may_help = starts_server and self._serving is None and self._own is None
            if may_help or now - self._checked_at > _RECHECK_SECONDS:
                self._serving = await self._find(starts_server=starts_server)
                self._checked_at = now
        return None if self._serving is None else interaction_url(self._serving, interaction_id)

    def link_to_open(self, address: str) -> str | None:
        """Return the link that opens a page, or None if the page was opened before.

        The first link also signs in the local user.
        """
        if address in self._opened:
            return None
        self._opened.add(address)
        sign_in, self._sign_in = self._sign_in, None
        return address if sign_in is None else sign_in()

    async def close(self) -> None:
        """Stop the server that this process started, if any."""
        if self._own is not None:
            self._own.cancel()
            await asyncio.wait([self._own])

    async def _find(self, *, starts_server: bool) -> Settings | None:
        """Return the settings of a running server, or start one if allowed; None without a server."""
        if self._serving is not None and await is_server_running(self._serving):
            return self._serving
        if await is_server_running(self.settings):
            return self.settings
        return await self._start() if starts_server and self._own is None else None

    async def _start(self) -> Settings | None:
        try:
            from choice.assembly.server import EmbeddedServer, Serving  # noqa: PLC0415 - an extra, and costly
        except ImportError:
            return None
        settings = replace(self.settings, port=free_port(self.settings.host, self.settings.port))
        serving = Serving(settings, desk=await self.desk())
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._own = loop.create_task(EmbeddedServer.of(serving, ready.set).run_until_cancelled())
        waiting = loop.create_task(ready.wait())
        await asyncio.wait([self._own, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        self._sign_in = serving.sign_in_link
        return settings if ready.is_set() else None


def free_port(host: str, preferred: int) -> int:
    """Return the preferred port, or a free one if it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in (preferred, 0):
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    return preferred
