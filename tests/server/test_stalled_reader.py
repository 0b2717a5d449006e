"""A reader that takes nothing: it costs little, and nobody waits for it."""

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
"""Pieces of the answer that is read: four times what all buffers of an unread one hold together."""
LARGEST_SEND_BUFFER = int(Path("/proc/sys/net/ipv4/tcp_wmem").read_text("ascii").split()[2])
IN_THE_PROCESS = 256 * 1024


class Endless:
    """Writes without end to whom it is told, and counts; to all others it writes a long answer."""

    name = "endless"

    def __init__(self) -> None:
        self.unread = 0
        self.began = asyncio.Event()

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Give a piece, then let everybody else have a turn."""
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
    """Ask for an answer and read none of it, with the smallest buffer that the system gives."""
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


async def test_a_reader_that_stalls_costs_little_and_delays_nobody(tmp_path: Path) -> None:
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
async def test_a_server_stops_without_a_failure_though_a_reader_takes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model = Endless()
    async with running(settings_for(tmp_path), model) as run:
        stream = unread_stream(run)
        await model.began.wait()
        before = 0
        while before != model.unread:  # It goes on writing until nothing more can be sent.
            before = model.unread
            await asyncio.sleep(0.1)
        run.server.config.timeout_graceful_shutdown = 2

    stream.close()
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []
