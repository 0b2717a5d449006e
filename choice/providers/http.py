"""HTTP code shared by the built-in providers: settings, errors, tool results and event streams."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, suppress
from typing import Any, Protocol

import aiohttp
import httpx2
import msgspec

from choice.errors import InvalidSetting
from choice.providers import failures
from choice.providers.protocol import AssistantTurn, ModelLimits, ModelTurn, Piece, TokenSink, ToolResult

# --- Settings ---

_LONGEST_RETRY_WAIT = 5.0
_SILENCE = "CHOICE_MODEL_SILENCE_SECONDS"


def api_key(variables: Mapping[str, str], name: str) -> str:
    """Return an API key from the environment.

    Raises:
        InvalidSetting: It is not set, or it cannot be sent in an HTTP header.
    """
    key = variables.get(name)
    if not key:
        raise InvalidSetting(name, "must be set for this model provider.")
    if not (key.isascii() and key.isprintable()):
        raise InvalidSetting(name, "must be printable ASCII, without line breaks.")
    return key


def limits_of(variables: Mapping[str, str]) -> ModelLimits:
    """Return the limits in the settings."""
    silence = variables.get(_SILENCE)
    return ModelLimits(idle_seconds=float(silence)) if silence else ModelLimits()


def http_settings(limits: ModelLimits) -> dict[str, Any]:
    """Return the keyword arguments for the `DefaultAioHttpClient` of an SDK."""
    return {
        "timeout": httpx2.Timeout(limits.idle_seconds, connect=limits.connect_seconds),
        "event_hooks": {"response": [_reject_long_waits]},
    }


async def _reject_long_waits(response: httpx2.Response) -> None:
    """Prevent the SDK from retrying if the provider requires a long wait."""
    wait = failures.retry_after(response.headers)
    if response.is_error and wait is not None and wait > _LONGEST_RETRY_WAIT:
        response.headers["x-should-retry"] = "false"


# --- Errors ---


def connection_failure(error: Exception) -> failures.ModelFailed:
    """Return the failure for a request that got no response."""
    if _is_timeout(error):
        return failures.timed_out()
    is_invalid_http = _has_cause(error, aiohttp.ClientResponseError)
    if is_invalid_http and not _has_cause(error, aiohttp.ClientHttpProxyError):
        return failures.unreadable()
    return failures.unreachable()


def _is_timeout(error: BaseException) -> bool:
    """Return whether an error was caused by a timeout.

    The aiohttp transport of the SDKs raises `httpx2.ConnectTimeout` for every connection error, including
    refused and reset connections. Only real timeouts have a `TimeoutError` among their causes.
    """
    return _has_cause(error, TimeoutError)


def _has_cause(error: BaseException, kind: type[BaseException]) -> bool:
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, kind):
        cause = cause.__cause__
    return cause is not None


# --- Requests ---

_NO_RESULT = "No answer was given."


def pair_results(turns: Sequence[ModelTurn]) -> list[ModelTurn]:
    """Return the turns with each tool result directly after its call, in the order of the calls.

    A call without a result gets a placeholder, and a result without a call is dropped, because providers
    reject requests with unpaired calls or results.
    """
    ordered: list[ModelTurn] = []
    for at, turn in enumerate(turns):
        if isinstance(turn, ToolResult):
            continue
        ordered.append(turn)
        if isinstance(turn, AssistantTurn) and turn.calls:
            results = _results_after(turns[at + 1 :])
            ordered += [
                results.get(call.id) or ToolResult(call.id, call.name, _NO_RESULT) for call in turn.calls
            ]
    return ordered


def _results_after(turns: Sequence[ModelTurn]) -> dict[str, ToolResult]:
    """Return results by call id. The search stops at the next turn with calls, which may reuse an id."""
    results: dict[str, ToolResult] = {}
    for turn in turns:
        if isinstance(turn, AssistantTurn) and turn.calls:
            break
        if isinstance(turn, ToolResult):
            results.setdefault(turn.call_id, turn)
    return results


# --- Streams ---

_LONGEST_EVENT = 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LAST_BYTES_SECONDS = 0.1
_BROKEN = (httpx2.HTTPError, httpx2.StreamError)


class EventTooLong(ValueError):
    """A server-sent event exceeds the size limit."""


class SseDecoder:
    """Incremental decoder for the data of server-sent events. Names, ids and comments are ignored.

    Lines end in CR, LF or CRLF. The data stays bytes, because a chunk may end inside a character.
    """

    def __init__(self, longest_event: int = _LONGEST_EVENT) -> None:
        self._longest_event = longest_event
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._length = 0
        self._at_start = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes and return the data of each completed event.

        Raises:
            EventTooLong: An event exceeds the size limit.
        """
        if self._after_cr and chunk:
            # The last chunk ended with "\r". A "\n" now belongs to the same line end.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        lines = chunk.splitlines()
        self._after_cr = chunk.endswith(b"\r") if chunk else self._after_cr
        rest = b"" if not chunk or chunk.endswith((b"\r", b"\n")) else lines.pop()
        if lines and (self._line or self._at_start):
            lines[0] = self._first_line(lines[0])
        events: list[bytes] = []
        data, length, longest = self._data, self._length, 0
        for line in lines:
            if not line:
                # Some proxies send events with empty data to keep a connection open.
                if any(data):
                    events.append(data[0] if len(data) == 1 else b"\n".join(data))
                data.clear()
                longest, length = max(longest, length), 0
            elif line.startswith(b"data:"):
                data.append(line[6:] if line.startswith(b"data: ") else line[5:])
                length += len(line)
            elif line == b"data":
                data.append(b"")
        if rest:
            self._line.append(rest)
            length += len(rest)
        self._length = length
        if max(longest, length) > self._longest_event:
            raise EventTooLong
        return events

    def _first_line(self, end: bytes) -> bytes:
        """Return the buffered start of a line plus its end. Strip a byte order mark from the first line."""
        line = b"".join((*self._line, end))
        self._line.clear()
        if self._at_start:
            self._at_start = False
            return line.removeprefix(_BYTE_ORDER_MARK)
        return line

    def flush(self) -> list[bytes]:
        """End the stream and return the data of a last event without a final line end."""
        return self.feed(b"\n\n")


