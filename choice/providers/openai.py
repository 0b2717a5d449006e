"""Client for OpenAI's chat completions API and compatible servers."""

import logging
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import httpx2
import msgspec
import openai

from choice.dialects import openai_tool
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


def openai_request(request: ModelRequest) -> dict[str, Any]:
    """Return the body of a request. Tools are included if there are any."""
    system, turns = request.last_message_with_data()
    messages = [message for turn in pair_results(turns) for message in _messages(turn)]
    if system:
        messages.insert(0, {"role": "system", "content": system})
    if not request.tools:
        return {"messages": messages}
    return {"messages": messages, "tools": [openai_tool(dialect) for dialect in request.tools]}


def _messages(turn: ModelTurn) -> list[dict[str, Any]]:
    match turn:
        case UserTurn(text=text):
            return [{"role": "user", "content": text}]
        case ToolResult(call_id=call_id, text=text):
            return [{"role": "tool", "tool_call_id": call_id, "content": text}]
        case AssistantTurn(text=text, calls=()):
            return [{"role": "assistant", "content": text}] if text else []
        case AssistantTurn(text=text, calls=calls):
            tool_calls = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in calls
            ]
            return [{"role": "assistant", "content": text or None, "tool_calls": tool_calls}]


_MAX_ARGUMENTS = 1024 * 1024
_NULL = msgspec.Raw(b"null")


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: msgspec.Raw = _NULL
    """A JSON string that contains JSON. Some servers send a plain JSON object instead."""


class _CallPart(msgspec.Struct):
    index: int | None = None
    id: str | None = None
    function: _Function | None = None


class _TextPart(msgspec.Struct):
    text: str | None = None


class _Delta(msgspec.Struct):
    content: str | list[_TextPart] | None = None
    refusal: str | None = None
    tool_calls: list[_CallPart] | None = None
    function_call: _Function | None = None
    """The deprecated form of a single call."""


class _Choice(msgspec.Struct):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Error(msgspec.Struct):
    type: str | int | None = None
    code: str | int | None = None
    message: str | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    error: _Error | str | None = None


class _OpenCall:
    """A tool call whose fragments are still arriving."""

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id = ""
        self.name = ""
        self.arguments: list[str] = []


_decode_chunk = msgspec.json.Decoder(_Chunk).decode
_decode_text = msgspec.json.Decoder(str).decode


