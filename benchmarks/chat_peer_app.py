"""Peers of the chat service: the specification's example, and other ways to send events.

No token is checked, nothing is counted, looked up or kept: only a fake model is streamed.
"""

import json
import sys
import uuid
from collections.abc import AsyncIterator

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletionMessageParam
from starlette.responses import Response

from benchmarks.chat_tokens import written

app = FastAPI()
COUNT, PACE = 200, 0.0


@app.post("/chatbot/chat-stream")
async def chat_stream(request: Request) -> Response:
    """Stream like the specification's example."""
    body = await request.json()
    session_id = body.get("sessionId", str(uuid.uuid4()))

    async def events() -> AsyncIterator[str]:
        metadata = {"type": "metadata", "sessionId": session_id, "sources": {"signals": 2, "incidents": 2}}
        yield f"data: {json.dumps(metadata)}\n\n"
        async for token in written(COUNT, PACE):
            yield f"data: {json.dumps({'type': 'token', 'content': token})}\n\n"
        yield f"data: {json.dumps({'type': 'done'})}\n\n"

    headers = {"Cache-Control": "no-cache", "Connection": "keep-alive"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


@app.post("/sse-starlette")
async def sse_starlette(request: Request) -> Response:
    """Stream with sse-starlette."""
    from sse_starlette import EventSourceResponse as StarletteEvents  # noqa: PLC0415 - a peer, perhaps not installed

    await request.json()

    async def events() -> AsyncIterator[dict[str, str]]:
        async for token in written(COUNT, PACE):
            yield {"data": json.dumps({"type": "token", "content": token})}
        yield {"data": json.dumps({"type": "done"})}

    return StarletteEvents(events())


@app.post("/fastapi-sse", response_class=EventSourceResponse)
async def fastapi_sse(body: dict[str, object]) -> AsyncIterator[ServerSentEvent]:  # noqa: ARG001 - as the others
    """Stream with FastAPI's own events."""
    async for token in written(COUNT, PACE):
        yield ServerSentEvent(data={"type": "token", "content": token})
    yield ServerSentEvent(raw_data='{"type": "done"}')


@app.post("/openai")
async def by_openai(request: Request) -> Response:
    """Stream like the specification's example, from a provider with its official client."""
    body = await request.json()
    session_id = body.get("sessionId", str(uuid.uuid4()))

    async def events() -> AsyncIterator[str]:
        metadata = {"type": "metadata", "sessionId": session_id, "sources": {"signals": 2, "incidents": 2}}
        yield f"data: {json.dumps(metadata)}\n\n"
        messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": body["message"]}]
        stream = await app.state.sdk.chat.completions.create(model="test", messages=messages, stream=True)
        async for chunk in stream:
            content = chunk.choices[0].delta.content if chunk.choices else None
            if content:
                yield f"data: {json.dumps({'type': 'token', 'content': content})}\n\n"
        yield f"data: {json.dumps({'type': 'done'})}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


if __name__ == "__main__":
    COUNT, PACE = int(sys.argv[2]), float(sys.argv[3])
    if sys.argv[4]:
        app.state.sdk = AsyncOpenAI(api_key="key", base_url=sys.argv[4])
    uvicorn.run(
        app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False, http="httptools"
    )
