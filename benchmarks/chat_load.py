"""Read many streams concurrently at low cost and report their timing.

Each line of JSON on standard input starts a round: port, path, streams, message, mode, token. The response
is a line of JSON. `hold` instead of `read` leaves the streams open and unread until the input ends.
"""

import asyncio
import json
import socket
import sys
import time
from typing import Any

_END = b'"done"}'
_TOKEN = b'"token"'
_SMALL_BUFFER = 4096


async def one(port: int, request: bytes) -> tuple[float, int, float]:
    """Read one stream; return the time to its first token, the number of tokens, and its end time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.perf_counter()
    writer.write(request)
    first, count, tail = 0.0, 0, b""
    while data := await reader.read(65536):
        text = tail + data
        if not first and _TOKEN in text:
            first = time.perf_counter() - begun
        count += text.count(_TOKEN) - tail.count(_TOKEN)
        tail = text[-8:]
        if _END in text[-64:]:
            break
    ended = time.perf_counter()
    writer.close()
    return first, count, ended


def request_of(wanted: dict[str, Any]) -> bytes:
    """Return the HTTP request for one stream."""
    body = json.dumps({"message": wanted["message"]} | ({"mode": wanted["mode"]} if wanted["mode"] else {}))
    lines = [f"POST {wanted['path']} HTTP/1.1", f"Host: 127.0.0.1:{wanted['port']}"]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if wanted["token"]:
        lines.append(f"Authorization: Bearer {wanted['token']}")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


async def read(wanted: dict[str, Any]) -> dict[str, float]:
    """Read the requested number of streams and return the timing."""
    begun, request = time.perf_counter(), request_of(wanted)
    results = await asyncio.gather(*[one(wanted["port"], request) for _ in range(wanted["streams"])])
    firsts = sorted(first for first, _, _ in results)
    return {
        "seconds": max(ended for _, _, ended in results) - begun,
        "tokens": sum(count for _, count, _ in results),
        "first": firsts[len(firsts) // 2],
    }


def held(wanted: dict[str, Any]) -> list[socket.socket]:
    """Open streams, wait until each has started, and stop reading."""
    opened: list[socket.socket] = []
    for _ in range(wanted["streams"]):
        stream = socket.socket()
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER)
        stream.connect(("127.0.0.1", wanted["port"]))
        stream.sendall(request_of(wanted))
        opened.append(stream)
    for stream in opened:
        stream.recv(16)
    return opened


def main() -> None:
    """Process requests until the input ends."""
    kept: list[socket.socket] = []
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            wanted = json.loads(line)
            if wanted["what"] == "hold":
                kept += held(wanted)
                answer: dict[str, float] = {"held": len(kept)}
            else:
                answer = runner.run(read(wanted))
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
