"""One HTTP/1.1 connection to a provider, with one exchange at a time on it.

The SDKs' usual connection parses in Python and hands over each HTTP chunk for itself, which costs more than
all the rest of a token. Here the parser is the server's, in C, and all that one read from the network brings
is handed over at once.
"""

import asyncio
from typing import cast

import httptools
import httpx2
from typing_extensions import override

from choice.chat.arrival import Arrival

_MOST_KEPT = 256 * 1024
_LONGEST_HEAD = 64 * 1024
_FINAL = 200
_CLOSED = "The other side closed the connection."
_NOT_HTTP = "The other side does not speak HTTP."


class HttpExchange(asyncio.Protocol):
    """Sends requests; keeps what arrives, up to a limit, until it is read. One reader waits at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._transport: asyncio.Transport | None = None
        self._lost = False
        self._arrival = Arrival(loop)
        self._begin()
        self._complete = True  # Nothing was asked yet.

    def _begin(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._head_length = 0
        self._has_head = False
        self._complete = False
        self._paused = False
        self._error: httpx2.TransportError | None = None
        self._body: list[bytes] = []
        self._size = 0
        self.status = 0
        self.reason = b""
        self.headers: list[tuple[bytes, bytes]] = []

    @property
    def is_free(self) -> bool:
        """Whether another request can be sent on this connection."""
        return self._complete and not self._lost and not self._size and self._error is None

    async def ask(self, request: bytes, seconds: float | None) -> None:
        """Send a request; return when `status`, `reason` and `headers` of the response are there.

        Raises:
            httpx2.TransportError: There is none, or not in time.
        """
        self._begin()
        if self._transport is None or self._lost:
            raise httpx2.WriteError(_CLOSED)
        self._transport.write(request)
        while not self._has_head:
            self._check()
            await self._arrival.wait(seconds)

    async def read(self, seconds: float | None) -> bytes:
        """Return all of the body that has arrived since the last read, or nothing at its end.

        Raises:
            httpx2.TransportError: The body broke off, or nothing of it came in time.
        """
        while not self._size:
            if self._complete:
                return b""
            self._check()
            await self._arrival.wait(seconds)
        data = self._body[0] if len(self._body) == 1 else b"".join(self._body)
        self._body.clear()
        self._size = 0
        if self._paused and self._transport is not None:
            self._paused = False
            self._transport.resume_reading()
        return data

    def abort(self) -> None:
        """Close the connection at once."""
        self._arrival.forget()
        if self._transport is not None:
            self._transport.abort()
        self._lose()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._lost:
            raise httpx2.RemoteProtocolError(_CLOSED)

    def _lose(self) -> None:
        self._lost = True
        self._arrival.announce()

    # What the loop tells.

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by name.

    @override
    def data_received(self, data: bytes) -> None:
        if self._complete:
            self.abort()  # Nobody asked for this.
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._error = self._error or httpx2.RemoteProtocolError(_NOT_HTTP)
        if self._size > _MOST_KEPT and not self._paused and self._transport is not None:
            self._paused = True
            self._transport.pause_reading()
        self._arrival.announce()

    @override
    def eof_received(self) -> bool:
        names = {name.lower() for name, _ in self.headers}
        if self._has_head and not names & {b"content-length", b"transfer-encoding"}:
            self._complete = True  # Such a body ends with its connection.
        self._lose()
        return False

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._lose()

    # What the parser tells.

    def on_message_begin(self) -> None:
        """Refuse a second response to one request."""
        if self._complete:
            self._error = httpx2.RemoteProtocolError(_NOT_HTTP)

    def on_status(self, reason: bytes) -> None:
        """Take the words behind the status."""
        if not self._has_head:
            self.reason = reason

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one field of the head, or of what trails the body."""
        self._head_length += len(name) + len(value)
        if self._head_length > _LONGEST_HEAD:
            self._error = httpx2.RemoteProtocolError(_NOT_HTTP)
        elif not self._has_head:
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Take the end of a head; one that only says that there will be another is passed over."""
        if self._has_head:
            return
        self.status = self._parser.get_status_code()
        self._has_head = self.status >= _FINAL
        if not self._has_head:
            self.headers.clear()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        if not self._complete:
            self._body.append(body)
            self._size += len(body)

    def on_message_complete(self) -> None:
        """Take the end of the body."""
        if self._has_head:
            self._complete = True
            self._lost = self._lost or not self._parser.should_keep_alive()
