"""Minimal MCP server over stdio with the official SDK: the peer of `mcp_start`."""

import asyncio

from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server


async def main() -> None:
    """Serve one client without any tools."""
    server: Server[dict[str, object]] = Server("bare")
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
