"""Run the application on uvicorn, with limits; streams get a last event before the server stops."""

import asyncio
import gc
import logging
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import override

from choice.errors import ChoiceError, InvalidSetting
from choice.server.connection_guard import IDLE_SECONDS, WRITE_BUFFER_BYTES, GuardedApp, GuardedProtocol

REFUSING_SECONDS: Final = 1.5
"""How long those who are connected are told that the server stops, before the connections are closed."""
DRAIN_SECONDS: Final = 6
"""How long open responses may take to end once the server stops."""
_CUT_BEFORE: Final = 1
"""So many seconds before that, those are cut who take nothing; else uvicorn cancels them as a failure."""
LARGEST_SOCKET_MESSAGE: Final = 64 * 1024
MOST_CONNECTIONS: Final = 20_000
_LOOKING_SECONDS: Final = 0.02

_COLLECTING: Final = (200_000, 10, 10)
"""How many new objects wait before Python looks which of them are garbage that holds itself."""

logger = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Tells open streams that it stops, before it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: Callable[[], Awaitable[None]],
        started: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._is_started = started
        self._owns_process = False

    @override
    def run(self, sockets: list[socket.socket] | None = None) -> None:
        self._owns_process = True
        super().run(sockets)

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                _leave_unsent(listening)
        self._is_started()
        if self._owns_process:
            # What was made so far stays; looking through it again and again is a tenth of all work.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECTING)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        # A request that a proxy sends on a kept connection gets an answer, not a closed door.
        ends = time.monotonic() + REFUSING_SECONDS
        while self.server_state.connections and time.monotonic() < ends and not self.force_exit:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(_LOOKING_SECONDS)
        patience = self.config.timeout_graceful_shutdown or DRAIN_SECONDS
        cutting = asyncio.get_running_loop().call_later(patience - _CUT_BEFORE, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cutting.cancel()

    def _cut(self) -> None:
        """Close what is still open at once: a reader that has not taken the last word by now takes none."""
        left = list(self.server_state.connections)
        logger.info("Connections that took nothing to the end, and are cut: %d.", len(left))
        for connection in left:
            connection.transport.abort()


def _leave_unsent(listening: socket.socket) -> None:
    """Let the system take little that it cannot send, on every connection that comes from this socket.

    Else it takes megabytes for a reader that stalls, and the model writes all of them before anybody notices.
    """
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if option is not None and listening.family in {socket.AF_INET, socket.AF_INET6}:
        listening.setsockopt(socket.IPPROTO_TCP, option, WRITE_BUFFER_BYTES)


def server_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """Return the configuration of the server."""
    return uvicorn.Config(
        GuardedApp(app),
        host=host,
        port=port,
        log_config=None,
        access_log=False,  # The edge writes one line for each request, without what is secret.
        server_header=False,
        date_header=False,
        proxy_headers=False,
        http=GuardedProtocol,
        timeout_keep_alive=int(IDLE_SECONDS),
        lifespan="on",
        timeout_graceful_shutdown=DRAIN_SECONDS,
        limit_concurrency=MOST_CONNECTIONS,
        ws="websockets-sansio",
        ws_max_size=LARGEST_SOCKET_MESSAGE,
        ws_per_message_deflate=False,
    )


def run_reloading(factory: str, host: str, port: int) -> None:
    """Serve what a factory makes, and start again when the code changes; for development."""
    uvicorn.run(factory, factory=True, host=host, port=port, reload=True, log_config=None)


_HOST = "CHOICE_HOST"
_PORT = "CHOICE_PORT"


class PlainStart:
    """An application whose failure to start is one sentence, and not a page of traceback.

    `tell` gets the error; without it, the sentence goes to the log.
    """

    def __init__(self, app: ASGIApp, tell: Callable[[ChoiceError], None] | None = None) -> None:
        self._app = app
        self._tell = tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, but for the traceback."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        failed: list[Message] = []

        async def kept(message: Message) -> None:
            if message["type"] == "lifespan.startup.failed":
                failed.append(message)
            else:
                await send(message)

        try:
            await self._app(scope, receive, kept)
        except ChoiceError as error:
            if not failed:
                raise
            failed[0]["message"] = "" if self._tell else str(error)
            if self._tell:
                self._tell(error)
        finally:
            for message in failed:
                await send(message)


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Bind an address, and let it go again.

    Raises:
        InvalidSetting: The address is none of this machine's, or another program has it.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise InvalidSetting(_HOST, f"{host!r} is no address of this machine.") from error
    with ExitStack() as bound:
        try:
            sockets = [bound.enter_context(_bound(*each)) for each in dict.fromkeys(found)]
        except OSError as error:
            problem = f"cannot listen on {host} port {port}: {error.strerror}. Choose another with --port."
            raise InvalidSetting(_PORT, problem) from error
        yield sockets


def _bound(family: int, kind: int, protocol: int, _name: str, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
    except BaseException:
        made.close()
        raise
    return made
