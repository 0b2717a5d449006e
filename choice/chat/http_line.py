"""The server's side of each connection: uvicorn's own, with patience that ends and a short way for chunks.

1. Uvicorn waits for ever for the head of a request; here a connection that does not send one is closed.
2. A chunk that is sent as a message passes through four layers that have nothing to say about it. A reply
   may write it on the line instead, between the head and the end that it sends as messages.
3. Who is at the other end, nobody asks: behind a proxy it would be the proxy. The scope names no addresses.
4. Uvicorn looks up its settings and loggers for each connection; here all begin as the first one did.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import httptools
from typing_extensions import override
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from choice.chat import quick_head
from choice.chat.early_replies import early_reply
from choice.chat.line import LINE
from choice.chat.lines import Lines

MOST_UNSENT: Final = 32 * 1024
"""So many bytes may lie in the process behind what the system has taken."""

_TOO_SLOW: Final = "The head of the request did not arrive in time."
_NO_REQUEST: Final = "This is no valid HTTP request."


class HttpLine(HttpToolsProtocol):
    """One connection. It is also the line of the response that is being sent on it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        lines: Lines,
    ) -> None:
        usual = lines.usual
        if usual.get("config") is config and usual["server_state"] is server_state:
            self.__dict__.update(usual)
            self.pipeline = deque()
            self.parser = httptools.HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        else:
            super().__init__(config, server_state, app_state, _loop)
            lines.usual = {
                name: value for name, value in vars(self).items() if name not in {"pipeline", "parser"}
            }
        self._lines = lines
        self._extensions: dict[str, dict[object, object]] = {LINE: {LINE: self}}
        self._room: Callable[[], None] | None = None
        self._left: Callable[[], object] | None = None
        self._head = b""
        """The head of the response, until something can be sent with it."""
        self.is_full = False

    # --- As uvicorn's protocol ---

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        # Not as uvicorn does it, who asks the system for both addresses (3).
        self.connections.add(self)
        self.transport = transport
        self.flow = FlowControl(transport)
        self.scheme = "http"
        transport.set_write_buffer_limits(MOST_UNSENT)
        self._lines.waits(self)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._lines.leaves(self)
        # What is due to be written finds no room from now on.
        self.is_full = True
        if self._left is not None:
            left = self._left
            self.give_back()
            left()
        if self._is_answered():
            self._forget_request()

    @override
    def data_received(self, data: bytes) -> None:
        if self._is_answered():
            # Whatever this is, it is not more of what was answered: the next head begins.
            self._lines.waits(self)
        super().data_received(data)

    @override
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = self._extensions

    @override
    def on_headers_complete(self) -> None:
        self._lines.has_come(self)
        last: RequestResponseCycle | None = self.cycle
        super().on_headers_complete()
        if self.cycle is not last:
            self.cycle.send = partial(quick_head.send, self, self.cycle)  # type: ignore[method-assign]  # uvicorn makes it

    @override
    def handle_websocket_upgrade(self) -> None:
        self._lines.has_come(self)
        super().handle_websocket_upgrade()

    @override
    def on_response_complete(self) -> None:
        """Let the next request come. Not as uvicorn does it, who sets a timer for each that does not."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        else:
            self._lines.rests(self)

    @override
    def send_400_response(self, msg: str) -> None:
        # In the shape of all our errors, which uvicorn does not know.
        self.transport.write(early_reply(HTTPStatus.BAD_REQUEST, _NO_REQUEST))
        self.transport.close()

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_full = True

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_full = False
        if self._room is not None:
            self._room()

    def _is_answered(self) -> bool:
        """Tell whether there was a request, and the response to it is sent."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_complete

    def _forget_request(self) -> None:
        """Let go what holds this connection in turn: else it stays until somebody looks for such rings."""
        self._extensions.clear()
        del self.cycle.send
        self.cycle = self.scope = self.flow = None  # type: ignore[assignment]  # as uvicorn begins

    def rested(self) -> None:
        """Close the connection: nothing was asked on it for too long."""
        self.transport.close()

    def too_slow(self) -> None:
        """Close the connection: the head of a request takes too long."""
        if self.transport.is_closing():
            return
        if self.scope is not None:
            self.transport.write(early_reply(HTTPStatus.REQUEST_TIMEOUT, _TOO_SLOW))
        self.transport.close()

    # --- As the line of a response ---

    def heard(self, scope: Mapping[str, Any]) -> bytes | None:
        """Return the body of the request with that scope, or None where not all of it is here."""
        cycle: RequestResponseCycle | None = self.cycle
        # The next request may be here already, on the same line.
        if cycle is None or cycle.scope is not scope or cycle.more_body or cycle.disconnected:
            return None
        self.flow.resume_reading()
        body, cycle.body = cycle.body, bytearray()
        return bytes(body)

    def take(
        self, room: Callable[[], None], left: Callable[[], object], look: Callable[[float], None]
    ) -> None:
        """Use the line from now on, until it is given back; `look` is called now and then with the time."""
        self._room, self._left = room, left
        # Only a line that is read tells that the client has left.
        self.flow.resume_reading()
        self._lines.looked_at(self, look)
        if self.transport.is_closing():
            # It was lost before anybody could be told.
            left()

    def give_back(self) -> None:
        """Use the line no longer."""
        self._room = self._left = None
        self._head = b""
        self._lines.forget(self)

    def begin(self, head: bytes) -> None:
        """Send the head of the response, with the first chunk if the line is taken."""
        self._head = head
        if self._room is None:
            self.send_head()

    def send_head(self) -> None:
        """Send the head of the response if it was not sent yet."""
        if self._head:
            head, self._head = self._head, b""
            self.transport.write(head)

    def cut(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def write(self, chunk: bytes) -> None:
        """Send a chunk of the body. It must not be empty."""
        head, self._head = self._head, b""
        self.transport.write(b"%b%x\r\n%b\r\n" % (head, len(chunk), chunk))

    def finish(self, chunk: bytes) -> None:
        """Send the last chunk of the body, and that it was the last."""
        if chunk:
            head, self._head = self._head, b""
            self.transport.write(b"%b%x\r\n%b\r\n0\r\n\r\n" % (head, len(chunk), chunk))
        else:
            self.send_head()
            self.transport.write(b"0\r\n\r\n")

    def soon(self, flush: Callable[[], None], since: float) -> None:
        """Call `flush` at the end of this turn of the loop, or a little later if the last was just now."""
        self._lines.soon(flush, since)
