"""The chat service as its routes see it: who calls, and all that serves them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from choice.auth.principal import Permission, Principal, require
from choice.conversations import Conversations, Turns, WritePacing
from choice.desk.desk import Desk
from choice.desk.store import Store
from choice.errors import LimiterUnavailable, NotFound, ShuttingDown, StoreError
from choice.server.limits import Limiter
from choice.server.schemas.replies import Unready
from choice.telemetry.logs import request_id
from choice.telemetry.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Service:
    """Everything that routes need, put together once."""

    desk: Desk
    turns: Turns
    conversations: Conversations
    identify: Callable[[HTTPConnection], Principal]
    """Tells who calls, or raises BadToken."""
    limiter: Limiter
    metrics: Metrics
    model_name: str
    pacing: WritePacing = field(default_factory=WritePacing)

    def caller(self, connection: HTTPConnection, *permissions: Permission) -> Principal:
        """Return who calls, with every permission that is needed.

        Raises:
            BadToken: Nobody we know.
            MissingPermission: Somebody who may not do this.
            ShuttingDown: Nobody is served any more.
        """
        principal = self.identify(connection)
        for permission in permissions:
            require(principal, permission)
        if self.turns.is_draining:
            raise ShuttingDown
        return principal


def surface_of(connection: HTTPConnection) -> str:
    """Return where somebody answers who calls the desk's routes: a program has a token, our page a cookie."""
    return "api" if "authorization" in connection.headers else "web"


def service_of(connection: HTTPConnection) -> Service:
    """Return the service that an application was built for."""
    service: Service = connection.app.state.service
    return service


def path_id(connection: HTTPConnection, longest: int = 100) -> str:
    """Return the id in a path; one that no id can be is as unknown as any other.

    Raises:
        NotFound: It cannot be an id.
    """
    given: str = connection.path_params["id"]
    if not given.isascii() or not given.isprintable() or len(given) > longest:
        raise NotFound
    return given


def current_request_id() -> str:
    """Return the id of the request that is being served."""
    return request_id.get()


PATIENCE: Final = 2.0
"""Seconds to wait for a part; whoever asks gives up soon, too."""


async def unready(service: Service) -> Unready | None:
    """Return the first part because of which requests are refused now, or None."""
    if service.turns.is_draining:
        return Unready(part="server", reason="the server is stopping.")
    parts = await asyncio.gather(_database(service.desk.store), _redis(service.limiter))
    return next((part for part in parts if part is not None), None)


async def _database(store: Store) -> Unready | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await store.news(0)
    except StoreError as error:
        return Unready(part="database", reason=error.problem)
    except TimeoutError:
        return Unready(part="database", reason=f"it did not answer within {PATIENCE:g} s.")
    return None


async def _redis(limiter: Limiter) -> Unready | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await limiter.check()
    except (LimiterUnavailable, TimeoutError):
        return Unready(part="redis", reason="it does not answer, and chat is closed until it does.")
    return None
