"""The chat service as its routes see it: who calls, and all that serves them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from choice.chat.conversations import Conversations
from choice.chat.frames import WritePacing
from choice.chat.logs import request_id
from choice.chat.metrics import Metrics
from choice.chat.permissions import Permission, require
from choice.chat.principal import Principal
from choice.chat.rate_limit import Limiter
from choice.chat.refusals import NotFound, ShuttingDown
from choice.chat.turns import Turns
from choice.desk.desk import Desk


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
