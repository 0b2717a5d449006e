"""Generate `known_answers.json`: the replies that are the same for every client.

`python -m choice.mcp.common_answers VERSION` prints them for that server version; the build runs it.
"""

import asyncio
import json
import socket
import sys
from collections.abc import Sequence
from importlib.metadata import version as version_of
from typing import Any

from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_MODERN_VERSION

from choice.mcp.calls import ToolCalls
from choice.mcp.clients import APPS, CARD_TYPE
from choice.mcp.server import build_server
from choice.mcp.stdio import LineStream, serve_lines

LISTS = ("tools/list", "prompts/list", "resources/list")
_CLIENT = {"name": "anyone", "version": "1"}
_MAX_LINE = 2**20
_WITH_CARDS = {"extensions": {APPS: {"mimeTypes": [CARD_TYPE]}}}
"""Capabilities of a client that shows questions as cards."""


def modern_meta(capabilities: dict[str, Any]) -> dict[str, Any]:
    """Return the `_meta` of the requests of a client without a handshake."""
    return {
        "io.modelcontextprotocol/protocolVersion": LATEST_MODERN_VERSION,
        "io.modelcontextprotocol/clientInfo": _CLIENT,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    }


MODERN_META = modern_meta({})


def initialize_request(protocol: str, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the `initialize` request of a client with this protocol version."""
    params = {"protocolVersion": protocol, "capabilities": capabilities or {}, "clientInfo": _CLIENT}
    return {"method": "initialize", "params": params}


async def results_of(requests: Sequence[dict[str, Any]], version: str) -> list[dict[str, Any]]:
    """Send requests to a server of this version and return the results. No desk is opened."""
    client_socket, server_socket = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=client_socket, limit=_MAX_LINE)
    server_reader, server_writer = await asyncio.open_connection(sock=server_socket)
    server = build_server(_no_calls, version=version, key=bytes(32))
    serving = asyncio.create_task(serve_lines(server, LineStream(server_reader, server_writer)))
    results = []
    for number, request in enumerate(requests):
        writer.write(json.dumps({"jsonrpc": "2.0", "id": number} | request).encode() + b"\n")
        results.append(json.loads(await reader.readline())["result"])
        if request["method"] == "initialize":
            writer.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    writer.close()
    await serving
    server_writer.close()
    await asyncio.gather(writer.wait_closed(), server_writer.wait_closed())
    return results


async def common_answers(version: str) -> dict[str, Any]:
    """Return the content of `known_answers.json` for a version of the server."""
    return {
        "mcp_types": version_of("mcp-types"),
        "versions": list(HANDSHAKE_PROTOCOL_VERSIONS),
        "handshake": await _handshake({}, version),
        "modern_version": LATEST_MODERN_VERSION,
        "modern": await _modern({}, version),
        "cards": {
            "handshake": await _handshake(_WITH_CARDS, version),
            "modern": await _modern(_WITH_CARDS, version),
        },
    }


async def _handshake(capabilities: dict[str, Any], version: str) -> dict[str, Any]:
    hello = initialize_request(HANDSHAKE_PROTOCOL_VERSIONS[-1], capabilities)
    first, *lists = await results_of([hello, *[{"method": name} for name in LISTS]], version)
    return {"initialize": first, "ping": {}} | dict(zip(LISTS, lists, strict=True))


async def _modern(capabilities: dict[str, Any], version: str) -> dict[str, Any]:
    methods, meta = ("server/discover", *LISTS), modern_meta(capabilities)
    requests = [{"method": name, "params": {"_meta": meta}} for name in methods]
    return dict(zip(methods, await results_of(requests, version), strict=True))


async def _no_calls() -> ToolCalls:
    raise NotImplementedError


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(common_answers(sys.argv[1]))))
