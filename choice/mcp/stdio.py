"""Serve one MCP client over a socket, one JSON-RPC message per line.

The streams of the MCP SDK pass each message through a queue to a writer task. Here `send` writes directly,
which is faster, and the time at which a result is written is known.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, JSONRPCNotification, JSONRPCResponse, jsonrpc_message_adapter
from pydantic import ValidationError

from choice.mcp.front import OPEN_PAGE, encode_message, error_object, parse_message
from choice.mcp.questions import Deliveries
from choice.mcp.server import McpServer

_CANCELLED = "notifications/cancelled"
_INVALID = "Invalid request: not a JSON-RPC request, nested too deeply, or with an unpaired surrogate."


class _Stream:
    """Base class with the async context manager methods that the MCP SDK requires of both streams."""

    async def aclose(self) -> None:
        """Do nothing: the owner of the socket closes it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class _IncomingMessages(_Stream):
    """Messages of the client."""

    def __init__(
        self, reader: asyncio.StreamReader, deliveries: Deliveries, reject: Callable[[bytes], None]
    ) -> None:
        """Create the stream. `reject` replies to invalid lines, which the SDK would ignore."""
        self._reader, self._deliveries, self._reject = reader, deliveries, reject

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        line = await self._line()
        if not line:
            raise StopAsyncIteration
        try:
            message = jsonrpc_message_adapter.validate_json(line.decode("utf-8", "replace"), by_name=False)
        except ValidationError as error:
            self._reject(line)
            return error
        if isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            request_id = (message.params or {}).get("requestId")
            if isinstance(request_id, str | int):
                self._deliveries.cancelled(request_id)
        return SessionMessage(message)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message."""
        try:
            return await anext(self)
        except StopAsyncIteration as error:
            raise anyio.EndOfStream from error

    async def _line(self) -> bytes:
        try:
            return await self._reader.readline()
        except (OSError, ValueError):
            return b""  # Disconnected, or a line over the limit: end the stream.


class LineStream(_Stream):
    """The outgoing stream of a socket; `incoming` is the other direction."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        deliveries: Deliveries | None = None,
    ) -> None:
        self.deliveries = deliveries or Deliveries()
        self.incoming = _IncomingMessages(reader, self.deliveries, self._reject)
        self._writer = writer

    async def send(self, item: SessionMessage) -> None:
        """Write a message, and wait while the write buffer is full."""
        if self._writer.is_closing():
            raise anyio.ClosedResourceError
        encoded = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        self._writer.write(f"{encoded}\n".encode())
        if isinstance(item.message, JSONRPCResponse):
            self.deliveries.written(item.message.id)
        try:
            await self._writer.drain()
        except OSError as error:
            raise anyio.ClosedResourceError from error

    def _reject(self, line: bytes) -> None:
        """Reply to an invalid request with an error. Without a reply the client would wait forever."""
        message = parse_message(line)
        if message is not None and "method" in message and isinstance(message.get("id"), str | int):
            error = error_object(INVALID_REQUEST, _INVALID)
            self._writer.write(encode_message({"jsonrpc": "2.0", "id": message["id"], "error": error}))

    def open_in_browser(self, address: str) -> None:
        """Tell the front process to open a page in the browser."""
        notification = {"jsonrpc": "2.0", "method": OPEN_PAGE, "params": {"address": address}}
        self._writer.write(encode_message(notification))


async def serve_lines(server: McpServer, lines: LineStream) -> None:
    """Serve one client until it disconnects."""
    try:
        await server.run(lines.incoming, lines, server.create_initialization_options())
    finally:
        lines.deliveries.close()
