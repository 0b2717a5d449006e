"""Finds the questions in a finished text, or in a text that an async iterator delivers."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import NamedTuple

from choice.models import Form
from choice.stream.segments import FormFound, Segment, Text, joined
from choice.stream.splitter import Mode, Splitter


class Detection(NamedTuple):
    """What a text says and what it asks."""

    text: str
    """The prose: all that is not part of a question."""
    forms: list[Form]
    segments: list[Segment]
    """Prose and forms in their order, no two pieces of prose in a row."""


def detect(text: str, mode: Mode = "discovery") -> Detection:
    """Return the prose and the forms of a text, the same as a `Splitter` finds piece by piece.

    Raises:
        TypeError: It is no text.
    """
    splitter = Splitter(mode)
    segments = joined(splitter.feed(_text(text)) + splitter.flush())
    return Detection(
        text="".join([segment.text for segment in segments if isinstance(segment, Text)]),
        forms=[segment.form for segment in segments if isinstance(segment, FormFound)],
        segments=segments,
    )


def _text(given: object) -> str:
    if isinstance(given, str):
        return given
    message = f"A text must be a string, not {type(given).__name__}; decode bytes first."
    raise TypeError(message)


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
