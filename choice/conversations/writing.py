"""Stream a model's answer: send text as it arrives, and collect questions until the end."""

import asyncio
import math
from bisect import bisect_right
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from typing import cast

from choice.conversations.frames import FrameSink
from choice.models import Form
from choice.providers import AskedForm, Piece, TokenSink, ToolCall
from choice.stream import FormFound, Mode, Segment, Splitter, Text
from choice.wire import QuestionStyle, ToolExecuting, Vocabulary, form_source, form_text

_BLOCKS = frozenset({"choices_fence", "user_choice", "user_choice_group", "user_choices"})
"""Dialects whose text is not meant to be read. Other questions are written as lists."""
_SMALL_BUFFER = 1024
_MAX_UNFRAMED = 256
"""Maximum number of buffered pieces. When it is reached, they are framed and count for back-pressure."""


class TokenCuts:
    """Tracks the pieces fed to a splitter, so that its output can be split at the same places."""

    __slots__ = ("pieces",)

    def __init__(self) -> None:
        self.pieces: deque[str] = deque()
        """Pieces of text that the splitter has not returned yet."""

    def take(self, segment: Segment) -> list[str]:
        """Return a segment's text as the pieces in which it was fed. Forms return nothing."""
        if isinstance(segment, FormFound):
            self._take(len(segment.source))
            return []
        return self._take(len(segment.text))

    def _take(self, size: int) -> list[str]:
        fed = self.pieces
        taken: list[str] = []
        if len(fed) <= _SMALL_BUFFER:
            # Fast path: take all whole pieces at once.
            pieces = list(fed)
            ends = list(accumulate(map(len, pieces)))
            whole = bisect_right(ends, size)
            taken = pieces[:whole]
            fed.clear()
            fed.extend(pieces[whole:])
            size -= ends[whole - 1] if whole else 0
        while size > 0:
            piece = fed.popleft()
            if len(piece) > size:
                fed.appendleft(piece[size:])
                piece = piece[:size]
            size -= len(piece)
            taken.append(piece)
        return taken


