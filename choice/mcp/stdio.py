"""One client of the MCP server behind a socket, a message a line.

The kit's own streams hand each message through a queue to a task that writes it. Between an answer and its
agent every step of the loop counts, so here a message is written at once by whoever sends it; and so it is
known which results are on the wire.
"""

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, JSONRPCNotification, JSONRPCResponse, jsonrpc_message_adapter
from pydantic import ValidationError

from choice.mcp.deliveries import Deliveries
from choice.mcp.front import OPEN_PAGE, error_of, message_line, read_message
from choice.mcp.server import McpServer

_GIVEN_UP = "notifications/cancelled"
_UNREADABLE = (
    "This request cannot be read: it is no request, is nested too deeply, or holds half of a character."
)


class _Stream:
    """What the kit wants of both directions."""

    async def aclose(self) -> None:
        """Do nothing: whoever opened the socket closes it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Heard(_Stream):
    """What the client says."""

    def __init__(
        self, reader: asyncio.StreamReader, deliveries: Deliveries, refuse: Callable[[bytes], None]
    ) -> None:
        """Take the reader, and who answers a line that the kit cannot read and would pass over."""
        self._reader, self._deliveries, self._refuse = reader, deliveries, refuse

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        line = await self._line()
        if not line:
            raise StopAsyncIteration
        try:
            message = jsonrpc_message_adapter.validate_json(line.decode("utf-8", "replace"), by_name=False)
        except ValidationError as error:
            self._refuse(line)
            return error
        if isinstance(message, JSONRPCNotification) and message.method == _GIVEN_UP:
            request_id = (message.params or {}).get("requestId")
            if isinstance(request_id, str | int):
                self._deliveries.given_up(request_id)
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
            return b""  # Cut off, or a line that no client of ours sends: the end, either way.


class Lines(_Stream):
    """Both directions of a socket; sending is the kit's way to the client."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        deliveries: Deliveries | None = None,
    ) -> None:
        self.deliveries = deliveries or Deliveries()
        self.heard = Heard(reader, self.deliveries, self._refuse)
        self._writer = writer

    async def send(self, item: SessionMessage) -> None:
        """Send a message, and wait until the other side can take more."""
        if self._writer.is_closing():
            raise anyio.ClosedResourceError
        said = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        self._writer.write(f"{said}\n".encode())
        if isinstance(item.message, JSONRPCResponse):
            self.deliveries.written(item.message.id)
        try:
            await self._writer.drain()
        except OSError as error:
            raise anyio.ClosedResourceError from error

    def _refuse(self, line: bytes) -> None:
        """Answer a request that cannot be read: its client would wait for ever."""
        message = read_message(line)
        if message is not None and "method" in message and isinstance(message.get("id"), str | int):
            refused = {"jsonrpc": "2.0", "id": message["id"], "error": error_of(INVALID_REQUEST, _UNREADABLE)}
            self._writer.write(message_line(refused))

    def show_page(self, address: str) -> None:
        """Ask the client's side to bring a page before the person."""
        told = {"jsonrpc": "2.0", "method": OPEN_PAGE, "params": {"address": address}}
        self._writer.write(json.dumps(told).encode() + b"\n")


async def serve_lines(server: McpServer, lines: Lines) -> None:
    """Serve one client until it leaves."""
    try:
        await server.run(lines.heard, lines, server.create_initialization_options())
    finally:
        lines.deliveries.close()
