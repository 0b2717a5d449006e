"""Minimal ASGI application: sends all tokens at once, without a framework."""

import json
import sys

import uvicorn
from starlette.types import Message, Receive, Scope, Send

from benchmarks.chat_tokens import tokens
from choice.wire.sse import text_frames


def frames(count: int) -> bytes:
    """Return the events of one stream."""
    texts = text_frames('data: {"type":"token","content":', list(tokens(count)), "}\n\n")
    return f'data: {{"type":"metadata"}}\n\n{texts}data: {{"type":"done"}}\n\n'.encode()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Read the request and send the response in one message."""
    if scope["type"] != "http":
        return
    body = b""
    message: Message = {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
    json.loads(body)
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": frames(int(sys.argv[2])), "more_body": False})


if __name__ == "__main__":
    port = int(sys.argv[1])
    uvicorn.run(app, port=port, log_level="warning", access_log=False, http="httptools", lifespan="off")
