"""Splits a model's text as an async iterator delivers it."""

from collections.abc import AsyncIterable, AsyncIterator

from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import Mode, Splitter


async def split(chunks: AsyncIterable[str], mode: Mode = "discovery") -> AsyncIterator[Segment]:
    """Yield prose and forms as soon as they are certain.

    When `chunks` breaks off with an error, what was held back is yielded as prose before the error goes on:
    a question that may not be whole is not asked. Closing the iterator closes `chunks` if it can be closed.
    """
    splitter = Splitter(mode)
    try:
        async for chunk in chunks:
            for segment in splitter.feed(chunk):
                yield segment
    except Exception:
        for segment in splitter.flush():
            yield _as_prose(segment)
        raise
    finally:
        close = getattr(chunks, "aclose", None)
        if close is not None:
            await close()
    for segment in splitter.flush():
        yield segment


def _as_prose(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
