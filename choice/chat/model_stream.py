"""Reads the answer of a model from the raw byte stream of its SDK's response.

The SDKs build objects for every chunk, which costs ten times what all the rest does.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, suppress
from typing import Protocol

import httpx2
import msgspec

from choice.chat import model_failures
from choice.chat.model_client import ModelFailed, Paper, Piece
from choice.chat.model_http import is_timeout
from choice.chat.sse_reader import EventTooLong, SseReader

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
