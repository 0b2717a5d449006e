"""Runs the application: uvicorn, with limits, and with a last word on every stream when it stops."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from socket import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

REFUSING_SECONDS: Final = 1.5
"""How long those who are connected are told that the server stops, before the connections are closed."""
DRAIN_SECONDS: Final = 6
"""How long open responses may take to end once the server stops."""
LARGEST_SOCKET_MESSAGE: Final = 64 * 1024
MOST_CONNECTIONS: Final = 20_000
_LOOKING_SECONDS: Final = 0.02


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

    @override
    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self._is_started()

    @override
    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        await self._drain()
        # A request that a proxy sends on a kept connection gets an answer, not a closed door.
        ends = time.monotonic() + REFUSING_SECONDS
        while self.server_state.connections and time.monotonic() < ends and not self.force_exit:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(_LOOKING_SECONDS)
        await super().shutdown(sockets)


def server_config(app: ASGIApp, host: str, port: int) -> uvicorn.Config:
    """Return how the application is served."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,  # The edge writes one line for each request, without what is secret.
        server_header=False,
        date_header=False,
        proxy_headers=False,
        http="httptools",
        lifespan="on",
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=30,
        limit_concurrency=MOST_CONNECTIONS,
        ws="websockets-sansio",
        ws_max_size=LARGEST_SOCKET_MESSAGE,
        ws_per_message_deflate=False,
    )


def run_reloading(factory: str, host: str, port: int) -> None:
    """Serve what a factory makes, and start again when the code changes; for development."""
    uvicorn.run(factory, factory=True, host=host, port=port, reload=True, log_config=None)
