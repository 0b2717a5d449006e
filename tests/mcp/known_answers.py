"""What the server answers to everyone alike; written down by `python -m tests.mcp.known_answers`."""

import asyncio
import json
import socket
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION

from choice.mcp import known_answers
from choice.mcp.lines import Lines, serve_lines
from choice.mcp.server import build_server
from tests.mcp.agent import house

FILE = Path(known_answers.__file__).with_name("known_answers.json")
CLIENT = {"name": "anyone", "version": "1"}
LISTS = ("tools/list", "prompts/list", "resources/list")
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": LATEST_MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def greeting(wanted: str) -> dict[str, Any]:
    params = {"protocolVersion": wanted, "capabilities": {}, "clientInfo": CLIENT}
    return {"method": "initialize", "params": params}


async def said_by_the_server(requests: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Send requests to a server of our own and return the results."""
    ours, its = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours, limit=2**20)
    async with house() as here:
        server = build_server(here.opened, version=version("choicewire"), key=b"k" * 32)
        its_reader, its_writer = await asyncio.open_connection(sock=its)
        serving = asyncio.create_task(serve_lines(server, Lines(its_reader, its_writer)))
        results = []
        for number, request in enumerate(requests):
            writer.write(json.dumps({"jsonrpc": "2.0", "id": number} | request).encode() + b"\n")
            results.append(json.loads(await reader.readline())["result"])
            if request["method"] == "initialize":
                writer.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        writer.close()
        await serving
        its_writer.close()
        await asyncio.gather(writer.wait_closed(), its_writer.wait_closed())
    return results


async def known_by_the_server() -> dict[str, Any]:
    """Return what the file should hold."""
    newest = HANDSHAKE_PROTOCOL_VERSIONS[-1]
    first, *lists = await said_by_the_server([greeting(newest), *[{"method": name} for name in LISTS]])
    modern = ("server/discover", *LISTS)
    asked = [{"method": name, "params": {"_meta": MODERN_META}} for name in modern]
    return {
        "versions": list(HANDSHAKE_PROTOCOL_VERSIONS),
        "handshake": {"initialize": first, "ping": {}} | dict(zip(LISTS, lists, strict=True)),
        "modern_version": LATEST_MODERN_VERSION,
        "modern": dict(zip(modern, await said_by_the_server(asked), strict=True)),
    }


def main() -> None:
    known = asyncio.run(known_by_the_server())
    FILE.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