class AnswerDecoder(Protocol):
    """Decodes the events of one answer in the protocol of a provider."""

    @property
    def complete(self) -> bool:
        """Whether the whole answer has arrived."""
        ...

    @property
    def ended(self) -> bool:
        """Whether the provider has sent its last event."""
        ...

    def decode(self, data: bytes, pieces: list[Piece]) -> None:
        """Decode the data of the next event and append its pieces.

        Raises:
            ModelFailed: The event is an error, or it ends the answer early.
            msgspec.MsgspecError: The data violates the protocol.
        """
        ...


OpenStream = Callable[[], AbstractAsyncContextManager[httpx2.Response]]
"""Sends the request. Entering waits for the response headers; leaving closes the connection."""


async def stream_answer(
    open_stream: OpenStream, decoder: AnswerDecoder, idle_seconds: float, sink: TokenSink
) -> None:
    """Write an answer to the sink as it arrives. Cancelling closes the connection immediately.

    Raises:
        ModelFailed: The model failed before the end of the answer.
    """
    events = SseDecoder()
    async with AsyncExitStack() as stack:
        response = await _opened(stack, open_stream, idle_seconds)
        chunks = await stack.enter_async_context(aclosing(response.aiter_bytes()))
        more = True
        while more and not decoder.ended:
            pieces: list[Piece] = []
            failure: failures.ModelFailed | None = None
            try:
                chunk = await anext(chunks, None)
                more = chunk is not None
                for data in events.flush() if chunk is None else events.feed(chunk):
                    if not decoder.ended:
                        decoder.decode(data, pieces)
            except failures.ModelFailed as error:
                failure = error
            except (*_BROKEN, EventTooLong, msgspec.MsgspecError, UnicodeDecodeError) as error:
                more = False
                failure = None if decoder.complete else _stream_failure(error)
            has_room = _write(pieces, sink)
            if failure is not None:
                raise failure from None
            if not has_room:
                await sink.drain()
        if not decoder.complete:
            raise failures.cut_off()
        await _read_to_end(chunks)


def _write(pieces: Sequence[Piece], sink: TokenSink) -> bool:
    """Write the pieces of one read; return whether the sink has room for more."""
    if not pieces:
        sink.keep_alive()  # Reasoning, a comment, or a part of a tool call.
    has_room = True
    for piece in pieces:
        has_room = sink.write(piece)
    return has_room


async def _opened(stack: AsyncExitStack, open_stream: OpenStream, idle_seconds: float) -> httpx2.Response:
    try:
        async with asyncio.timeout(idle_seconds):
            return await stack.enter_async_context(open_stream())
    except TimeoutError:
        raise failures.timed_out() from None


def _stream_failure(error: Exception) -> failures.ModelFailed:
    if isinstance(error, _BROKEN):
        return failures.timed_out() if _is_timeout(error) else failures.cut_off()
    return failures.unreadable()


async def _read_to_end(chunks: AsyncGenerator[bytes, None]) -> None:
    """Read the bytes after the last event, so that the connection can be reused."""
    with suppress(TimeoutError, *_BROKEN):
        async with asyncio.timeout(_LAST_BYTES_SECONDS):
            async for _ in chunks:
                pass