class OpenAIDecoder:
    """Decodes the chunks of one completion. Tool calls are emitted whole, at the end of the answer."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._calls: list[_OpenCall] = []
        self._length = 0
        self.complete = False
        self.ended = False

    def decode(self, data: bytes, pieces: list[Piece]) -> None:
        """Decode one chunk or the final `[DONE]`, and append its pieces.

        Raises:
            ModelFailed: The event is an error, or it ends the answer early.
            msgspec.MsgspecError: The chunk violates the protocol.
        """
        if data.startswith(b"[DONE]"):
            self._finish(pieces)
            self.ended = True
            return
        chunk = _decode_chunk(data)
        if chunk.error is not None:
            raise _failure(chunk.error)
        if not chunk.choices:
            return  # The chunk with the token usage has no choices.
        choice = chunk.choices[0]
        delta = choice.delta
        if delta is not None:
            text = delta.content
            if not isinstance(text, str):
                text = "".join([part.text or "" for part in text or ()])
            if text:
                pieces.append(text)
            if delta.refusal:
                pieces.append(delta.refusal)
            if delta.tool_calls or delta.function_call:
                self._add_calls(delta)
        if choice.finish_reason:
            self._end(choice.finish_reason, pieces)

    def _add_calls(self, delta: _Delta) -> None:
        for part in delta.tool_calls or ():
            self._extend(self._call_of(part), part.function)
        if delta.function_call is not None:
            self._extend(self._call_of(_CallPart(index=0)), delta.function_call)

    def _call_of(self, part: _CallPart) -> _OpenCall:
        """Return the call that a fragment belongs to.

        Fragments of a call have the same index. Some servers omit or repeat the index. Then a fragment with a
        new id starts a new call, or a fragment with a name if it has no id.
        """
        if part.index is None:
            same = self._calls[-1] if self._calls else None
            if same is not None and not part.id and same.name and part.function and part.function.name:
                same = None
        else:
            same = next((call for call in reversed(self._calls) if call.index == part.index), None)
        if same is None or (part.id and same.id and part.id != same.id):
            same = _OpenCall(part.index)
            self._calls.append(same)
        same.id = same.id or part.id or ""
        return same

    def _extend(self, call: _OpenCall, function: _Function | None) -> None:
        if function is None:
            return
        call.name = call.name or function.name or ""
        raw = bytes(function.arguments)
        if raw == b"null":
            return
        text = _decode_text(raw) if raw.startswith(b'"') else raw.decode()
        self._length += len(text)
        if self._length > _MAX_ARGUMENTS:
            raise failures.unreadable()
        call.arguments.append(text)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "length":
                raise failures.too_long()
            case "content_filter":
                raise failures.declined()
            case "error":
                raise failures.from_stream_error(reason)
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        if any(not call.name for call in self._calls):
            raise failures.unreadable()
        pieces += [
            ToolCall(call.id or self._new_id(), call.name, "".join(call.arguments) or "{}")
            for call in self._calls
        ]
        self._calls.clear()
        self.complete = True


def _failure(error: _Error | str) -> failures.ModelFailed:
    """Return the failure for an error event, by its HTTP status if it has one, else by its type."""
    if isinstance(error, str):
        return failures.from_stream_error(error)
    code = error.code
    if isinstance(code, str) and code.isdecimal():
        code = int(code)
    refusal = failures.from_refusal(400, {}, f"{code} {error.message}", has_tools=False)
    if isinstance(refusal, failures.ContextTooLong):
        return refusal
    return failures.from_stream_error(code if isinstance(code, int) else error.type or code)


_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "OpenAIClient":
    """Return a client configured by `OPENAI_API_KEY` and `OPENAI_BASE_URL`.

    Raises:
        InvalidSetting: The key is invalid, or both the key and the base URL are missing.
    """
    base_url = variables.get("OPENAI_BASE_URL")
    limits, options = limits_of(variables), model_options(variables)
    if not base_url:
        return OpenAIClient(model, api_key(variables, "OPENAI_API_KEY"), limits=limits, options=options)
    key = api_key(variables, "OPENAI_API_KEY") if variables.get("OPENAI_API_KEY") else None
    return OpenAIClient(model, key, base_url, limits=limits, options=options)


def _new_call_id() -> str:
    return f"call_{uuid.uuid4().hex}"


class OpenAIClient:
    """Model client on the official SDK. The SDK authenticates and retries; the stream is decoded here."""

    def __init__(
        self,
        model: str,
        api_key: str | None,
        base_url: str = "https://api.openai.com/v1",
        *,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Create a client for one model.

        Args:
            model: The provider's name of the model.
            api_key: The API key; None for a local server without authentication.
            base_url: Base URL of the API.
            limits: Timeouts and retries.
            options: Further fields for every request, such as `temperature`, and `extra_headers`.
        """
        self._model = model
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        headers: Any = self._options.pop("extra_headers", None)
        self._sdk = openai.AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            max_retries=self._limits.retries,
            default_headers=headers,
            http_client=openai.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Access the resource now, so that the SDK imports it before the first answer.
        self._create = self._sdk.chat.completions.with_streaming_response.create

    @property
    def name(self) -> str:
        """Display name of the model."""
        return f"openai:{self._model}"

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Write the answer to the sink as it arrives. Cancelling closes the connection.

        Raises:
            ModelFailed: The model failed before the end of the answer.
        """
        answer = OpenAIDecoder(_new_call_id)
        await stream_answer(partial(self._open, request), answer, self._limits.idle_seconds, sink)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # Pass messages and tools in `extra_body`, which the SDK sends unchanged. It would convert typed
        # arguments by their types, which takes more than a millisecond.
        body = self._options | openai_request(request)
        try:
            async with self._create(model=self._model, messages=(), stream=True, extra_body=body) as response:
                yield response.http_response
        except openai.APIStatusError as error:
            _log.warning("%s failed: status %d, request %s", self.name, error.status_code, error.request_id)
            raise failures.from_refusal(
                error.status_code, error.response.headers, error.message, has_tools=bool(request.tools)
            ) from None
        except (openai.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
