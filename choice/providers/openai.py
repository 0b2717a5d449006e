"""Asks a model behind OpenAI's chat completions API, or behind any server that offers the same."""

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

from choice.dialects.registry import openai_tool
from choice.providers import failures as model_failures
from choice.providers.http import connection_failure, http_settings, paired
from choice.providers.protocol import (
    AssistantTurn,
    ModelFailed,
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


_MOST_ARGUMENTS = 1024 * 1024
_NOTHING = msgspec.Raw(b"null")


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: msgspec.Raw = _NOTHING
    """JSON text as a string; some servers write the object itself."""


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
    """How calls were written before there were several at once."""


class _Choice(msgspec.Struct):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Error(msgspec.Struct):
    type: str | int | None = None
    code: str | int | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    error: _Error | str | None = None


class _OpenCall:
    """A call of which more may come."""

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id = ""
        self.name = ""
        self.arguments: list[str] = []


_read_chunk = msgspec.json.Decoder(_Chunk).decode
_read_text = msgspec.json.Decoder(str).decode


class OpenAIAnswer:
    """Turns the chunks of one completion into pieces; calls come whole, when the model has finished."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._new_id = new_id
        self._calls: list[_OpenCall] = []
        self._length = 0
        self.complete = False
        self.over = False

    def read(self, data: bytes, pieces: list[Piece]) -> None:
        """Take one chunk, or the mark that there are no more.

        Raises:
            ModelFailed: The provider says that it failed, or why the answer ends too early.
            msgspec.MsgspecError: The chunk is not what the protocol allows.
        """
        if data.startswith(b"[DONE]"):
            self._finish(pieces)
            self.over = True
            return
        chunk = _read_chunk(data)
        if chunk.error is not None:
            raise _told(chunk.error)
        if not chunk.choices:
            return  # The count of tokens comes in a chunk of its own.
        choice = chunk.choices[0]
        if choice.delta is not None:
            self._take(choice.delta, pieces)
        if choice.finish_reason:
            self._end(choice.finish_reason, pieces)

    def _take(self, delta: _Delta, pieces: list[Piece]) -> None:
        if isinstance(delta.content, str):
            if delta.content:
                pieces.append(delta.content)
        elif delta.content:
            pieces += [part.text for part in delta.content if part.text]
        if delta.refusal:
            pieces.append(delta.refusal)
        for part in delta.tool_calls or ():
            self._extend(self._call_of(part), part.function)
        if delta.function_call is not None:
            self._extend(self._call_of(_CallPart(index=0)), delta.function_call)

    def _call_of(self, part: _CallPart) -> _OpenCall:
        """Return the call that a fragment belongs to.

        The index says it. Where a server leaves it out, or gives every call the same one, a new id begins
        a new call, and so does a new name without either.
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
        written = bytes(function.arguments)
        if written == b"null":
            return
        text = _read_text(written) if written.startswith(b'"') else written.decode()
        self._length += len(text)
        if self._length > _MOST_ARGUMENTS:
            raise model_failures.unreadable()
        call.arguments.append(text)

    def _end(self, reason: str, pieces: list[Piece]) -> None:
        match reason:
            case "length":
                raise model_failures.too_long()
            case "content_filter":
                raise model_failures.declined()
            case "error":
                raise model_failures.broke_off_as(reason)
            case _:
                self._finish(pieces)

    def _finish(self, pieces: list[Piece]) -> None:
        if any(not call.name for call in self._calls):
            raise model_failures.unreadable()
        pieces += [
            ToolCall(call.id or self._new_id(), call.name, "".join(call.arguments) or "{}")
            for call in self._calls
        ]
        self._calls.clear()
        self.complete = True


def _told(error: _Error | str) -> ModelFailed:
    """Return the failure that an error in the stream stands for: its status, or else its type."""
    if isinstance(error, str):
        return model_failures.broke_off_as(error)
    code = error.code
    if isinstance(code, str) and code.isdecimal():
        code = int(code)
    return model_failures.broke_off_as(code if isinstance(code, int) else error.type or code)


_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "OpenAIClient":
    """Return a client configured by `OPENAI_API_KEY` and `OPENAI_BASE_URL`.

    Raises:
        InvalidSetting: The key cannot be used, or it is missing and there is no base URL.
    """
    base_url = variables.get("OPENAI_BASE_URL")
    if not base_url:
        return OpenAIClient(model, api_key(variables, "OPENAI_API_KEY"))
    key = api_key(variables, "OPENAI_API_KEY") if variables.get("OPENAI_API_KEY") else None
    return OpenAIClient(model, key, base_url)


def _new_call_id() -> str:
    return f"call_{uuid.uuid4().hex}"


class OpenAIClient:
    """Asks through the official SDK, which signs, sends and retries; the stream is decoded here."""

    def __init__(
        self,
        model: str,
        api_key: str | None,
        base_url: str = "https://api.openai.com/v1",
        *,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Make a client for one model.

        Args:
            model: The model's name, as the provider spells it.
            api_key: The key; None for a local server that asks for none.
            base_url: Where the API begins.
            limits: How long to wait, and how often to try.
            options: Further fields of every request, such as `temperature`.
        """
        self._model = model
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        self._sdk = openai.AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            max_retries=self._limits.retries,
            http_client=openai.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Named here, so that the SDK imports it now, and not during the first answer.
        self._create = self._sdk.chat.completions.with_streaming_response.create

    @property
    def name(self) -> str:
        """What the model is called on the page."""
        return f"openai:{self._model}"

    async def reply(self, request: ModelRequest, paper: Paper) -> None:
        """Write the answer as it arrives; cancelling closes the connection.

        Raises:
            ModelFailed: The model could not answer, or not to the end.
        """
        answer = OpenAIAnswer(_new_call_id)
        await write_answer(partial(self._opened, request), answer, self._limits.idle_seconds, paper)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _opened(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # What comes as an extra body replaces the rest. The SDK sends it as it is, and does not walk through
        # every message and every tool by their types, which takes a millisecond and more.
        body = self._options | openai_request(request)
        try:
            async with self._create(model=self._model, messages=(), stream=True, extra_body=body) as response:
                yield response.http_response
        except openai.APIStatusError as error:
            _log.warning("%s refused: status %d, request %s", self.name, error.status_code, error.request_id)
            raise model_failures.refused(error.status_code, error.response.headers) from None
        except (openai.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
