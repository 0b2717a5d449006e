"""The whole server for the MCP conformance suite, with a token added to every request of the suite."""

import asyncio
import sys
import time
from pathlib import Path

from starlette.types import Receive, Scope, Send

from choice.assembly.server import Serving
from choice.auth import Principal, signed_token
from choice.server.http_server import Server, server_config
from tests.server.service import settings_for


async def main(folder: Path, port: int) -> None:
    settings = settings_for(folder, port=port)
    serving = Serving(settings)
    app = serving.app()
    principal = Principal("bot", "acme", frozenset({"agent"}))
    token = signed_token(settings, principal, int(time.time()), 3600)
    bearer = (b"authorization", f"Bearer {token}".encode())

    async def with_token(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], bearer]}
        await app(scope, receive, send)

    started = asyncio.Event()
    server = Server(server_config(with_token, settings.host, port), serving.drain, started.set)
    serving_task = asyncio.create_task(server.serve())
    await started.wait()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await serving_task


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
