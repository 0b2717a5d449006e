"""Time limits of connections, with real sockets on an event loop whose clock skips idle time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send
from typing_extensions import override
from uvicorn.server import ServerState

from choice.server.http_server import IDLE_SECONDS, WRITE_BUFFER_BYTES, GuardedProtocol, server_config
from tests.server.skipping_loop import SkippingLoop

HALF_A_HEAD = b"GET /page HTTP/1.1\r\nX-Slow: "
REQUEST = b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n"
START: Message = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}


async def answers(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Answer every request."""
    await send(START)
    await send({"type": "http.response.body", "body": b"ok"})


async def takes_two_minutes(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request after two minutes."""
    await asyncio.sleep(120)
    await answers(scope, receive, send)


async def starts(_scope: Scope, _receive: Receive, send: Send) -> None:
    """Start a response that never ends."""
    await send(START)
    await asyncio.Event().wait()


def run(app: object, test: Callable[[int], Awaitable[None]]) -> None:
    """Serve an application and run a test that connects to it."""

    async def serve() -> None:
        config = server_config(app, "127.0.0.1", 0)  # type: ignore[arg-type]  # an application
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: GuardedProtocol(config, state, {}), "127.0.0.1", 0)
        async with server:
            await test(server.sockets[0].getsockname()[1])

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        runner.run(serve())


async def seconds_until_closed(reader: asyncio.StreamReader) -> float:
    """Return how long the server keeps a connection open."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    assert await reader.read() == b""
    return loop.time() - begun


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD])
def test_a_connection_that_sends_no_complete_head_is_closed(sent: bytes) -> None:
    async def test(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)

        assert await seconds_until_closed(reader) == pytest.approx(IDLE_SECONDS, abs=0.5)
        writer.close()

    run(answers, test)


@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD])
def test_a_kept_connection_that_sends_no_further_request_is_closed(sent: bytes) -> None:
    async def test(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)
        await reader.readuntil(b"ok")
        writer.write(sent)

        assert await seconds_until_closed(reader) == pytest.approx(IDLE_SECONDS, abs=0.5)
        writer.close()

    run(answers, test)


def test_a_request_that_is_served_may_take_longer_than_the_limit() -> None:
    async def test(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)

        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()

    run(takes_two_minutes, test)


class Transport(asyncio.Transport):
    """Transport that records when it was aborted, with a client that reads on request."""

    def __init__(self) -> None:
        super().__init__()
        self.unsent = 0
        self.aborted_at: float | None = None

    @override
    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing."""

    @override
    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Do nothing."""

    @override
    def close(self) -> None:
        """Do nothing."""

    @override
    def is_closing(self) -> bool:
        """Return False."""
        return False

    @override
    def get_write_buffer_size(self) -> int:
        """Return what the client has not read."""
        return self.unsent

    @override
    def abort(self) -> None:
        """Record the time."""
        self.aborted_at = self.aborted_at or asyncio.get_running_loop().time()


async def paused_protocol() -> tuple[GuardedProtocol, Transport]:
    """Return the protocol of a connection whose client has stopped reading in the middle of a response."""
    config = uvicorn.Config(starts, log_config=None)
    protocol, transport = GuardedProtocol(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)
    protocol.data_received(REQUEST)
    await asyncio.sleep(0)
    transport.unsent = 2 * WRITE_BUFFER_BYTES
    protocol.pause_writing()
    return protocol, transport


@pytest.mark.requirement("CH11")
def test_a_client_that_does_not_read_is_aborted() -> None:
    async def test() -> float | None:
        _protocol, transport = await paused_protocol()
        await asyncio.sleep(10 * IDLE_SECONDS)
        return transport.aborted_at

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        assert runner.run(test()) == pytest.approx(IDLE_SECONDS)


def test_a_client_that_reads_slowly_is_kept() -> None:
    async def test() -> list[float | None]:
        protocol, transport = await paused_protocol()
        found = []
        for _ in range(10):
            await asyncio.sleep(IDLE_SECONDS - 1)
            transport.unsent -= 100
        found.append(transport.aborted_at)
        transport.unsent = 0
        protocol.resume_writing()
        await asyncio.sleep(10 * IDLE_SECONDS)
        found.append(transport.aborted_at)
        return found

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        assert runner.run(test()) == [None, None]
