"""Serve the test application, and send raw bytes to it."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from choice.server.http_server import server_config
from tests.server.clients import authorization
from tests.server.small_app import open_app

BODY = b'{"message": "x"}'


@contextmanager
def served() -> Iterator[int]:
    """Serve the application as `choicewire serve` does, and return the port."""
    app = asyncio.run(open_app(requests_per_minute=100_000))
    server = uvicorn.Server(server_config(app, "127.0.0.1", 0))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(timeout=20)


def sent(port: int, *pieces: bytes, patience: float = 10) -> bytes:
    """Send raw bytes and return the response, up to the end of the connection or a timeout."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        answer = b""
        try:
            for piece in pieces:
                line.sendall(piece)
            while received := line.recv(65_536):
                answer += received
                if b"\r\n\r\n" in answer and _whole(answer):
                    break
        except TimeoutError:
            answer += b"<silence>"
        except (ConnectionResetError, BrokenPipeError):
            answer += b"<reset>"
        return answer


def request(
    *headers: str, line: str = "POST /chat HTTP/1.1", body: bytes = BODY, length: bool = True
) -> bytes:
    """Return the bytes of a request with a valid token."""
    lines = [
        line,
        *headers,
        f"Authorization: {authorization()['Authorization']}",
        "Content-Type: application/json",
    ]
    lines += [f"Content-Length: {len(body)}"] if length else []
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def status(answer: bytes) -> int:
    """Return the status of the first response, or 0 if there is none."""
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0


def statuses(answer: bytes) -> list[int]:
    """Return the statuses of all responses."""
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def _whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return False
