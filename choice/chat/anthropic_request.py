"""Writes a request as Anthropic's messages API takes it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from choice.chat.model_client import AssistantTurn, ModelRequest, ToolCall, ToolResult, Turn, UserTurn
from choice.chat.paired_turns import paired
from choice.dialects.registry import anthropic_tool

_BEGINNING = "(The conversation begins.)"
_Block = dict[str, Any]


def anthropic_request(request: ModelRequest) -> dict[str, Any]:
    """Return the messages and, where there are any, the system prompt and the tools."""
    written: dict[str, Any] = {"messages": _messages(paired(request.turns))}
    if prompt := request.prompt:
        written["system"] = prompt
    if request.tools:
        written["tools"] = [anthropic_tool(dialect) for dialect in request.tools]
    return written


def _messages(turns: Iterable[Turn]) -> list[_Block]:
    """Return messages whose roles take turns, the user's first: neighbours of one role become one message.

    So all the results of one assistant message stand in the one user message that follows it.
    """
    messages: list[_Block] = []
    for turn in turns:
        blocks = _blocks(turn)
        role = "assistant" if isinstance(turn, AssistantTurn) else "user"
        if not blocks:
            continue
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
        else:
            messages.append({"role": role, "content": blocks})
    if messages and messages[0]["role"] == "assistant":
        messages.insert(0, {"role": "user", "content": _text(_BEGINNING)})
    return messages


def _blocks(turn: Turn) -> list[_Block]:
    match turn:
        case UserTurn(text=text):
            return _text(text)
        case ToolResult(call_id=call_id, text=text):
            return [{"type": "tool_result", "tool_use_id": call_id, "content": text}]
        case AssistantTurn(text=text, calls=calls):
            uses = [
                {"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call)}
                for call in calls
            ]
            return [*_text(text), *uses]


def _text(text: str) -> list[_Block]:
    """Return a block of text; none where it is blank, which the API refuses."""
    return [{"type": "text", "text": text}] if text.strip() else []


def _input(call: ToolCall) -> object:
    """Return the arguments as an object, whatever the model wrote."""
    try:
        read = msgspec.json.decode(call.arguments)
    except (msgspec.DecodeError, UnicodeEncodeError):
        read = call.arguments
    return read if isinstance(read, dict) else {"arguments": read}
