"""Asks a model behind Anthropic's messages API."""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import anthropic
import httpx2
import msgspec

from choice.dialects.registry import anthropic_tool
from choice.providers import failures as model_failures
from choice.providers.http import connection_failure, http_settings, paired
from choice.providers.protocol import (
    AssistantTurn,
    ModelLimits,
    ModelRequest,
    Paper,
    Piece,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from choice.providers.registry import api_key
from choice.providers.sse import write_answer

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


_MOST_ARGUMENTS = 1024 * 1024
_NOTHING = msgspec.Raw(b"{}")


class _AnswerBlock(msgspec.Struct):
    type: str = ""
    id: str = ""
    name: str = ""
    text: str | None = None
    input: msgspec.Raw = _NOTHING


class _Delta(msgspec.Struct):
    text: str | None = None
    partial_json: str | None = None
    stop_reason: str | None = None


class _Error(msgspec.Struct):
    type: str | None = None


class _Event(msgspec.Struct):
    type: str
    index: int = 0
    content_block: _AnswerBlock | None = None
    delta: _Delta | None = None
    error: _Error | None = None


class _OpenCall:
    """A call whose arguments are still coming."""

    def __init__(self, block: _AnswerBlock) -> None:
        self.block = block
        self.arguments: list[str] = []

    def whole(self) -> ToolCall:
        arguments = "".join(self.arguments) or bytes(self.block.input).decode()
        return ToolCall(self.block.id, self.block.name, arguments)


_read_event = msgspec.json.Decoder(_Event).decode


class AnthropicAnswer:
    """Turns the events of one message into pieces; calls come whole, when the model has finished."""

    def __init__(self) -> None:
        self._calls: dict[int, _OpenCall] = {}
        self._length = 0
        self.complete = False
        self.over = False

    def read(self, data: bytes, pieces: list[Piece]) -> None:
        """Take one event; kinds that are not known bring nothing.

        Raises:
            ModelFailed: The provider says that it failed, or why the answer ends too early.
            msgspec.MsgspecError: The event is not what the protocol allows.
        """
        event = _read_event(data)
        match event.type:
            case "content_block_delta" if event.delta is not None:
                self._take(event.index, event.delta, pieces)
            case "content_block_start" if event.content_block is not None:
                self._begin(event.index, event.content_block, pieces)
            case "message_delta" if event.delta is not None and event.delta.stop_reason:
                self._end(event.delta.stop_reason, pieces)
            case "message_stop":
                self._finish(pieces)
                self.over = True
            case "error":
                raise model_failures.broke_off_as(event.error.type if event.error else None)
            case _:
                return

    def _begin(self, index: int, block: _AnswerBlock, pieces: list[Piece]) -> None:
        if block.type == "tool_use":
            if not block.id or not block.name:
                raise model_failures.unreadable()
            self._calls[index] = _OpenCall(block)
        elif block.type == "text" and block.text:
            pieces.append(block.text)

    def _take(self, index: int, delta: _Delta, pieces: list[Piece]) -> None:
        if delta.text:
            pieces.append(delta.text)
        elif delta.partial_json and index in self._calls:
            self._length += len(delta.partial_json)
            if self._length > _MOST_ARGUMENTS:
                raise model_failures.unreadable()
            self._calls[index].arguments.append(delta.partial_json)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "max_tokens":
                raise model_failures.too_long()
            case "model_context_window_exceeded":
                raise model_failures.conversation_too_long()
            case "refusal":
                raise model_failures.declined()
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        pieces += [call.whole() for call in self._calls.values()]
        self._calls.clear()
        self.complete = True


_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "AnthropicClient":
    """Return a client configured by `ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL`.

    Raises:
        InvalidSetting: The key is missing or cannot be used.
    """
    key, base_url = api_key(variables, "ANTHROPIC_API_KEY"), variables.get("ANTHROPIC_BASE_URL")
    return AnthropicClient(model, key, base_url) if base_url else AnthropicClient(model, key)


class AnthropicClient:
    """Asks through the official SDK, which signs, sends and retries; the stream is decoded here."""

    def __init__(  # noqa: PLR0913 - settings, each with a usual value
        self,
        model: str,
        api_key: str,
        base_url: str = "https://api.anthropic.com",
        *,
        max_tokens: int = 4096,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Make a client for one model.

        Args:
            model: The model's name, as the provider spells it.
            api_key: The key.
            base_url: Where the API begins.
            max_tokens: How long an answer may become; the API demands a limit.
            limits: How long to wait, and how often to try.
            options: Further fields of every request, such as `temperature`.
        """
        self._model = model
        self._max_tokens = max_tokens
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=self._limits.retries,
            open_telemetry=False,  # The service has spans of its own, without the words that were said.
            http_client=anthropic.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Named here, so that the SDK imports it now, and not during the first answer.
        self._create = self._sdk.messages.with_streaming_response.create

    @property
    def name(self) -> str:
        """What the model is called on the page."""
        return f"anthropic:{self._model}"

    async def reply(self, request: ModelRequest, paper: Paper) -> None:
        """Write the answer as it arrives; cancelling closes the connection.

        Raises:
            ModelFailed: The model could not answer, or not to the end.
        """
        opening = partial(self._opened, request)
        await write_answer(opening, AnthropicAnswer(), self._limits.idle_seconds, paper)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _opened(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # What comes as an extra body replaces the rest. The SDK sends it as it is, and does not walk through
        # every message and every tool by their types, which takes a millisecond and more.
        body = self._options | anthropic_request(request)
        try:
            async with self._create(
                model=self._model, max_tokens=self._max_tokens, messages=(), stream=True, extra_body=body
            ) as response:
                yield response.http_response
        except anthropic.APIStatusError as error:
            _log.warning("%s refused: status %d, request %s", self.name, error.status_code, error.request_id)
            raise model_failures.refused(error.status_code, error.response.headers) from None
        except (anthropic.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
