"""Carries the SDKs' requests to a provider, and keeps connections for the next ones."""

import asyncio
import ssl
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

import httpx2
from typing_extensions import override

from choice.chat.http_connecting import connected
from choice.chat.http_exchange import HttpExchange

_Origin = tuple[str, str, int]
_MOST_IDLE = 100
_IDLE_SECONDS = 5.0
_ADDRESS = "The address must begin with http:// or https://."
_TORN = "The request cannot be sent: a field holds a line end, or the body is no stream of bytes."


class QuickTransport(httpx2.AsyncBaseTransport):
    """HTTP/1.1 without proxies. How many requests run at once is for those to limit who make them."""

    def __init__(self, ssl_context: ssl.SSLContext) -> None:
        self._ssl_context = ssl_context
        self._idle: defaultdict[_Origin, list[tuple[HttpExchange, float]]] = defaultdict(list)
        self._all: set[HttpExchange] = set()

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; return when the head of its response is there.

        Raises:
            httpx2.TransportError: There is none, or not in time.
        """
        written = await _written(request)
        limits = request.extensions.get("timeout", {})
        origin = _origin(request.url)
        exchange = self._waiting_at(origin)
        if exchange is None:
            tls = self._ssl_context if origin[0] == "https" else None
            exchange = await connected(origin[1], origin[2], tls, limits.get("connect"))
            self._all.add(exchange)
        try:
            await exchange.ask(written, limits.get("read"))
        except BaseException:
            self._drop(exchange)
            raise
        return httpx2.Response(
            exchange.status,
            headers=exchange.headers,
            stream=_Body(exchange, limits.get("read"), lambda: self._give_back(origin, exchange)),
            extensions={"http_version": b"HTTP/1.1", "reason_phrase": exchange.reason},
        )

    @override
    async def aclose(self) -> None:
        """Close every connection."""
        for exchange in list(self._all):
            self._drop(exchange)
        self._idle.clear()

    def _waiting_at(self, origin: _Origin) -> HttpExchange | None:
        """Return a connection that is still good, the one used last; let go of those that are not."""
        waiting = self._idle[origin]
        now = asyncio.get_running_loop().time()
        while waiting:
            exchange, since = waiting.pop()
            if exchange.is_free and now - since < _IDLE_SECONDS:
                return exchange
            self._drop(exchange)
        return None

    def _give_back(self, origin: _Origin, exchange: HttpExchange) -> None:
        waiting = self._idle[origin]
        if exchange.is_free and len(waiting) < _MOST_IDLE and exchange in self._all:
            waiting.append((exchange, asyncio.get_running_loop().time()))
        else:
            self._drop(exchange)

    def _drop(self, exchange: HttpExchange) -> None:
        self._all.discard(exchange)
        exchange.abort()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, exchange: HttpExchange, seconds: float | None, done: Callable[[], None]) -> None:
        self._exchange = exchange
        self._seconds = seconds
        self._done: Callable[[], None] | None = done

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self._done is not None and (data := await self._exchange.read(self._seconds)):
            yield data

    @override
    async def aclose(self) -> None:
        if self._done is not None:
            self._done()
            self._done = None


def _origin(url: httpx2.URL) -> _Origin:
    if url.scheme not in {"http", "https"}:
        raise httpx2.UnsupportedProtocol(_ADDRESS)
    return url.scheme, url.raw_host.decode("ascii"), url.port or (443 if url.scheme == "https" else 80)


async def _written(request: httpx2.Request) -> bytes:
    """Return a request as it is sent; its body is one that is in memory already."""
    lines = [b"%b %b HTTP/1.1" % (request.method.encode("ascii"), request.url.raw_path)]
    lines += [b"%b: %b" % field for field in request.headers.raw]
    torn = any(b"\r" in line or b"\n" in line or b"\0" in line for line in lines)
    if torn or not isinstance(request.stream, httpx2.AsyncByteStream):
        raise httpx2.LocalProtocolError(_TORN)
    body = [part async for part in request.stream]
    return b"\r\n".join((*lines, b"", b"".join(body)))
