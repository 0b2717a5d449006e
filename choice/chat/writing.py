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

_MOST_APART = 1024
"""So many pieces are kept as they came."""
_MOST_UNFRAMED = 64
"""So many pieces wait for a reader, before they are put into frames and counted."""


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
        self._whole_so_far: list[str] = []
        self._shown_so_far: list[str] = []
        self._unframed: list[str] = []
        """The last pieces that are shown. They are put into frames together, when they can be sent."""
        self._at_hand = self._splitter, self._cuts, self._whole, self._shown, self._unframed
        self.forms: list[FormFound] = []
        self.calls: list[ToolCall] = []

    @property
    def whole(self) -> str:
        """All that the model wrote."""
        return "".join([*self._whole_so_far, *self._whole])

    @property
    def shown(self) -> str:
        """What people see of it as text."""
        return "".join([*self._shown_so_far, *self._shown])

    async def run(self, pieces: AsyncGenerator[Sequence[Piece], None], idle_seconds: float) -> None:
        """Write until the model has ended.

        Raises:
            ModelFailed: The model could not go on.
            TimeoutError: Nothing came for too long.
        """
        frames, framed, unframed = self._frames, self._framed, self._unframed
        async with aclosing(pieces), IdleLimit(idle_seconds) as limit:
            async for some in pieces:
                limit.alive()
                is_first = not unframed
                self._take(some)
                if len(unframed) >= _MOST_UNFRAMED:
                    frames.push(framed())
                    self._put_together()
                    if frames.is_full:
                        await frames.room()
                        limit.alive()
                elif is_first and unframed:
                    frames.expect(framed)
                if self._begun is not None and self._shown:
                    self._say_begun()
        self.end()

    def end(self, *, broken_off: bool = False) -> None:
        """Let go what is held. An answer that broke off asks nothing, and shows nothing out of its place.

        A question after which nothing was shown is shown as text; one before other text stays away.
        """
        segments = self._splitter.flush()
        if broken_off:
            texts = [_as_text(segment) for segment in segments]
            segments = [*texts]
            read = len(self.whole) - sum([len(text.text) for text in texts])
            sources = _unfollowed(self.forms, self.whole[:read], self.shown)
            self._shown += sources
            self._unframed += sources
            self.forms.clear()
        self._show(segments)
        if self._unframed:
            self._frames.push(self._framed())
            self._say_begun()

    def _say_begun(self) -> None:
        """Tell, once, that the first text has left."""
        if self._begun is not None:
            self._begun()
            self._begun = None

    def _take(self, pieces: Sequence[Piece]) -> None:
        """Take what has arrived."""
        # These lines run once a token: what they need lies at hand.
        splitter, cuts, whole, shown, unframed = self._at_hand
        for piece in pieces:
            if isinstance(piece, ToolCall):
                self._call(piece)
                continue
            whole.append(piece)
            segments = splitter.feed(piece)
            if not segments:
                cuts.fed(piece)
            elif not cuts and len(segments) == 1 and segments[0][0] == piece:
                shown.append(piece)
                unframed.append(piece)
            else:
                cuts.fed(piece)
                self._show(segments)

    def _call(self, call: ToolCall) -> None:
        self.calls.append(call)
        self._frames.push(self._framed() + self._vocabulary.event(ToolExecuting(call.name)))

    def _show(self, segments: Sequence[Segment]) -> None:
        for segment in segments:
            if isinstance(segment, FormFound):
                self.forms.append(segment)
            pieces = self._cuts.of(segment)
            self._shown += pieces
            self._unframed += pieces

    def _put_together(self) -> None:
        """Keep many small pieces as one: each would take ten times its letters."""
        if len(self._whole) >= _MOST_APART:
            whole = "".join(self._whole)
            # Mostly all of it is shown: then it is kept once.
            self._shown_so_far.append(whole if self._shown == self._whole else "".join(self._shown))
            self._whole_so_far.append(whole)
            self._whole.clear()
            self._shown.clear()

    def _framed(self) -> str:
        """Return the frames of all that is shown and was not framed yet."""
        if not self._unframed:
            return ""
        frames = self._vocabulary.texts(self._unframed)
        self._unframed.clear()
        return frames


def _unfollowed(forms: Sequence[FormFound], written: str, shown: str) -> list[str]:
    """Return the sources of the last forms, as far as what was written ends with them."""
    sources: list[str] = []
    for form in reversed(forms):
        if shown.endswith(form.source) or not written.endswith(form.source):
            break
        sources.insert(0, form.source)
        written = written.removesuffix(form.source)
    return sources


def _as_text(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
