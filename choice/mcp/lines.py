"""One client of the MCP server behind a socket, a message a line."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server

from choice.mcp.front import OPEN_PAGE
from choice.mcp.server import McpServer


class Lines:
    """Both directions of a socket, as the kit wants its files."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await self._line():
            yield line.decode("utf-8", "replace")

    async def _line(self) -> bytes:
        try:
            return await self._reader.readline()
        except (OSError, ValueError):
            return b""  # Cut off, or a line that no client of ours sends: the end, either way.

    async def write(self, text: str) -> None:
        """Send something."""
        if self._writer.is_closing():
            raise anyio.ClosedResourceError
        self._writer.write(text.encode())

    async def flush(self) -> None:
        """Wait until the other side can take more."""
        try:
            await self._writer.drain()
        except OSError as error:
            raise anyio.ClosedResourceError from error

    def show_page(self, address: str) -> None:
        """Ask the client's side to bring a page before the person."""
        told = {"jsonrpc": "2.0", "method": OPEN_PAGE, "params": {"address": address}}
        self._writer.write(json.dumps(told).encode() + b"\n")


async def serve_lines(server: McpServer, lines: Lines) -> None:
    """Serve one client until it leaves."""
    file = cast("Any", lines)  # The kit names a class where it needs no more than these methods.
    async with stdio_server(stdin=file, stdout=file) as (read, write):
        await server.run(read, write, server.create_initialization_options())
