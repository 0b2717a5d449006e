"""The shared local server: started on demand, used by all agents of a user, stopped when idle."""

import asyncio
import gc
import json
import logging
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.local import local_person
from choice.desk import Desk, most_urgent_first, snapshot
from choice.mcp.front import LONGEST_LINE
from choice.mcp.known_answers import KnownAnswers
from choice.resident.place import TEMPORARY_FOLDER, ResidentPlace, remove_socket
from choice.resident.portal import Portal
from choice.settings import Settings
from choice.terminal.text import shown_lines

IDLE_SECONDS = 300.0
MOST_LISTED = 500
"""Maximum number of interactions in the inbox."""
_LONGEST_ADDRESS = 100
"""Maximum length of a socket path in bytes that every system accepts."""

_MCP = "choice.resident.mcp"

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Resident:
    """Serves MCP clients and commands over a socket. All clients share the desk and the page."""

    settings: Settings
    idle_seconds: float = IDLE_SECONDS
    _desk: Desk | None = None
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _portal: Portal = field(init=False)
    _clients: set[asyncio.Task[None]] = field(default_factory=set)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _mcp: Any = None
    """The `McpClients`, made with the first client."""

    def __post_init__(self) -> None:
        self._portal = Portal(self.settings, self._open_desk)

    async def run(self, listener: socket.socket, place: ResidentPlace) -> None:
        """Serve until the server is idle or its lock file is deleted."""
        address: str = listener.getsockname()
        running = cast("asyncio.Task[None]", asyncio.current_task())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        server = await asyncio.start_unix_server(self._accept, sock=listener, limit=2 * LONGEST_LINE)
        try:
            while True:
                is_idle = await self._is_idle()
                if not self._clients and not place.file.exists():
                    return  # No client can find this server any more.
                if is_idle and place.forget(address):
                    return
        finally:
            server.close()
            await self.close()

    async def serve_one(self, line: socket.socket) -> None:
        """Serve a single client until it disconnects."""
        reader, writer = await asyncio.open_connection(sock=line, limit=2 * LONGEST_LINE)
        try:
            await self._serve(reader, writer)
        finally:
            await self.close()

    async def close(self) -> None:
        """Disconnect all clients and close the desk. Open interactions stay in the store."""
        for client in self._clients:
            client.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)
        await self._portal.close()
        await self._stack.aclose()

    async def _is_idle(self) -> bool:
        """Wait until a client connects or disconnects, or for the idle timeout. Return whether to stop."""
        self._changed.clear()
        try:
            async with asyncio.timeout(self.idle_seconds):
                await self._changed.wait()
        except TimeoutError:
            if self._clients or self._desk is None or not self._portal.is_serving:
                return not self._clients
            # Open interactions can still be answered on the page after the client has disconnected.
            return not await self._desk.list(local_person(), most=1) and not self._clients
        return False

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self._clients.add(task)
        self._changed.set()
        try:
            await self._serve(reader, writer)
        except Exception:
            logger.exception("Serving a client failed")
        finally:
            self._clients.discard(task)
            self._changed.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            hello = json.loads(await reader.readline())
            writer.write(_line({"choicewire": version("choicewire")}))
            if "inbox" in hello:
                writer.write(_line(await listed(await self._open_desk(), hello["inbox"])))
            elif "open_in_browser" in hello:
                writer.write(_line(await self._page(hello)))
                # Stay connected, so that the server does not stop while the asker waits for an answer.
                await reader.read()
            else:
                # Import the MCP SDK in a thread: it takes most of a second, and other clients must not wait.
                module = await asyncio.to_thread(import_module, _MCP)
                if self._mcp is None:
                    self._mcp = module.McpClients(self.settings, self._portal, self._open_desk)
                await self._mcp.serve(hello, (reader, writer))
        except (OSError, ValueError) as error:
            logger.warning("A client disconnected before its first message: %s", error)
        finally:
            writer.close()

    async def _page(self, hello: Mapping[str, Any]) -> dict[str, str | None]:
        """Return the address of an interaction's page, and the link to open if the client has a screen."""
        page = await self._portal.page(hello["open_in_browser"], starts_server=True)
        link = self._portal.link_to_open(page) if page is not None and hello["screen"] else None
        return {"page": page, "open": link}

    async def _open_desk(self) -> Desk:
        async with self._opening:
            if self._desk is None:
                self._desk = await self._stack.enter_async_context(open_desk())
        return self._desk


async def listed(desk: Desk, columns: int | None) -> dict[str, Any]:
    """Return the open interactions of the local user, their ids, and a line of text for each."""
    now = desk.store.now()
    shown = most_urgent_first(await desk.list(local_person(), most=MOST_LISTED), now)
    return {
        "interactions": [snapshot(one, now) for one in shown],
        "ids": [one.id for one in shown],
        "lines": shown_lines(shown, now, columns),
    }


def start_thread(settings: Settings, hello: Mapping[str, Any]) -> socket.socket:
    """Serve one client in a thread of this process. Used if the shared server cannot be started."""
    ours, theirs = socket.socketpair()

    def serve() -> None:
        _run(_serve_one(settings, theirs))

    threading.Thread(target=serve, daemon=True).start()
    ours.sendall(_line(hello))
    while ours.recv(1) != b"\n":
        pass  # The greeting.
    return ours


def listening(folder: Path) -> socket.socket:
    """Return a listening socket that only its owner can reach.

    The socket is in a temporary directory if its path in `folder` would be too long.
    """
    name = f"resident-{secrets.token_hex(4)}.sock"
    if len(os.fsencode(folder / name)) > _LONGEST_ADDRESS:
        folder = Path(tempfile.mkdtemp(prefix=TEMPORARY_FOLDER))
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(folder / name))
    finally:
        os.umask(before)
    listener.listen(128)
    return listener


def main() -> None:
    """Detach from the parent process, print the address of the socket, and serve.

    The command-line arguments are the lock file and the working directory.
    """
    file, folder = Path(sys.argv[1]), Path(sys.argv[2])
    if os.fork():
        sys.exit(0)
    os.setsid()
    os.chdir(folder)
    # Imported modules are never freed. Exempt them from garbage collection.
    gc.freeze()
    gc.enable()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, force=True)
    settings = environment_settings()
    place = ResidentPlace(file, folder, {}, KnownAnswers().version)
    listener = listening(settings.data_dir)
    address: str = listener.getsockname()
    try:
        os.write(1, _line({"socket": address, "pid": os.getpid()}))
        os.dup2(2, 1)
        with suppress(asyncio.CancelledError):
            _run(Resident(settings).run(listener, place))
    finally:
        remove_socket(address)


async def _serve_one(settings: Settings, line: socket.socket) -> None:
    await Resident(settings).serve_one(line)


def _run(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - an extra, and not on Windows
    except ImportError:
        return None
    return uvloop.new_event_loop


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"
