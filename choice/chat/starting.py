"""How a server begins: the address it listens on, and a plain word where it cannot."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from choice.errors import ChoiceError, InvalidSetting

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
