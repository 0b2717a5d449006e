"""Answers as an OpenAI-compatible server streams them: chat completion chunks, then [DONE]."""

import json
from collections.abc import Iterable
from typing import Any

from tests.providers.answers import Answer

DONE = b"data: [DONE]\n\n"


def event(payload: object) -> bytes:
    """Return a payload as one event."""
    return b"data: " + json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
    """Return one chunk of a completion."""
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return event(
        {
            "id": "chatcmpl-D4vTQ8cqmWnV2xkL",
            "object": "chat.completion.chunk",
            "created": 1794787200,
            "model": "gpt-test",
            "service_tier": "default",
            "system_fingerprint": "fp_50cad350e4",
            "choices": [choice],
        }
    )


USAGE = event(
    {
        "id": "chatcmpl-D4vTQ8cqmWnV2xkL",
        "choices": [],
        "usage": {"prompt_tokens": 30, "completion_tokens": 12, "total_tokens": 42},
    }
)
BEGIN = chunk({"role": "assistant", "content": "", "refusal": None})


def end(reason: str = "stop") -> tuple[bytes, ...]:
    """Return the last events of an answer."""
    return chunk({}, reason), USAGE, DONE


def text(tokens: Iterable[str], reason: str = "stop") -> Answer:
    """Return an answer of text, one event and one write a token."""
    return Answer((BEGIN, *(chunk({"content": token}) for token in tokens), *end(reason)))


def call_begin(index: int, call_id: str, name: str) -> bytes:
    """Return the first fragment of a call."""
    function = {"name": name, "arguments": ""}
    return chunk({"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]})


def call_part(index: int, arguments: str) -> bytes:
    """Return a further fragment of a call."""
    return chunk({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]})


def calls(*wanted: tuple[str, str, str], said: str = "") -> Answer:
    """Return an answer that calls tools (id, name, arguments), the arguments in fragments of 7 characters."""
    writes = [BEGIN]
    if said:
        writes.append(chunk({"content": said}))
    for index, (call_id, name, arguments) in enumerate(wanted):
        writes.append(call_begin(index, call_id, name))
        writes += [call_part(index, arguments[at : at + 7]) for at in range(0, len(arguments), 7)]
    return Answer((*writes, *end("tool_calls")))


def error(message: str, kind: str) -> bytes:
    """Return the body of a refusal."""
    return json.dumps({"error": {"message": message, "type": kind, "param": None, "code": kind}}).encode()
