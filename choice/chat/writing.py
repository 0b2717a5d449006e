"""Lets a model write: its text leaves as it comes, and its questions are held for the end."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from choice.chat.frames import FrameSink
from choice.chat.idle_limit import IdleLimit
from choice.chat.model_client import Piece, ToolCall
from choice.chat.token_cuts import TokenCuts
from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import Mode, Splitter
from choice.wire.events import ToolExecuting
from choice.wire.vocabulary import Vocabulary


class Writing:
    """One run of a model. What it wrote so far stands here, however the run ends."""

    def __init__(
        self,
        mode: Mode,
        vocabulary: Vocabulary,
        frames: FrameSink,
        begun: Callable[[], None] = lambda: None,
    ) -> None:
        """Take where the text goes, and who is told when the first of it leaves."""
        self._begun: Callable[[], None] | None = begun
        self._splitter = Splitter(mode)
        self._cuts = TokenCuts()
        self._vocabulary = vocabulary
        self._frames = frames
        self._whole: list[str] = []
        self._shown: list[str] = []
        self.forms: list[FormFound] = []
        self.calls: list[ToolCall] = []

    @property
    def whole(self) -> str:
        """All that the model wrote."""
        return "".join(self._whole)

    @property
    def shown(self) -> str:
        """What people see of it as text."""
        return "".join(self._shown)

    async def run(self, pieces: AsyncGenerator[Sequence[Piece], None], idle_seconds: float) -> None:
        """Write until the model has ended.

        Raises:
            ModelFailed: The model could not go on.
            TimeoutError: Nothing came for too long.
        """
        frames = self._frames
        async with aclosing(pieces), IdleLimit(idle_seconds) as limit:
            async for some in pieces:
                limit.alive()
                ready = self._taken(some)
                if ready:
                    frames.push(ready)
                    if self._begun is not None:
                        self._say_begun()
                    if frames.is_full:
                        await frames.room()
                        limit.alive()
        self.end()

    def end(self, *, broken_off: bool = False) -> None:
        """Let go what is held. An answer that broke off asks nothing: its questions are shown as text."""
        segments = self._splitter.flush()
        ready: list[str] = []
        if broken_off:
            segments = [_as_text(segment) for segment in segments]
            for form in self.forms:
                self._shown.append(form.source)
                ready.append(self._vocabulary.text(form.source))
            self.forms.clear()
        self._show(segments, ready)
        if ready:
            self._frames.push("".join(ready))
            self._say_begun()

    def _say_begun(self) -> None:
        """Tell, once, that the first text has left."""
        if self._begun is not None:
            self._begun()
            self._begun = None

    def _taken(self, pieces: Sequence[Piece]) -> str:
        """Return the frames for what has arrived."""
        ready: list[str] = []
        feed, text, cuts = self._splitter.feed, self._vocabulary.text, self._cuts
        for piece in pieces:
            if isinstance(piece, ToolCall):
                self.calls.append(piece)
                ready.append(self._vocabulary.event(ToolExecuting(piece.name)))
                continue
            self._whole.append(piece)
            segments = feed(piece)
            if cuts.is_empty and len(segments) == 1 and segments[0][0] == piece:
                # Nothing was held: what most tokens are.
                self._shown.append(piece)
                ready.append(text(piece))
                continue
            cuts.fed(piece)
            if segments:
                self._show(segments, ready)
        return "".join(ready)

    def _show(self, segments: Sequence[Segment], ready: list[str]) -> None:
        for segment in segments:
            if isinstance(segment, FormFound):
                self.forms.append(segment)
            for piece in self._cuts.of(segment):
                self._shown.append(piece)
                ready.append(self._vocabulary.text(piece))


def _as_text(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
