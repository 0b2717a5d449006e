"""Run `choicewire serve` in child processes, as an operator starts it."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from choice.auth import Principal, signed_token
from choice.settings import Settings
from tests.server.service import HOUR, SECRET, data_events

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0
"""Seconds that a start may take on a busy machine."""


@dataclass(slots=True)
class Child:
    """A server in a child process."""

    url: str
    process: asyncio.subprocess.Process
    log: Path
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def client(
        self, user: str = "ada", tenant: str = "local", roles: tuple[str, ...] = ("member",)
    ) -> httpx.AsyncClient:
        """Return a client of a user."""
        settings = Settings("memory:", jwt_secret=SECRET)
        token = signed_token(settings, Principal(user, tenant, frozenset(roles)), int(time.time()), HOUR)
        client = httpx.AsyncClient(
            base_url=self.url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
        )
        self.clients.append(client)
        return client

    async def kill(self) -> None:
        """Kill the process without a graceful shutdown."""
        self.process.kill()
        await self.process.wait()

    def terminate(self) -> None:
        """Send SIGTERM, as a supervisor does."""
        self.process.send_signal(signal.SIGTERM)


@asynccontextmanager
async def child(folder: Path, **variables: str) -> AsyncIterator[Child]:
    """Run a server on a free port, with only the given settings, until the block ends."""
    folder.mkdir(exist_ok=True)
    log = folder / "log"
    port = free_port()
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHOICE_", "OPENAI_", "ANTHROPIC_", "OTEL_", "SLACK_"))
    }
    given = {"CHOICE_DATA_DIR": str(folder), "CHOICE_JWT_SECRET": SECRET, "PYTHONPATH": str(ROOT)} | variables
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "choice", "serve", "--port", str(port)),
            cwd=folder,
            env=inherited | given,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    running = Child(f"http://127.0.0.1:{port}", process, log)
    try:
        await _ready(running)
        yield running
    finally:
        for client in running.clients:
            await client.aclose()
        if process.returncode is None:
            await running.kill()


@asynccontextmanager
async def two(folder: Path, **variables: str) -> AsyncIterator[tuple[Child, Child]]:
    """Run two servers with the same settings, started at the same time."""
    async with AsyncExitStack() as stack:
        starting = [
            asyncio.ensure_future(stack.enter_async_context(child(folder / name, **variables)))
            for name in ("first", "second")
        ]
        first, second = await asyncio.gather(*starting)
        yield first, second


async def _ready(running: Child) -> None:
    """Wait for the line that reports a successful start."""
    assert running.process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in running.process.stdout:
            if b"is ready" in line:
                return
    raise AssertionError(f"The server did not start: {running.log.read_text('utf-8')[-3000:]}")


async def killed_in_the_middle(server: Child) -> str:
    """Kill a server after the first token of an answer, and return the session."""
    seen = ""
    async with server.client().stream("POST", "/chatbot/chat-stream", json={"message": "Hello"}) as stream:
        try:
            async for piece in stream.aiter_text():
                seen += piece
                if '"token"' in seen:
                    await server.kill()
        except httpx.HTTPError:
            pass
    session: str = data_events(seen)[0]["sessionId"]
    return session


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as looking:
        looking.bind(("127.0.0.1", 0))
        port: int = looking.getsockname()[1]
        return port
