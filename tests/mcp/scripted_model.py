"""A model server that follows a script, with the streaming APIs of Anthropic, OpenAI and Gemini."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

ToolCall = tuple[str, dict[str, Any]]
Step = Callable[[str], ToolCall | str]
"""Returns the model's turn, from the result of the last tool call: a tool call, or the last words."""

NO_TOOLS = "There are no tools yet."
"""What the model says if a request does not offer our tools."""
JsonObject = dict[str, Any]
Events = list[tuple[str | None, JsonObject]]


@dataclass
class ScriptedModel:
    """Plays one step for each request that offers our tools."""

    steps: Sequence[Step]
    results: list[JsonObject] = field(default_factory=list)
    """The tool results in the requests, as the client wrote them."""
    has_results: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    @contextmanager
    def serving(self) -> Iterator["ScriptedModel"]:
        """Serve the APIs on a free port."""
        server = _Server(self)
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()

    def turn(self, results: Sequence[JsonObject]) -> ToolCall | str:
        """Return the model's turn after these tool results."""
        self.results = list(results)
        if results:
            self.has_results.set()
        at = len(results)
        return self.steps[at](json.dumps(results[-1]) if results else "") if at < len(self.steps) else "Done."


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ScriptedModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def model(self) -> ScriptedModel:
        assert isinstance(self.server, _Server)
        return self.server.model

    def do_HEAD(self) -> None:
        self._send(b"", "application/json")

    def do_GET(self) -> None:
        self._send(b'{"data": [], "models": []}', "application/json")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith("/v1/messages"):
            self._stream(_anthropic(self.model, body))
        elif path.endswith("/responses"):
            self._stream(_openai(self.model, body))
        elif "enerateContent" in path:
            events = _gemini(self.model, body)
            if "stream" in path:
                self._stream(events)
            else:
                self._send(json.dumps(events[0][1]).encode(), "application/json")
        else:
            self._send(b'{"input_tokens": 1}', "application/json")

    def _stream(self, events: Events) -> None:
        lines = [
            (f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n" for name, data in events
        ]
        self._send("".join(lines).encode(), "text/event-stream")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def _named(names: Sequence[str], tool: str) -> str | None:
    """Return the name under which a client offers our tool."""
    return next((name for name in names if name == tool or name.endswith(f"_{tool}")), None)


def _anthropic(model: ScriptedModel, body: JsonObject) -> Events:
    names = [tool["name"] for tool in body.get("tools", [])]
    blocks = [
        block
        for message in body["messages"]
        for block in message["content"]
        if isinstance(block, dict) and block.get("type") == "tool_result"
    ]
    turn = model.turn(blocks) if _named(names, "provide_choice") else NO_TOOLS
    start: JsonObject
    if isinstance(turn, str):
        start, delta, reason = {"type": "text", "text": ""}, {"type": "text_delta", "text": turn}, "end_turn"
    else:
        tool, arguments = turn
        start = {"type": "tool_use", "id": f"toolu_{len(blocks)}", "name": _named(names, tool), "input": {}}
        delta, reason = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}, "tool_use"
    message: JsonObject = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    end = {"stop_reason": reason, "stop_sequence": None}
    events: list[JsonObject] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return [(event["type"], event) for event in events]


def _openai(model: ScriptedModel, body: JsonObject) -> Events:
    outputs = [item for item in body["input"] if item.get("type") == "function_call_output"]
    turn = model.turn(outputs)
    item: JsonObject
    if isinstance(turn, str):
        words = [{"type": "output_text", "text": turn, "annotations": []}]
        item = {
            "type": "message",
            "id": "m1",
            "role": "assistant",
            "status": "completed",
            "content": words,
        }
    else:
        tool, arguments = turn
        item = {
            "type": "function_call",
            "id": f"fc{len(outputs)}",
            "call_id": f"call{len(outputs)}",
            "arguments": json.dumps(arguments),
            "status": "completed",
            **_openai_name(body.get("tools", []), tool),
        }
    usage = {
        "input_tokens": 1,
        "output_tokens": 1,
        "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    response = {
        "id": "r1",
        "object": "response",
        "status": "completed",
        "model": "m",
        "output": [item],
        "usage": usage,
    }
    events: list[JsonObject] = [
        {"type": "response.created", "response": response | {"status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]
    return [(event["type"], event) for event in events]


def _openai_name(tools: Sequence[JsonObject], tool: str) -> JsonObject:
    """Return the name of our tool, and the namespace if it is in one."""
    for offered in tools:
        if any(inner.get("name") == tool for inner in offered.get("tools", [])):
            return {"name": tool, "namespace": offered["name"]}
    names = [str(offered.get("name")) for offered in tools]
    return {"name": _named(names, tool) or f"mcp__choicewire__{tool}"}


def _gemini(model: ScriptedModel, body: JsonObject) -> Events:
    names = [one["name"] for tools in body.get("tools", []) for one in tools.get("functionDeclarations", [])]
    parts = [part for content in body["contents"] for part in content.get("parts", [])]
    results = [part["functionResponse"] for part in parts if "functionResponse" in part]
    turn = model.turn(results) if _named(names, "provide_choice") else "{}"
    part: JsonObject = (
        {"text": turn}
        if isinstance(turn, str)
        else {"functionCall": {"name": _named(names, turn[0]), "args": turn[1]}}
    )
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return [(None, {"candidates": [candidate], "usageMetadata": usage})]
