"""Answers as Anthropic's messages API streams them: a message of content blocks."""

import json
from collections.abc import Iterable
from typing import Any

from tests.providers.answers import Answer


def event(payload: dict[str, Any]) -> bytes:
    """Return a payload as one named event."""
    data = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    return b"event: %b\ndata: %b\n\n" % (str(payload["type"]).encode(), data)


BEGIN = event(
    {
        "type": "message_start",
        "message": {
            "id": "msg_01XqZ2bV",
            "type": "message",
            "role": "assistant",
            "model": "claude-test",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 25, "output_tokens": 1},
        },
    }
)
PING = event({"type": "ping"})
STOP = event({"type": "message_stop"})


def block_begin(index: int, block: dict[str, Any]) -> bytes:
    """Return the start of a content block."""
    return event({"type": "content_block_start", "index": index, "content_block": block})


def delta(index: int, part: dict[str, Any]) -> bytes:
    """Return a piece of a content block."""
    return event({"type": "content_block_delta", "index": index, "delta": part})


def block_end(index: int) -> bytes:
    """Return the end of a content block."""
    return event({"type": "content_block_stop", "index": index})


def end(reason: str = "end_turn") -> tuple[bytes, ...]:
    """Return the last events of an answer."""
    stop = {"stop_reason": reason, "stop_sequence": None}
    return event({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 15}}), STOP


def text_delta(token: str, index: int = 0) -> bytes:
    """Return a piece of text."""
    return delta(index, {"type": "text_delta", "text": token})


def text_block(tokens: Iterable[str], index: int = 0) -> tuple[bytes, ...]:
    """Return a whole block of text, one event a token."""
    begin = block_begin(index, {"type": "text", "text": ""})
    return begin, *(text_delta(token, index) for token in tokens), block_end(index)


def text(tokens: Iterable[str], reason: str = "end_turn") -> Answer:
    """Return an answer of text, one event and one write a token."""
    return Answer((BEGIN, PING, *text_block(tokens), *end(reason)))


def tool_block(index: int, call_id: str, name: str, arguments: str) -> tuple[bytes, ...]:
    """Return a whole call of a tool, its arguments in fragments of 7 characters."""
    return (
        block_begin(index, {"type": "tool_use", "id": call_id, "name": name, "input": {}}),
        delta(index, {"type": "input_json_delta", "partial_json": ""}),
        *(
            delta(index, {"type": "input_json_delta", "partial_json": arguments[at : at + 7]})
            for at in range(0, len(arguments), 7)
        ),
        block_end(index),
    )


def calls(*wanted: tuple[str, str, str], said: str = "") -> Answer:
    """Return an answer that calls tools (id, name, arguments)."""
    writes = [BEGIN]
    if said:
        writes += text_block([said])
    for index, (call_id, name, arguments) in enumerate(wanted, 1 if said else 0):
        writes += tool_block(index, call_id, name, arguments)
    return Answer((*writes, *end("tool_use")))


def error(message: str, kind: str) -> bytes:
    """Return the body of a refusal; as an event it ends a stream."""
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()


def error_event(message: str, kind: str) -> bytes:
    """Return the event by which a stream breaks off."""
    return b"event: error\ndata: " + error(message, kind) + b"\n\n"
