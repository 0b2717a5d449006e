"""Writes a request as OpenAI's chat completions take it."""

from typing import Any

from choice.chat.model_client import AssistantTurn, ModelRequest, ToolResult, Turn, UserTurn
from choice.chat.paired_turns import paired
from choice.dialects.registry import openai_tool


def openai_request(request: ModelRequest) -> dict[str, Any]:
    """Return the messages and, where there are any, the tools; which to call is the model's choice."""
    messages = [message for turn in paired(request.turns) for message in _messages(turn)]
    if prompt := request.prompt:
        messages.insert(0, {"role": "system", "content": prompt})
    if not request.tools:
        return {"messages": messages}
    return {"messages": messages, "tools": [openai_tool(dialect) for dialect in request.tools]}


def _messages(turn: Turn) -> list[dict[str, Any]]:
    match turn:
        case UserTurn(text=text):
            return [{"role": "user", "content": text}]
        case ToolResult(call_id=call_id, text=text):
            return [{"role": "tool", "tool_call_id": call_id, "content": text}]
        case AssistantTurn(text=text, calls=()):
            return [{"role": "assistant", "content": text}] if text else []
        case AssistantTurn(text=text, calls=calls):
            written = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in calls
            ]
            return [{"role": "assistant", "content": text or None, "tool_calls": written}]
