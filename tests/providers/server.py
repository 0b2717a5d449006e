"""A scripted model provider on a local port, which notices disconnects."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.providers.answers import Answer

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Received:
    """A received request."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the client disconnects before the end of the answer."""


Choose = Callable[[Received], Answer]


class Provider:
    """Answers each request with the response that `choose` returns."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.requests: list[Received] = []
        self.asked = asyncio.Event()
        self.connections = 0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        self.connections += 1
        try:
            while (received := await _request(reader)) is not None:
                self.requests.append(received)
                self.asked.set()
                if not await _answered(self._choose(received), received, reader, writer):
                    return
        except ConnectionError:
            if self.requests:
                self.requests[-1].left.set()


async def _request(reader: asyncio.StreamReader) -> Received | None:
    """Return the next request, or None if the client has disconnected."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.rstrip().split("\r\n")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(first.split()[1], headers, json.loads(body or b"{}"))


async def _answered(
    answer: Answer, received: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    """Send an answer; return whether the connection can be reused."""
    # A client that waits for an answer sends nothing: a completed read is its disconnect.
    gone = asyncio.ensure_future(reader.read(1))
    try:
        if answer.ending == "silent":
            await gone
            received.left.set()
            return False
        writer.write(_head(answer))
        for write in answer.writes:
            if gone.done():
                received.left.set()
                return False
            writer.write(b"%x\r\n%b\r\n" % (len(write), write))
            await writer.drain()
            if answer.pace:
                await asyncio.sleep(answer.pace)
        if answer.ending == "hold":
            await gone
            received.left.set()
            return False
        if answer.ending == "cut":
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
    finally:
        again = gone.cancel()  # False if something was read: the client has disconnected.
        await asyncio.wait([gone])
    return again


def _head(answer: Answer) -> bytes:
    headers = {"content-type": "text/event-stream", "transfer-encoding": "chunked", **answer.headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status} Scripted\r\n{lines}\r\n".encode("latin-1")


@asynccontextmanager
async def provider(*answers: Answer) -> AsyncIterator[Provider]:
    """Run a provider that sends the answers in order and repeats the last one."""
    left = list(answers)
    async with choosing(lambda _received: left.pop(0) if len(left) > 1 else left[0]) as subject:
        yield subject


@asynccontextmanager
async def choosing(choose: Choose) -> AsyncIterator[Provider]:
    """Run a provider on a free port."""
    subject = Provider(choose)
    async with listening(subject.serve) as place:
        subject.url = f"http://{place}"
        yield subject


@asynccontextmanager
async def listening(serve: Serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """Serve connections to a free port with a function; yield host and port."""
    serving: set[asyncio.Task[None]] = set()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(served(reader, writer))
        serving.add(task)
        task.add_done_callback(serving.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    try:
        yield _address(server).removeprefix("http://")
    finally:
        server.close()
        for task in list(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        await server.wait_closed()


def _address(server: asyncio.Server) -> str:
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def run(answer: Callable[[], Answer], port: int, started: Callable[[str], None]) -> None:
    """Send the same answer to every request until stopped; for benchmarks, in its own process."""

    async def serving() -> None:
        made = answer()
        subject = Provider(lambda _received: made)

        async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await subject.serve(reader, writer)
            writer.close()

        server = await asyncio.start_server(served, "127.0.0.1", port, backlog=4096)
        started(_address(server))
        await server.serve_forever()

    asyncio.run(serving())
