"""Opens connections to a provider."""

import asyncio
import socket
import ssl
from typing import Any

import httpx2

from choice.chat.http_exchange import HttpExchange

_NOBODY = "Nobody answers at this address."
_SHARE_SECONDS = 1.0
"""How long one address of a host may keep the next one waiting."""


async def connected(host: str, port: int, tls: ssl.SSLContext | None, seconds: float | None) -> HttpExchange:
    """Connect to the first address of a host that answers.

    Raises:
        httpx2.ConnectTimeout: None did in time.
        httpx2.ConnectError: None did, or its certificate is not good.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(seconds):
            sock = await _some_address(loop, host, port)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _, exchange = await loop.create_connection(
                lambda: HttpExchange(loop), sock=sock, ssl=tls, server_hostname=host if tls else None
            )
    except TimeoutError:
        raise httpx2.ConnectTimeout(_NOBODY) from None
    except OSError as error:  # ssl.SSLError is one of them.
        raise httpx2.ConnectError(_NOBODY) from error
    return exchange


async def _some_address(loop: asyncio.AbstractEventLoop, host: str, port: int) -> socket.socket:
    """Return a socket connected to one address; a dead one delays the next by a second at most."""
    *places, last = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for place in places:
        try:
            async with asyncio.timeout(_SHARE_SECONDS):
                return await _address(loop, place)
        except OSError:  # TimeoutError is one of them.
            continue
    return await _address(loop, last)


async def _address(loop: asyncio.AbstractEventLoop, place: tuple[Any, ...]) -> socket.socket:
    family, kind, protocol, _, address = place
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setblocking(False)  # noqa: FBT003 - the one way to say it
        await loop.sock_connect(sock, address)
    except BaseException:
        sock.close()
        raise
    return sock
