"""Split a model's text into prose and forms: a whole text, or chunks as they arrive."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Literal, NamedTuple

from choice.models import Form
from choice.stream.lines import read_text
from choice.stream.reader import Reader
from choice.stream.segments import FormFound, Segment, Text, joined

Mode = Literal["discovery", "clarification", "chat"]
MODES: tuple[Mode, ...] = ("discovery", "clarification", "chat")


class Splitter:
    """Separates prose from questions while a model's text arrives.

    In the modes `discovery` and `clarification`, lettered and numbered lists under a question are questions
    too; in `chat` only explicit blocks are. The result does not depend on how the text is cut into chunks.
    """

    __slots__ = ("_mode", "_parser", "_passing", "_pending", "_reader", "_room", "_watch")

    _room: int

    def __init__(self, mode: Mode = "discovery") -> None:
        if mode not in MODES:
            message = f"Unknown mode {mode!r}. Known modes: {', '.join(MODES)}."
            raise ValueError(message)
        self._mode: Mode = mode
        self._start()

    def _start(self) -> None:
        self._reader = Reader(None if self._mode == "chat" else self._mode)
        self._parser = read_text(self._reader)
        self._pending: list[str] = []
        """Text that arrived since the parser was last resumed."""
        self._wait()

    def feed(self, chunk: str) -> list[Segment]:
        """Take the next chunk; return the segments that are certain by now."""
        if self._watch(chunk) is None:
            room = self._room - len(chunk)
            if room > 0:
                self._room = room
                self._pending.append(chunk)
                return []
            if self._passing:
                return [Text(chunk)] if chunk else []
        return self._advance(chunk)

    def flush(self) -> list[Segment]:
        """End the text and return what was held back. The next chunk starts a new text."""
        self._reader.held.ended = True
        segments = self._advance("")
        self._start()
        return segments

    def _advance(self, chunk: str) -> list[Segment]:
        """Resume the parser with all text that has arrived."""
        reader = self._reader
        self._pending.append(chunk)
        reader.held.grow("".join(self._pending))
        self._pending.clear()
        next(self._parser, None)
        self._wait()
        return reader.held.take()

    def _wait(self) -> None:
        """Copy what the parser waits for, to compare every token with it cheaply."""
        reader = self._reader
        self._watch = reader.watch
        self._passing = reader.passing
        self._room = 0 if reader.passing else reader.room


class Detection(NamedTuple):
    """The prose and the forms of a text."""

    text: str
    """The text without its questions."""
    forms: list[Form]
    segments: list[Segment]
    """Prose and forms in order; adjacent prose is merged."""


def detect(text: str, mode: Mode = "discovery") -> Detection:
    """Return the prose and the forms of a text, as a `Splitter` finds them chunk by chunk.

    Raises:
        TypeError: The argument is not a string.
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

    If `chunks` raises, held text is yielded as prose before the error propagates, because a question may be
    incomplete. Closing the iterator closes `chunks`, if it has `aclose`.
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