class Writing:
    """The `TokenSink` of one model request. It keeps the text, forms and calls received so far."""

    def __init__(
        self,
        mode: Mode,
        vocabulary: Vocabulary,
        frames: FrameSink,
        on_first_text: Callable[[], None] = lambda: None,
        questions: QuestionStyle = "cards",
    ) -> None:
        """Create a sink that writes frames to `frames`. It calls `on_first_text` before the first text."""
        self._questions = questions
        self._on_first_text: Callable[[], None] | None = on_first_text
        self._splitter = Splitter(mode)
        self._cuts = TokenCuts()
        self._vocabulary = vocabulary
        self._frames = frames
        self._whole: list[str] = []
        self._shown: list[str] = []
        self._unframed: list[Piece] = []
        """Pieces that are not framed yet. They are framed together when a write is due."""
        self._loop = asyncio.get_running_loop()
        self._timeout: asyncio.Timeout | None = None
        self._idle_seconds = 0.0
        self._renew_at = math.inf
        self.forms: list[FormFound] = []
        self.calls: list[ToolCall] = []
        self.asked: list[AskedForm] = []

    @property
    def whole(self) -> str:
        """Everything the model wrote."""
        return "".join(self._whole)

    @property
    def shown(self) -> str:
        """The part of the model's text that is shown to the user."""
        return "".join(self._shown)

    def received_text(self) -> bool:
        """Return whether the model wrote more than white space."""
        return any(
            isinstance(piece, str) and not piece.isspace() for piece in (*self._whole, *self._unframed)
        )

    def add_note(self, text: str) -> None:
        """Show a text of the service. It is not part of what the model wrote."""
        self._frames.push(self._show([text]))

    async def run(
        self,
        reply: Callable[[TokenSink], Awaitable[None]],
        idle_seconds: float,
        total_seconds: float | None = None,
    ) -> None:
        """Let a model write its answer to this sink.

        Raises:
            ModelFailed: The model failed before the end of the answer.
            TimeoutError: The model gave no sign of life for the idle timeout, or took too long in total.
        """
        async with asyncio.timeout(total_seconds), asyncio.timeout(None) as self._timeout:
            self._idle_seconds = idle_seconds
            self._renew()
            await reply(self)
        self.end()

    def write(self, piece: Piece) -> bool:
        """Take a piece; return False if the caller should `drain`."""
        if self._loop.time() >= self._renew_at:
            self._renew()
        unframed = self._unframed
        unframed.append(piece)
        if len(unframed) == 1:
            self._frames.expect(self._render)
        elif len(unframed) >= _MAX_UNFRAMED:
            self._frames.push(self._render())
            return not self._frames.is_full
        return True

    def keep_alive(self) -> None:
        """Restart the idle timeout: the model is working, but writes no text."""
        if self._loop.time() >= self._renew_at:
            self._renew()

    async def drain(self) -> None:
        """Wait until the unsent frames are below the high-water mark."""
        await self._frames.drain()
        self._renew()

    def _renew(self) -> None:
        """Restart the idle timeout.

        To be cheap, it is restarted at most once per hundredth of its duration. It is longer by the same
        hundredth, so that it never expires early.
        """
        if self._timeout is not None and not self._timeout.expired():
            now, slack = self._loop.time(), self._idle_seconds / 100
            self._renew_at = now + slack
            self._timeout.reschedule(now + self._idle_seconds + slack)

    def end(self, *, interrupted: bool = False) -> None:
        """Send the text that the splitter holds back.

        An interrupted answer asks no questions. Questions at its end are shown as text. Questions before
        other text are dropped, because their text would appear in the wrong place.
        """
        frames = self._render()
        segments = self._splitter.flush()
        if interrupted and self._questions != "cards":
            segments = [_as_text(segment) for segment in segments]
            self.forms.clear()
        elif interrupted:
            texts = [_as_text(segment) for segment in segments]
            segments = [*texts]
            split = len(self.whole) - sum([len(text.text) for text in texts])
            sources = _sources_at_end(self.forms, self.whole[:split], self.shown)
            self.forms.clear()
            frames += self._show(sources)
        frames += self._show(self._pieces(segments))
        if frames:
            self._frames.push(frames)

    def _render(self) -> str:
        """Split the buffered pieces into text and questions; return the frames of the text."""
        if not self._unframed:
            return ""
        pieces = cast("list[str]", self._unframed.copy())
        self._unframed.clear()
        try:
            text = "".join(pieces)
        except TypeError:  # One of the pieces is a tool call or a question. This is rare.
            return "".join([self._render_one(piece) for piece in pieces])
        self._whole.append(text)
        segments = self._splitter.feed(text)
        if self._cuts.pieces or len(segments) != 1 or segments[0][0] != text:
            self._cuts.pieces.extend(pieces)
            return self._show(self._pieces(segments))
        if self._on_first_text is not None:
            return self._show(pieces)
        self._shown.append(text)
        return self._vocabulary.texts(pieces)

    def _render_one(self, piece: Piece) -> str:
        if isinstance(piece, str):
            self._unframed.append(piece)
            return self._render()
        # Show the text before the call first. The text after the call is split separately.
        held = self._show(self._pieces(self._splitter.flush()))
        if isinstance(piece, AskedForm):
            self.asked.append(piece)
            return held
        self.calls.append(piece)
        return held + self._vocabulary.event(ToolExecuting(piece.name))

    def _pieces(self, segments: Sequence[Segment]) -> list[str]:
        """Collect the forms among the segments. Return the text in the model's own pieces."""
        self.forms += [segment for segment in segments if isinstance(segment, FormFound)]
        return [piece for segment in segments for piece in self._shown_pieces(segment)]

    def _shown_pieces(self, segment: Segment) -> list[str]:
        """Return the text that is shown for a segment. Clients with cards see no text of a question."""
        if self._questions == "cards" or not isinstance(segment, FormFound):
            return self._cuts.take(segment)
        if self._questions == "source" or segment.dialect not in _BLOCKS:
            return self._cuts.take(Text(segment.source))
        self._cuts.take(segment)
        return [f"\n{form_text(segment.form)}\n"]  # Blank lines keep it apart from the text around it.

    def add_question(self, form: Form) -> None:
        """Show a question that is not part of the model's text, if the client does not rely on cards."""
        if self._questions != "cards":
            text = form_text(form) if self._questions == "text" else form_source(form)
            separator = "\n\n" if self._shown else ""
            self.add_note(f"{separator}{text}\n")

    def _show(self, pieces: list[str]) -> str:
        """Add pieces to the shown text and return their frames."""
        if not pieces:
            return ""
        self._shown.append("".join(pieces))
        if self._on_first_text is not None:
            self._on_first_text()
            self._on_first_text = None
        return self._vocabulary.texts(pieces)


def _sources_at_end(forms: Sequence[FormFound], written: str, shown: str) -> list[str]:
    """Return the sources of the forms at the very end of the written text."""
    sources: list[str] = []
    for form in reversed(forms):
        if shown.endswith(form.source) or not written.endswith(form.source):
            break
        sources.insert(0, form.source)
        written = written.removesuffix(form.source)
    return sources


def _as_text(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
