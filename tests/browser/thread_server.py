"""Serve an application in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import Self

import uvicorn
from starlette.types import ASGIApp


class ThreadServer:
    """Serves on a free or given port; closes all connections when it stops."""

    def __init__(self, app: ASGIApp, port: int = 0) -> None:
        self.socket = socket.create_server(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(
            uvicorn.Config(
                app, interface="asgi3", log_level="error", lifespan="off", timeout_graceful_shutdown=1
            )
        )
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._has_loop = threading.Event()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """Event loop of the application."""
        self._has_loop.wait()
        return self._loop

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self.thread.join(10)
        self.socket.close()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._has_loop.set()
        await self._server.serve(sockets=[self.socket])
        # Close connections that were accepted meanwhile.
        for line in list(self._server.server_state.connections):
            assert isinstance(line.transport, asyncio.WriteTransport)
            line.transport.abort()
        await asyncio.sleep(0)
