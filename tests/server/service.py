"""A chat service on a real server in this process, and clients that talk to it."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from choice.assembly.server import Serving
from choice.auth import Principal, signed_token
from choice.clock import Clock
from choice.providers import ModelClient
from choice.server.http_server import Server, server_config
from choice.server.service import Service
from choice.settings import Settings
from choice.sources.protocol import Source
from choice.telemetry import Tracing
from choice.web.sessions import CHECK_SECONDS

SECRET = "a secret of more than thirty-two characters, for tests"  # noqa: S105 - for tests
HOUR = 3600


@dataclass(slots=True)
class Running:
    """A running service."""

    url: str
    settings: Settings
    serving: Serving
    server: Server
    clients: list[httpx.AsyncClient] = field(default_factory=list)
    services: list[Service] = field(default_factory=list)

    @property
    def service(self) -> Service:
        """The service behind the routes."""
        return self.services[-1]

    def token(self, user: str = "ada", tenant: str = "acme", roles: tuple[str, ...] = ("member",)) -> str:
        """Return a token that the service accepts."""
        principal = Principal(user, tenant, frozenset(roles))
        clock = self.serving.clock
        now = time.time() if clock is None else clock.now().timestamp()
        return signed_token(self.settings, principal, int(now), HOUR)

    def client(
        self, user: str = "ada", tenant: str = "acme", roles: tuple[str, ...] = ("member",)
    ) -> httpx.AsyncClient:
        """Return a client of a user."""
        client = httpx.AsyncClient(
            base_url=self.url,
            headers={"Authorization": f"Bearer {self.token(user, tenant, roles)}"},
            timeout=20,
        )
        self.clients.append(client)
        return client


def settings_for(folder: Path, database_url: str | None = None, **changed: object) -> Settings:
    """Return settings for a service with its data in a folder."""
    given: dict[str, Any] = {
        "database_url": database_url or f"sqlite:///{folder / 'chat.db'}",
        "data_dir": folder,
        "jwt_secret": SECRET,
        "requests_per_minute": 1000,
        "most_streams": 100,
    }
    return Settings(**(given | changed))


@asynccontextmanager
async def running(  # noqa: PLR0913 - the parts of a service
    settings: Settings,
    model: ModelClient,
    source: Source | None = None,
    *,
    idle_seconds: float = 30.0,
    body_seconds: float = 30.0,
    tracing: Tracing | None = None,
    clock: Clock | None = None,
    check_seconds: float = CHECK_SECONDS,
) -> AsyncIterator[Running]:
    """Run a service on a free port until the block ends."""
    services: list[Service] = []
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        port = listening.getsockname()[1]
        settings = replace(settings, port=port)
        serving = Serving(
            settings,
            model=model,
            source=source,
            idle_seconds=idle_seconds,
            body_seconds=body_seconds,
            tracing=tracing,
            clock=clock,
            check_seconds=check_seconds,
        )
        opened = serving.open_service

        @asynccontextmanager
        async def noted() -> AsyncIterator[Service]:
            async with opened() as service:
                services.append(service)
                yield service

        started = asyncio.Event()
        server = Server(server_config(serving.app(noted), "127.0.0.1", port), serving.drain, started.set)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        run = Running(f"http://127.0.0.1:{port}", settings, serving, server, services=services)
        try:
            await asyncio.wait(
                {task, asyncio.create_task(started.wait())}, return_when=asyncio.FIRST_COMPLETED
            )
            if task.done():
                await task
            yield run
        finally:
            for client in run.clients:
                await client.aclose()
            server.should_exit = True
            await task


def data_events(text: str) -> list[dict[str, Any]]:
    """Parse the events of the chat endpoint according to its specification."""
    prefix = "data: "
    return [json.loads(line[len(prefix) :]) for line in text.split("\n") if line.startswith(prefix)]


def named_events(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Parse the events of a thread into names and data."""
    found: list[tuple[str, dict[str, Any]]] = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def text_of(events: list[tuple[str, dict[str, Any]]]) -> str:
    """Return the text of an answer."""
    return "".join(data["text"] for name, data in events if name == "text_delta")


def cards_in(events: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return the cards of an answer."""
    return [data for name, data in events if name == "question_card"]
