"""Reads many streams at once, as cheaply as can be, and says how fast they came.

Arguments: port, path, streams, message, mode and, if there is one, the token. Prints one line of JSON.
"""

import asyncio
import json
import sys
import time

_END = b'"done"}'
_TOKEN = b'"token"'


async def one(port: int, head: bytes, body: bytes) -> tuple[float, int, float]:
    """Read one stream; return the time to its first token, its tokens, and when it ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.perf_counter()
    writer.write(head + body)
    first, count, tail = 0.0, 0, b""
    while data := await reader.read(65536):
        text = tail + data
        if not first and _TOKEN in text:
            first = time.perf_counter() - begun
        count += text.count(_TOKEN) - tail.count(_TOKEN)
        tail = text[-8:]
        if _END in text[-64:] or _END in data:
            break
    ended = time.perf_counter()
    writer.close()
    return first, count, ended


async def main() -> None:
    """Read all streams and print what came."""
    port, path, streams, message, mode = sys.argv[1:6]
    body = json.dumps({"message": message} | ({"mode": mode} if mode else {})).encode()
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json"]
    lines += [f"Content-Length: {len(body)}"]
    if len(sys.argv) > 6:
        lines.append(f"Authorization: Bearer {sys.argv[6]}")
    head = ("\r\n".join(lines) + "\r\n\r\n").encode()
    begun = time.perf_counter()
    results = await asyncio.gather(*[one(int(port), head, body) for _ in range(int(streams))])
    firsts = sorted(first for first, _, _ in results)
    print(
        json.dumps(
            {
                "seconds": max(ended for _, _, ended in results) - begun,
                "tokens": sum(count for _, count, _ in results),
                "first_p50": firsts[len(firsts) // 2],
            }
        )
    )


asyncio.run(main())
