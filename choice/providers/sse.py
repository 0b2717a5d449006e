"""Takes server-sent events apart, however the bytes are cut."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, suppress
from typing import Protocol

import httpx2
import msgspec

from choice.providers import failures as model_failures
from choice.providers.http import is_timeout
from choice.providers.protocol import ModelFailed, Paper, Piece

_LONGEST_EVENT = 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class EventTooLong(ValueError):
    """One event is longer than anything that a model sends."""


class SseReader:
    """Reads the data of server-sent events; their names, ids and comments are passed over.

    Lines end in CR, LF or CRLF. The data stays bytes: a character cut in two is whole again once decoded.
    """

    def __init__(self, longest_event: int = _LONGEST_EVENT) -> None:
        self._longest_event = longest_event
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._length = 0
        self._at_start = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes; return the data of each event that has ended by now.

        Raises:
            EventTooLong: A line, or the lines of one event together, are over the limit.
        """
        if self._after_cr and chunk:
            # The "\r" has ended its line already; this is the rest of the same line end.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        lines = chunk.splitlines()
        self._after_cr = chunk.endswith(b"\r")
        rest = b"" if self._after_cr or chunk.endswith(b"\n") else lines.pop()
        if lines:
            if self._line:
                lines[0] = b"".join((*self._line, lines[0]))
                self._line.clear()
            events = self._ended(lines)
        else:
            events = []
        if rest:
            self._line.append(rest)
            self._grow(len(rest))
        return events

    def flush(self) -> list[bytes]:
        """Say that the bytes have ended; return the data of an event that lacks its last line end."""
        lines = [b"".join(self._line), b""]
        self._line.clear()
        return self._ended(lines)

    def _ended(self, lines: list[bytes]) -> list[bytes]:
        if self._at_start:
            lines[0] = lines[0].removeprefix(_BYTE_ORDER_MARK)
            self._at_start = False
        events: list[bytes] = []
        data = self._data
        for line in lines:
            if not line:
                if data:
                    events.append(data[0] if len(data) == 1 else b"\n".join(data))
                    data.clear()
                self._length = 0
            elif line.startswith(b"data: "):
                data.append(line[6:])
                self._grow(len(line))
            elif line.startswith(b"data:"):
                data.append(line[5:])
                self._grow(len(line))
            elif line == b"data":
                data.append(b"")
        return events

    def _grow(self, by: int) -> None:
        self._length += by
        if self._length > self._longest_event:
            raise EventTooLong


_LAST_BYTES_SECONDS = 0.1
_BROKEN = (httpx2.HTTPError, httpx2.StreamError)

Opening = Callable[[], AbstractAsyncContextManager[httpx2.Response]]
"""Sends the request; entering waits for the head of the response, leaving closes the connection."""


class AnswerDecoder(Protocol):
    """Understands the events of one answer in one provider's protocol."""

    @property
    def complete(self) -> bool:
        """Whether the answer is all there."""
        ...

    @property
    def over(self) -> bool:
        """Whether the provider has said its last word."""
        ...

    def read(self, data: bytes, pieces: list[Piece]) -> None:
        """Take the data of the next event; add what it brings to the pieces.

        Raises:
            ModelFailed: The provider says that it failed, or why the answer ends too early.
            msgspec.MsgspecError: The data is not what the protocol allows.
        """
        ...


async def write_answer(opening: Opening, decoder: AnswerDecoder, idle_seconds: float, paper: Paper) -> None:
    """Write what each read from the network brings; cancelling closes the connection at once.

    Raises:
        ModelFailed: The model could not answer, or not to the end.
    """
    reader = SseReader()
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(idle_seconds):
                response = await stack.enter_async_context(opening())
        except TimeoutError:
            raise model_failures.timed_out() from None
        chunks = await stack.enter_async_context(aclosing(response.aiter_bytes()))
        more = True
        while more and not decoder.over:
            pieces: list[Piece] = []
            failure = None
            try:
                more = await _step(chunks, reader, decoder, pieces)
            except ModelFailed as error:
                failure = error
            has_room = True
            for piece in pieces:
                has_room = paper.write(piece)
            if failure is not None:
                raise failure
            if not has_room:
                await paper.room()
        if not decoder.complete:
            raise model_failures.cut_off()
        await _read_to_the_end(chunks)


async def _step(
    chunks: AsyncGenerator[bytes, None], reader: SseReader, decoder: AnswerDecoder, pieces: list[Piece]
) -> bool:
    """Add what the next read brings to the pieces; return whether there may be more.

    Raises:
        ModelFailed: The answer cannot go on, and is not complete.
    """
    try:
        chunk = await anext(chunks, None)
        for data in reader.flush() if chunk is None else reader.feed(chunk):
            if not decoder.over:
                decoder.read(data, pieces)
    except (*_BROKEN, EventTooLong, msgspec.MsgspecError, UnicodeDecodeError) as error:
        if decoder.complete:
            return False
        raise _failure(error) from None
    return chunk is not None


def _failure(error: Exception) -> ModelFailed:
    if isinstance(error, _BROKEN):
        return model_failures.timed_out() if is_timeout(error) else model_failures.cut_off()
    return model_failures.unreadable()


async def _read_to_the_end(chunks: AsyncGenerator[bytes, None]) -> None:
    """Read the few bytes behind the last event: only then can the connection be used again."""
    with suppress(TimeoutError, *_BROKEN):
        async with asyncio.timeout(_LAST_BYTES_SECONDS):
            async for _ in chunks:
                pass
