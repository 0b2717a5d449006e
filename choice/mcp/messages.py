"""Messages of the protocol, a line each, with the standard library alone."""

import json

from choice.mcp.known_answers import Message


def read_message(line: bytes) -> Message | None:
    """Return a message; what is none is passed over, as the protocol's own kit does."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def message_line(message: Message) -> bytes:
    """Return a message as it is sent."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def key_of(request_id: object) -> str:
    """Return an id as a key: 1 and "1" are different ids."""
    return json.dumps(request_id)


def params_of(message: Message) -> Message:
    """Return the parameters of a message; none where it has none."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def error_of(code: int, words: str) -> Message:
    """Return why a request failed."""
    return {"code": code, "message": words}
