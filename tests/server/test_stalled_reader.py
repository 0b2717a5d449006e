"""A client that stops reading a stream: bounded memory, and no delay for other clients."""

import asyncio
import json
import logging
import socket
from pathlib import Path

import pytest

from choice.providers import ModelRequest, TokenSink, UserTurn
from tests.server.service import Running, data_events, running, settings_for

PIECE = "x" * 1000 + " "
WHOLE = 16_000
"""Chunks of the answer that is read: more than all buffers of an unread answer hold."""
LARGEST_SEND_BUFFER = int(Path("/proc/sys/net/ipv4/tcp_wmem").read_text("ascii").split()[2])
IN_THE_PROCESS = 256 * 1024


class Endless:
    """Model that writes endlessly to the message 'unread' and counts, and a long answer to all others."""

    name = "endless"

    def __init__(self) -> None:
        self.unread = 0
        self.began = asyncio.Event()

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Write a chunk, then yield to other tasks."""
        if request.turns[-1] == UserTurn("unread"):
            while True:
                self.unread += 1
                self.began.set()
                await self._write(sink)
        for _ in range(WHOLE):
            await self._write(sink)

    async def _write(self, sink: TokenSink) -> None:
        if not sink.write(PIECE):
            await sink.drain()
        await asyncio.sleep(0)

    async def close(self) -> None:
        """Do nothing."""


def unread_stream(run: Running) -> socket.socket:
    """Request an answer without reading it, with the smallest receive buffer."""
    body = json.dumps({"message": "unread"})
    port = int(run.url.rpartition(":")[2])
    head = (
        f"POST /chatbot/chat-stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    )
    head += f"Authorization: Bearer {run.token()}\r\nContent-Length: {len(body)}\r\n\r\n"
    stream = socket.socket()
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    stream.connect(("127.0.0.1", port))
    stream.sendall((head + body).encode())
    return stream


async def test_a_client_that_does_not_read_uses_bounded_memory_and_does_not_delay_others(
    tmp_path: Path,
) -> None:
    model = Endless()
    async with running(settings_for(tmp_path), model) as run:
        with unread_stream(run):
            await model.began.wait()
            read = await run.client().post("/chatbot/chat-stream", json={"message": "read"})

            events = data_events(read.text)
            assert [event["type"] for event in events] == ["metadata", *["token"] * WHOLE, "done"]
            # Both had the same number of turns; the unread one used only those that filled its buffers.
            assert model.unread * len(PIECE) < LARGEST_SEND_BUFFER + IN_THE_PROCESS
            assert WHOLE * len(PIECE) > LARGEST_SEND_BUFFER + IN_THE_PROCESS


@pytest.mark.requirement("CH4", "CH11")
async def test_a_server_shuts_down_without_warnings_while_a_client_does_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model = Endless()
    async with running(settings_for(tmp_path), model) as run:
        stream = unread_stream(run)
        await model.began.wait()
        before = 0
        while before != model.unread:  # Wait until all buffers are full.
            before = model.unread
            await asyncio.sleep(0.1)
        run.server.config.timeout_graceful_shutdown = 2

    stream.close()
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []
