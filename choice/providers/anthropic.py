"""Client for Anthropic's messages API."""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import anthropic
import httpx2
import msgspec

from choice.dialects import anthropic_tool
from choice.providers import failures
from choice.providers.http import (
    api_key,
    connection_failure,
    http_settings,
    limits_of,
    pair_results,
    stream_answer,
)
from choice.providers.protocol import (
    AssistantTurn,
    ModelLimits,
    ModelRequest,
    ModelTurn,
    Piece,
    TokenSink,
    ToolCall,
    ToolResult,
    UserTurn,
)
from choice.settings import model_options

_BASE_URL = "https://api.anthropic.com"
_FIRST_MESSAGE = "(The conversation begins.)"
_Block = dict[str, Any]
_CACHED = {"type": "ephemeral"}


def anthropic_request(request: ModelRequest) -> dict[str, Any]:
    """Return the body of a request. System prompt and tools are included if there are any."""
    system, turns = request.last_message_with_data()
    body: dict[str, Any] = {"messages": _messages(pair_results(turns))}
    if system:
        body["system"] = [{"type": "text", "text": system, "cache_control": _CACHED}]
    asked = [at for at, message in enumerate(body["messages"]) if _is_asked(message)]
    if asked and asked[-1] > 0:
        # Everything before the last message is the same in the next request.
        body["messages"][asked[-1] - 1]["content"][-1]["cache_control"] = _CACHED
    if request.tools:
        body["tools"] = [anthropic_tool(dialect) for dialect in request.tools]
    return body


def _is_asked(message: _Block) -> bool:
    """Return whether a message was written by the user, and is not only results of tools."""
    return message["role"] == "user" and any(block["type"] == "text" for block in message["content"])


def _messages(turns: Iterable[ModelTurn]) -> list[_Block]:
    """Return messages with alternating roles, starting with the user. Adjacent turns of one role are merged.

    The API requires all tool results of an assistant message in the next user message.
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
        messages.insert(0, {"role": "user", "content": _text(_FIRST_MESSAGE)})
    return messages


def _blocks(turn: ModelTurn) -> list[_Block]:
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
    """Return a text block, or nothing for blank text, which the API rejects."""
    return [{"type": "text", "text": text}] if text.strip() else []


def _input(call: ToolCall) -> object:
    """Return the arguments as an object. If they are not a JSON object, they are wrapped in one."""
    try:
        value = msgspec.json.decode(call.arguments)
    except (msgspec.DecodeError, UnicodeEncodeError):
        value = call.arguments
    return value if isinstance(value, dict) else {"arguments": value}


_MAX_ARGUMENTS = 1024 * 1024
_NO_INPUT = msgspec.Raw(b"{}")


class _AnswerBlock(msgspec.Struct):
    type: str = ""
    id: str = ""
    name: str = ""
    text: str | None = None
    input: msgspec.Raw = _NO_INPUT


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
    """A tool call whose arguments are still arriving."""

    def __init__(self, block: _AnswerBlock) -> None:
        self.block = block
        self.arguments: list[str] = []

    def completed(self) -> ToolCall:
        arguments = "".join(self.arguments) or bytes(self.block.input).decode()
        return ToolCall(self.block.id, self.block.name, arguments)


_decode_event = msgspec.json.Decoder(_Event).decode


class AnthropicDecoder:
    """Decodes the events of one message. Tool calls are emitted whole, at the end of the answer."""

    def __init__(self) -> None:
        self._calls: dict[int, _OpenCall] = {}
        self._length = 0
        self.complete = False
        self.ended = False

    def decode(self, data: bytes, pieces: list[Piece]) -> None:
        """Decode one event and append its pieces. Unknown types are ignored.

        Raises:
            ModelFailed: The event is an error, or it ends the answer early.
            msgspec.MsgspecError: The event violates the protocol.
        """
        event = _decode_event(data)
        match event.type:
            case "content_block_delta" if event.delta is not None:
                if event.delta.text:
                    pieces.append(event.delta.text)
                elif event.delta.partial_json and event.index in self._calls:
                    self._add_arguments(event.index, event.delta.partial_json)
            case "content_block_start" if event.content_block is not None:
                self._begin(event.index, event.content_block, pieces)
            case "message_delta" if event.delta is not None and event.delta.stop_reason:
                self._end(event.delta.stop_reason, pieces)
            case "message_stop":
                self._finish(pieces)
                self.ended = True
            case "error":
                raise failures.from_stream_error(event.error.type if event.error else None)
            case _:
                return

    def _begin(self, index: int, block: _AnswerBlock, pieces: list[Piece]) -> None:
        if block.type == "tool_use":
            if not block.id or not block.name:
                raise failures.unreadable()
            self._calls[index] = _OpenCall(block)
        elif block.type == "text" and block.text:
            pieces.append(block.text)

    def _add_arguments(self, index: int, fragment: str) -> None:
        self._length += len(fragment)
        if self._length > _MAX_ARGUMENTS:
            raise failures.unreadable()
        self._calls[index].arguments.append(fragment)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "max_tokens" | "model_context_window_exceeded":
                raise failures.too_long()
            case "refusal":
                raise failures.declined()
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        pieces += [call.completed() for call in self._calls.values()]
        self._calls.clear()
        self.complete = True


_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "AnthropicClient":
    """Return a client configured by `ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL`.

    Raises:
        InvalidSetting: The key is missing or invalid.
    """
    key, base_url = api_key(variables, "ANTHROPIC_API_KEY"), variables.get("ANTHROPIC_BASE_URL")
    limits, options = limits_of(variables), model_options(variables)
    return AnthropicClient(model, key, base_url or _BASE_URL, limits=limits, options=options)


class AnthropicClient:
    """Model client on the official SDK. The SDK authenticates and retries; the stream is decoded here."""

    def __init__(  # noqa: PLR0913 - settings with default values
        self,
        model: str,
        api_key: str,
        base_url: str = _BASE_URL,
        *,
        max_tokens: int = 4096,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Create a client for one model.

        Args:
            model: The provider's name of the model.
            api_key: The API key.
            base_url: Base URL of the API.
            max_tokens: Maximum length of an answer. The API requires this field.
            limits: Timeouts and retries.
            options: Further fields for every request, such as `temperature`, and `extra_headers`.
        """
        self._model = model
        self._max_tokens = max_tokens
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        headers: Any = self._options.pop("extra_headers", None)
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=self._limits.retries,
            default_headers=headers,
            open_telemetry=False,  # The service creates its own spans, without message contents.
            http_client=anthropic.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Access the resource now, so that the SDK imports it before the first answer.
        self._create = self._sdk.messages.with_streaming_response.create

    @property
    def name(self) -> str:
        """Display name of the model."""
        return f"anthropic:{self._model}"

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Write the answer to the sink as it arrives. Cancelling closes the connection.

        Raises:
            ModelFailed: The model failed before the end of the answer.
        """
        opening = partial(self._open, request)
        await stream_answer(opening, AnthropicDecoder(), self._limits.idle_seconds, sink)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # Pass messages and tools in `extra_body`, which the SDK sends unchanged. It would convert typed
        # arguments by their types, which takes more than a millisecond.
        body = self._options | anthropic_request(request)
        try:
            async with self._create(
                model=self._model, max_tokens=self._max_tokens, messages=(), stream=True, extra_body=body
            ) as response:
                yield response.http_response
        except anthropic.APIStatusError as error:
            _log.warning("%s failed: status %d, request %s", self.name, error.status_code, error.request_id)
            raise failures.from_refusal(
                error.status_code, error.response.headers, error.message, has_tools=bool(request.tools)
            ) from None
        except (anthropic.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
